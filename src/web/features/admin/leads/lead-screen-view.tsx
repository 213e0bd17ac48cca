import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as contract from '#contract/admin/lead-screen.ts'
import { COUNTED_MAX, LEAD_TYPE_NAMES, type LeadType, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { callApi, query } from '#web/lib/call-api.ts'
import { FILTER_LOOK, FilterSelect } from '#web/lib/filter-fields.tsx'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { zoneName } from '#web/lib/format-day.ts'
import { useCounties, useStates } from '#web/lib/places.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { isNarrowed, type LeadFilters, leadColumns, NO_FILTERS, placeOf } from './lead-data.tsx'
import { LeadDrawer } from './lead-drawer.tsx'

type Question = BodyInputOf<typeof contract.previewBacking>
type Preview = ReplyOutputOf<typeof contract.previewBacking>

function BackingDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { state, county, leadType, isBacked } = question
  const preview = useQuery<Preview>({
    queryKey: [contract.previewBacking.path, question],
    queryFn: ({ signal }) => callApi(contract.previewBacking, { body: question, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useChange({
    affects: [contract.listLeads.path, contract.countLeads.path],
    send: (reason: string) => callApi(contract.switchBacking, { body: { ...question, ...(reason && { reason }) } }),
    toast: (reply) => ({
      title: reply.isBacked ? 'Stock now comes from leads' : 'Stock is now set by hand',
      description: 'The new numbers are on sale.',
    }),
  })
  return (
    <TextDialog
      title={isBacked ? 'Switch to stock from leads?' : 'Set stock by hand again?'}
      note="optional, for the audit log"
      fieldError={null}
      lengthMax={contract.LEAD_REASON_LENGTH_MAX}
      confirmLabel={isBacked ? 'Use leads' : 'Set by hand again'}
      pendingLabel="Switching…"
      change={{ ...change, error: change.error ?? preview.error }}
      isReady={preview.data !== undefined}
      errorTitle={change.error ? 'Nothing was switched' : 'We couldn’t work out what would change'}
      onClose={onClose}
    >
      <p>
        {LEAD_TYPE_NAMES[leadType]} in {county}, {state}, all four tiers.{' '}
        {isBacked
          ? 'Stock becomes what the imported leads can fill. We keep the numbers set by hand for later.'
          : 'Stock goes back to the numbers set by hand, and you deliver these packages by hand. The leads stay where they are.'}{' '}
        Packages held by carts, orders and links are not affected.
      </p>
      {preview.data && <Changes preview={preview.data} />}
      {preview.isPending && <Loading words="Working out what changes" height="h-24" />}
    </TextDialog>
  )
}

const unitsInWords = (units: number): string => (units > COUNTED_MAX ? 'unlimited' : formatCount(units))

function Changes({ preview: { isSo, packages } }: { preview: Preview }) {
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
              <FromTo from={unitsInWords(before)} to={unitsInWords(after)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many leads are for sale by tier; for one county also what its stock follows, with a switch. */
function LeadCounts({ filters }: { filters: LeadFilters }) {
  const counts = useQuery({ ...query(contract.countLeads, {}, placeOf(filters)), staleTime: 0 })
  if (counts.isPending) return <Loading words="Loading: leads by tier" height="h-40" />
  return (
    <div className="grid gap-4">
      <ListTrouble list={counts} title="The counts could not be loaded" />
      {counts.data && (
        <FigureStrip
          label="Leads for sale by tier"
          figures={counts.data.tiers.map(({ tier, leads }) => ({
            label: TIER_FACTS[tier].name,
            value: formatPlural(leads, 'lead'),
          }))}
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

function Backing({ place, backing }: BackingProps) {
  const [asked, setAsked] = useState<BackingProps['backing'][number] | null>(null)
  return (
    <section aria-label={`Where stock comes from in ${place.county}`}>
      <h2 className="text-sm font-semibold">
        Where stock comes from in {place.county}, {place.state}
      </h2>
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

type LeadScreenViewProps = { filters: LeadFilters; search: ReactNode; onFilter: (filters: LeadFilters) => void }

function LeadToolbar({ filters, search, onFilter }: LeadScreenViewProps) {
  const states = useStates()
  const counties = useCounties(filters.state)
  const set = { filters, onFilter }
  return (
    <div className="flex flex-wrap items-start gap-3">
      {search}
      <SelectField
        label="State"
        className={FILTER_LOOK}
        placeholder="All states"
        options={states.data ?? []}
        value={filters.state}
        onChange={(state) => onFilter({ ...filters, state, county: '' })}
      />
      <SelectField
        label="County"
        className={FILTER_LOOK}
        placeholder="All counties"
        options={counties.data ?? []}
        value={filters.county}
        disabled={filters.state === ''}
        onChange={(county) => onFilter({ ...filters, county })}
      />
      <FilterSelect {...set} name="leadType" label="Lead type" placeholder="All lead types" names={LEAD_TYPE_NAMES} />
      <FilterSelect {...set} name="tier" label="Tier" placeholder="All tiers" names={TIER_FACTS} />
    </div>
  )
}

/** Leads: counts, a list, and one lead opened for a reason. The filters are in the URL. */
export function LeadScreenView({ filters, search, onFilter }: LeadScreenViewProps) {
  const list = usePages(contract.listLeads, { ...placeOf(filters), tier: filters.tier || undefined })
  const [opened, setOpened] = useState<contract.ListedLead | null>(null)
  const timeZone = useStoreZone()
  return (
    <div className="grid gap-5">
      <Panel intro="Imported leads that buyers can still get. Choose a county to see where its stock comes from, or to change that.">
        <div className="grid gap-4">
          <LeadToolbar filters={filters} search={search} onFilter={onFilter} />
          <LeadCounts filters={filters} />
          <PagedTable
            list={list}
            label="Leads for sale"
            columns={leadColumns(timeZone, setOpened)}
            rowKey={({ id }) => String(id)}
            onOpen={setOpened}
            errorTitle="The leads could not be loaded"
            footnote={`In the order they sell. Dates are in the store’s time zone (${zoneName(timeZone)}). To see an owner and address, open one lead at a time and give a reason.`}
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
      {opened && <LeadDrawer key={opened.id} lead={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}
