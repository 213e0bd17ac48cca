import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { LEAD_REASON_LENGTH_MAX, type LeadCount, type ListedLead } from '#contract/admin/lead-screen.ts'
import {
  COUNTED_MAX,
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  type LeadType,
  sizeName,
  TIER_FACTS,
  TIERS,
} from '#contract/catalogue/catalogue.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { FindLeads } from './find-leads.tsx'
import { leadColumns } from './lead-columns.tsx'
import {
  type BackingPreview,
  type BackingQuestion,
  byPlacesInWords,
  isNarrowed,
  type LeadFilters,
  NO_FILTERS,
  useBackingPreview,
  useCounties,
  useFoundLeads,
  useLeadCounts,
  useLeads,
  useShortfalls,
  useStates,
  useSwitchBacking,
} from './lead-data.ts'
import { LeadDrawer } from './lead-drawer.tsx'

const unitsInWords = (units: number): string => (units > COUNTED_MAX ? 'unlimited' : formatCount(units))

/** Previews a switch between counting and following leads, package by package. */
function BackingDialog({ question, onClose }: { question: BackingQuestion; onClose: () => void }) {
  const { state, county, leadType, isBacked } = question
  const preview = useBackingPreview(question)
  const change = useSwitchBacking()
  return (
    <TextDialog
      title={isBacked ? 'Switch to stock from leads?' : 'Set stock by hand again?'}
      note="optional, for the audit log"
      complaint={null}
      lengthMax={LEAD_REASON_LENGTH_MAX}
      confirmLabel={isBacked ? 'Use leads' : 'Set by hand again'}
      pendingLabel="Switching…"
      isPending={change.isPending}
      isReady={preview.data !== undefined}
      error={change.error ?? preview.error}
      errorTitle={change.error ? 'Nothing was switched' : 'We couldn’t work out what would change'}
      onConfirm={(reason) => change.mutate({ ...question, ...(reason && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {LEAD_TYPE_NAMES[leadType]} in {county}, {state}, all four tiers.{' '}
        {isBacked
          ? 'Stock becomes what the imported leads can fill. We keep the numbers set by hand for later.'
          : 'Stock goes back to the numbers set by hand, and you deliver these packages by hand. The leads stay where they are.'}{' '}
        Packages held by carts, orders and links are not affected.
      </p>
      {preview.data ? (
        <Changes preview={preview.data} />
      ) : (
        preview.isPending && <Loading words="Working out what changes" height="h-24" />
      )}
    </TextDialog>
  )
}

function Changes({ preview: { isSo, packages } }: { preview: BackingPreview }) {
  const changed = packages.filter(({ before, after }) => before !== after)
  if (isSo) return <Notice>Already done: a colleague was faster.</Notice>
  if (changed.length === 0) return <Notice>No package’s number changes.</Notice>
  return (
    <div>
      <p className="font-semibold">{formatPlural(changed.length, 'package')} of 16 will show a new number:</p>
      <ul className="mt-1 grid max-h-56 gap-1 overflow-y-auto" aria-label="Old and new numbers">
        {changed.map(({ tier, size, before, after }) => (
          <li key={`${tier}-${size}`} className="flex flex-wrap justify-between gap-x-3">
            <span>
              {TIER_FACTS[tier].name}, {sizeName(size)}
            </span>
            <span className="figures">
              <span className="text-muted">{unitsInWords(before)}</span> <span aria-hidden="true">→</span>{' '}
              <span className="sr-only">to</span> <strong>{unitsInWords(after)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const COLUMNS: readonly Column<LeadCount>[] = [
  { key: 'tier', header: 'Tier', isTitle: true, cell: ({ tier }) => TIER_FACTS[tier].name },
  { key: 'leads', header: 'For sale', isNumber: true, cell: ({ leads }) => formatCount(leads) },
  { key: 'places', header: 'Can still be sold', cell: byPlacesInWords },
]

/** How many leads are for sale by tier; for one county also what its stock follows, with a switch. */
function LeadCounts({ filters }: { filters: LeadFilters }) {
  const counts = useLeadCounts(filters)
  if (counts.isPending) return <Loading words="Loading: leads by tier" height="h-40" />
  return (
    <div className="grid gap-4">
      <ListTrouble list={counts} title="The counts could not be loaded" />
      {counts.data && (
        <DataTable
          label="Leads for sale by tier"
          columns={COLUMNS}
          rows={counts.data.tiers}
          rowKey={({ tier }) => tier}
        />
      )}
      {counts.data?.backing && (
        <Backing place={{ state: filters.state, county: filters.county }} backing={counts.data.backing} />
      )}
    </div>
  )
}

interface BackingProps {
  place: { state: string; county: string }
  backing: readonly { leadType: LeadType; isBacked: boolean }[]
}

/** What the stock of a county follows, by lead type. */
function Backing({ place, backing }: BackingProps) {
  const [asked, setAsked] = useState<{ leadType: LeadType; isBacked: boolean } | null>(null)
  return (
    <section aria-label={`Where stock comes from in ${place.county}`}>
      <h3 className="text-sm font-semibold">
        Where stock comes from in {place.county}, {place.state}
      </h3>
      <ul className="mt-2 grid gap-2">
        {backing.map(({ leadType, isBacked }) => (
          <li
            key={leadType}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line px-3 py-2 text-sm"
          >
            <span>
              <span className="font-semibold">{LEAD_TYPE_NAMES[leadType]}</span>
              <span className="block text-muted">
                {isBacked ? 'Comes from leads in all four tiers' : 'Set by hand'}
              </span>
            </span>
            <Button size="small" onClick={() => setAsked({ leadType, isBacked: !isBacked })}>
              {isBacked ? 'Set stock by hand…' : 'Switch to leads…'}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <BackingDialog question={{ ...place, ...asked }} onClose={() => setAsked(null)} />}
    </section>
  )
}

const ANYWHERE = 'All states'
const ANY_COUNTY = 'All counties'
const ANY_TYPE = 'All lead types'
const ANY_TIER = 'All tiers'

interface LeadToolbarProps {
  filters: LeadFilters
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
  onChange: (filters: LeadFilters) => void
}

/** Where, and of which kind. */
function LeadToolbar({ filters, search, onChange }: LeadToolbarProps) {
  const states = useStates()
  const counties = useCounties(filters.state)
  const place = 'min-w-36 max-sm:grow max-sm:basis-36'
  return (
    <div className="flex flex-wrap items-start gap-3">
      {search}
      <SelectField
        label="State"
        className={place}
        options={[ANYWHERE, ...(states.data ?? [])]}
        value={filters.state || ANYWHERE}
        onChange={({ target }) =>
          onChange({ ...filters, state: target.value === ANYWHERE ? '' : target.value, county: '' })
        }
      />
      <SelectField
        label="County"
        className={place}
        options={[ANY_COUNTY, ...(counties.data ?? [])]}
        value={filters.county || ANY_COUNTY}
        disabled={filters.state === ''}
        onChange={({ target }) => onChange({ ...filters, county: target.value === ANY_COUNTY ? '' : target.value })}
      />
      <SelectField
        label="Lead type"
        className={place}
        options={[ANY_TYPE, ...LEAD_TYPES.map((one) => LEAD_TYPE_NAMES[one])]}
        value={filters.leadType ? LEAD_TYPE_NAMES[filters.leadType] : ANY_TYPE}
        onChange={({ target }) =>
          onChange({ ...filters, leadType: LEAD_TYPES.find((one) => LEAD_TYPE_NAMES[one] === target.value) ?? '' })
        }
      />
      <SelectField
        label="Tier"
        className={place}
        options={[ANY_TIER, ...TIERS.map((one) => TIER_FACTS[one].name)]}
        value={filters.tier ? TIER_FACTS[filters.tier].name : ANY_TIER}
        onChange={({ target }) =>
          onChange({ ...filters, tier: TIERS.find((one) => TIER_FACTS[one].name === target.value) ?? '' })
        }
      />
    </div>
  )
}

/** Paid orders that get fewer leads than they paid for; usually there are none, and it shows nothing. */
function Shortfalls() {
  const { data = [], error } = useShortfalls()
  if (error)
    return (
      <Notice tone="danger" title="We couldn’t check for orders short of leads">
        {error.sentence}
      </Notice>
    )
  if (data.length === 0) return null
  return (
    <Notice tone="attention" title={`${formatPlural(data.length, 'order')} short of leads`}>
      <p>
        Owners opted out after these sold but before delivery, and no other leads were left. We told the buyers. Refund
        part of the money or give store credit, then settle it in Fulfillment.
      </p>
      <ul className="mt-2 grid gap-1">
        {data.map(({ orderId, reference, missing, notedAt }) => (
          <li key={orderId}>
            <Link
              to={paths.adminSection}
              params={{ section: 'orders' }}
              search={{ open: orderId }}
              className="inline-flex min-h-9 items-center font-semibold text-accent underline underline-offset-2 compact:min-h-6"
            >
              {reference}
            </Link>
            : {formatPlural(missing, 'lead')}, {formatDateTime(notedAt)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface LeadScreenViewProps {
  filters: LeadFilters
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
  onFilter: (filters: LeadFilters) => void
}

/** Leads: counts, a list, and one lead opened for a reason. The filters are in the URL. */
export function LeadScreenView({ filters, search, onFilter }: LeadScreenViewProps) {
  const list = useLeads(filters)
  const found = useFoundLeads()
  const [opened, setOpened] = useState<ListedLead | null>(null)
  const timeZone = useStoreZone()
  const columns = useMemo(() => leadColumns(timeZone, setOpened), [timeZone])
  return (
    <div className="grid gap-5">
      <FindLeads found={found} onOpen={setOpened} />
      <Shortfalls />
      <Panel
        title="Leads for sale"
        intro="Imported leads that buyers can still get. Choose a county to see where its stock comes from, or to change that."
      >
        <div className="grid gap-4">
          <LeadToolbar filters={filters} search={search} onChange={onFilter} />
          <LeadCounts filters={filters} />
          <PagedTable
            list={list}
            label="Leads for sale"
            columns={columns}
            rowKey={({ id }) => String(id)}
            errorTitle="The leads could not be loaded"
            footnote={`In the order they sell. Dates are in the store’s time zone (${zoneWords(timeZone)}). To see an owner and address, open one lead at a time and give a reason.`}
            empty={
              isNarrowed(filters) ? (
                <EmptyState
                  title="No leads for sale there"
                  action={<Button onClick={() => onFilter(NO_FILTERS)}>Show all leads</Button>}
                >
                  They are sold out, too old, or not imported yet.
                </EmptyState>
              ) : (
                <EmptyState title="No leads yet">
                  Until you import a lead file, stock is whatever you set by hand.
                </EmptyState>
              )
            }
          />
        </div>
      </Panel>
      {opened && (
        <LeadDrawer key={opened.id} lead={opened} onLeftAlone={found.findAgain} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
