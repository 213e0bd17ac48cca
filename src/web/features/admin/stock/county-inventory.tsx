import { type SubmitEvent, useRef, useState } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import {
  COUNTED_MAX,
  LEAD_TYPE_NAMES,
  LOW_STOCK_MAX,
  type Package,
  TIER_FACTS,
  USUAL_SALE_CAPS,
} from '#contract/catalogue/catalogue.ts'
import { EditCell, PackageGrids } from '#web/features/admin/packages/package-grid.tsx'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { choicesOf } from '#web/lib/choices.ts'
import { formatCount, formatDollars, formatPlural, formatPrice } from '#web/lib/format.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useBackedPools, useCountyPackages, useSetStock } from './stock-data.ts'
import { countError, inOrder, poolOf, stockWord, summaryOf } from './stock-rules.ts'

const EMPTY_STOCK = { count: '', reason: '' }
type StockDraft = typeof EMPTY_STOCK

interface StockFormProps {
  place: Place
  packages: readonly Package[]
  pools: readonly BackedPool[]
  packageId: string
  onPackage: (packageId: string) => void
  onStory: (packageId: string) => void
}

/** One package of a county: what is known about it, and its new count. The result is shown before it is saved. */
function StockForm({ place, packages, pools, packageId, onPackage, onStory }: StockFormProps) {
  const update = useSetStock()
  const [draft, onDraft] = useState(EMPTY_STOCK)
  const countField = useRef<HTMLInputElement>(null)
  const packageField = useRef<HTMLSelectElement>(null)
  const sorted = inOrder(packages)
  const chosen = sorted.find(({ id }) => id === packageId)
  const pool = chosen && poolOf(chosen, pools)
  const { count, reason } = draft
  const fieldError = count !== '' ? countError(count) : undefined
  const changedTo = update.error?.code === 'availability_changed' && update.error.details.available

  const edit = (part: Partial<StockDraft>) => {
    if (update.error) update.reset()
    onDraft({ ...draft, ...part })
  }
  const nameOf = (id: string) => {
    const one = sorted.find((other) => other.id === id)
    return one ? `${priceName(keyedPackage(one))} (${one.size} leads)` : id
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!chosen || pool || update.isPending) return
    if (count === '' || fieldError) return countField.current?.focus()
    const why = reason.trim()
    const handleDone = () => {
      onDraft(EMPTY_STOCK)
      onPackage('')
      // The button is disabled again, so the focus moves on to the next package.
      packageField.current?.focus({ preventScroll: true })
    }
    const { id, available: expected } = chosen
    update.mutate({ id, available: Number(count), expected, ...(why && { reason: why }) }, { onSuccess: handleDone })
  }

  return (
    <section aria-labelledby="chosen-package">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between sm:-mt-1 gap-2">
        <h3 id="chosen-package" className="text-sm font-semibold">
          Current Package Information
        </h3>
        {chosen && (
          <Button size="small" onClick={() => onStory(chosen.id)}>
            History and holds
          </Button>
        )}
      </div>
      {chosen && <PackageFacts chosen={chosen} pool={pool} />}
      <form noValidate onSubmit={handleSubmit} className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <SelectField
          ref={packageField}
          label="Package"
          className="sm:col-span-2"
          placeholder="Select a package, or press its cell"
          options={sorted.map(({ id }): string => id)}
          nameOf={nameOf}
          value={chosen?.id ?? ''}
          onChange={(id) => {
            if (update.error) update.reset()
            onPackage(id)
          }}
        />
        {pool ? (
          <FollowsFromLeads place={place} pool={pool} />
        ) : (
          <>
            <NumberField
              ref={countField}
              label="New Availability Count"
              inputMode="numeric"
              step="1"
              value={count}
              fieldErrorOf={countError}
              onChange={(text) => edit({ count: text })}
            />
            <TextField
              label="Reason"
              note="optional"
              autoComplete="off"
              dir="auto"
              maxLength={STOCK_REASON_LENGTH_MAX}
              value={reason}
              onChange={(event) => edit({ reason: event.target.value })}
            />
            <Button
              type="submit"
              look="primary"
              className="sm:justify-self-start"
              disabled={!chosen || count === '' || update.isPending}
            >
              {update.isPending ? 'Updating…' : 'Update Inventory'}
            </Button>
            <p role="status" className="col-span-full -mt-1 text-sm text-muted">
              <OutcomeWords chosen={chosen} count={fieldError ? '' : count} />
            </p>
          </>
        )}
      </form>
      {typeof changedTo === 'number' ? (
        <Notice tone="attention" title="This stock has changed" className="mt-3">
          It is now {stockWord(changedTo)}: a colleague set it, or buyers took some. Nothing was changed, and your count
          is still in the form. Press Update Inventory again to replace the new count with yours.
        </Notice>
      ) : (
        <ErrorNotice title="The stock was not changed" error={update.error} className="mt-3" />
      )}
    </section>
  )
}

/** The selected package: where it is, what it is, what is left. */
function PackageFacts({ chosen, pool }: { chosen: Package; pool: BackedPool | undefined }) {
  const { data: config } = useStoreConfig()
  const buyers = (config?.saleCaps ?? USUAL_SALE_CAPS)[chosen.tier]
  const facts: [name: string, value: string][] = [
    ['Location', `${chosen.county}, ${chosen.state}`],
    ['Lead Type', LEAD_TYPE_NAMES[chosen.leadType]],
    ['Tier', TIER_FACTS[chosen.tier].name],
    ['Package Size', `${chosen.size} leads`],
    ['Price', formatDollars(chosen.price)],
    ['Current Stock', stockWord(chosen.available)],
  ]
  if (pool)
    facts.push([
      'Stock Comes From',
      `${formatPlural(pool.leads, 'lead')}, ${buyers === 1 ? '1 buyer' : `up to ${buyers} buyers`} each`,
    ])
  return (
    <FactList className="figures mb-3 flex flex-wrap gap-x-6 gap-y-2 text-sm" valueLook="font-semibold" facts={facts} />
  )
}

/** Shown instead of a count: why it cannot be set, and where the stock comes from. */
function FollowsFromLeads({ place, pool: { leadType: type, tier } }: { place: Place; pool: BackedPool }) {
  return (
    <p role="status" className="text-sm text-muted sm:col-span-2">
      This stock comes from leads, which all four sizes share. To set a count by hand, open{' '}
      <SectionLink section="leads" search={{ ...place, type, tier }}>
        the leads of {place.county}, {place.state}
      </SectionLink>
      .
    </p>
  )
}

interface OutcomeWordsProps {
  chosen: Package | undefined
  /** Empty if there is no valid count. */
  count: string
}

function OutcomeWords({ chosen, count }: OutcomeWordsProps) {
  if (!chosen) return 'Packages reserved in carts are not affected.'
  const before = stockWord(chosen.available)
  if (count === '') return `In stock now: ${before}. Enter the new count.`
  const after = Number(count)
  if (after === chosen.available) return 'This is already its stock, so saving changes nothing.'
  return (
    <>
      <span className="figures text-ink">
        <FromTo from={before} to={stockWord(after)} />
      </span>
      {after === 0 && ' Buyers see Out of Stock.'}
      {after > COUNTED_MAX && ` Buyers see Unlimited; ${formatCount(after)} is kept as your number.`}
    </>
  )
}

/** Of the cell of a package, for a list that leads there. */
export const stockCellId = (packageId: string): string => `stock-${packageId}`

interface CountyInventoryProps {
  place: Place
  /** The package of the form. */
  packageId: string
  onPackage: (packageId: string) => void
  onStory: (packageId: string) => void
}

/** A county's stock: its sums, what runs low, all of it with a field in each cell, the chosen package with its form. */
export function CountyInventory({ place, packageId, onPackage, onStory }: CountyInventoryProps) {
  const { data: packages, error, refetch } = useCountyPackages(place)
  const pools = useBackedPools(place)
  const [only, setOnly] = useState<Only>(null)
  const failed = error ?? pools.error
  const trouble = (
    <ErrorNotice
      error={failed}
      title={packages ? 'This inventory may be out of date' : 'The inventory could not be loaded'}
      onRetry={failed?.status === 404 ? undefined : () => [refetch(), pools.refetch()]}
    />
  )
  // Only its pools tell which counts can be changed, and their leads are part of the sum.
  if (!packages || !pools.data)
    return failed ? trouble : <Loading words="Loading the inventory" height="h-44" count={3} />
  const low = packages.filter(({ available }) => available <= LOW_STOCK_MAX)
  const shown = packages.filter(({ id }) => !only || only.has(id))
  const isMixed = packages.some((one) => !poolOf(one, pools.data))
  return (
    <>
      {trouble}
      <Summary packages={packages} pools={pools.data} />
      <Panel
        title="Complete Inventory"
        intro={
          <>
            {pools.data.length > 0 && (
              <>
                Counts without a field come from imported leads.{' '}
                <SectionLink section="imports">Upload a lead file</SectionLink> to add more.{' '}
              </>
            )}
            {isMixed && 'Type a count and press Enter. Above 999, stock is unlimited (∞). '}Bold: 50 or fewer left.
          </>
        }
      >
        {(low.length > 0 || only) && <LowStockAlert low={low} only={only} onOnly={setOnly} />}
        <PackageGrids
          chosen={packages.find(({ id }) => id === packageId)?.leadType ?? ''}
          tierNote={(leadType, tier) => {
            const pool = poolOf({ leadType, tier }, pools.data)
            return (
              pool && (
                <span className="figures block text-xs font-normal text-muted" title="Its four sizes share these leads">
                  {formatPlural(pool.leads, 'lead')}
                </span>
              )
            )
          }}
          cell={(leadType, tier, size) => {
            const one = shown.find((it) => it.leadType === leadType && it.tier === tier && it.size === size)
            if (!one) return null
            const isFromLeads = Boolean(poolOf(one, pools.data))
            return <StockCell one={one} isFromLeads={isFromLeads} onChoose={() => onPackage(one.id)} />
          }}
        >
          <StockForm {...{ place, packages, packageId, onPackage, onStory }} pools={pools.data} />
        </PackageGrids>
      </Panel>
    </>
  )
}

function Summary({ packages, pools }: { packages: readonly Package[]; pools: readonly BackedPool[] }) {
  const { uniquePackages, totalAvailable, leadTypes, tiers } = summaryOf(packages, pools)
  const units = [...new Set(packages.map((one) => (poolOf(one, pools) ? 'imported leads' : 'packages')))].join(' and ')
  const unlimitedWords = packages.some(({ available }) => available > COUNTED_MAX) ? '; unlimited counted as 1,000' : ''
  return (
    <section aria-labelledby="inventory-summary" className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <h2 id="inventory-summary" className="font-semibold">
        Inventory Summary
      </h2>
      <FactList
        className="figures flex flex-wrap items-baseline gap-x-6 gap-y-1"
        factLook="flex flex-row-reverse items-baseline gap-1.5"
        termLook="text-muted"
        valueLook="font-semibold whitespace-nowrap"
        facts={[
          ['Unique Packages', formatCount(uniquePackages)],
          [`Total Leads Available (${units}${unlimitedWords})`, formatCount(totalAvailable)],
          ['Lead Types', leadTypes],
          ['Tiers', tiers],
        ]}
      />
    </section>
  )
}

/** Only what is low has a color; what there is plenty of is light. */
function lookOf(available: number): string {
  if (available > 50) return 'font-normal'
  return classes('font-semibold', available <= 0 ? 'text-danger' : available <= LOW_STOCK_MAX && 'text-attention')
}

function StockCell({ one, isFromLeads, onChoose }: { one: Package; isFromLeads: boolean; onChoose: () => void }) {
  const set = useSetStock()
  const name = priceName(keyedPackage(one))
  const look = lookOf(one.available)
  const price = <p className="figures truncate pr-2.25 text-xs text-muted">{formatPrice(one.price)}</p>
  if (isFromLeads)
    return (
      <>
        <button
          type="button"
          id={stockCellId(one.id)}
          onClick={onChoose}
          onFocus={onChoose}
          className={`figures min-h-11 w-full rounded-md px-2.25 text-right hover:bg-accent-quiet compact:min-h-7 ${look}`}
        >
          <span className="sr-only">{name}: </span>
          {stockWord(one.available)}
          <span className="sr-only"> From leads</span>
        </button>
        {price}
      </>
    )
  return (
    <EditCell
      id={stockCellId(one.id)}
      label={`${name}, in stock`}
      title={`ID: ${one.id}`}
      inputMode="numeric"
      value={one.available > COUNTED_MAX ? '' : String(Math.max(0, one.available))}
      placeholder="∞"
      look={look}
      errorOf={countError}
      now={stockWord(one.available)}
      change={set}
      outdated="availability_changed"
      onSave={(text, onSuccess) =>
        set.mutate({ id: one.id, available: Number(text), expected: one.available }, { onSuccess })
      }
      onFocus={onChoose}
    >
      {price}
    </EditCell>
  )
}

const WHICH = choicesOf({ all: 'All', low: 'Only low' })

/** What was low when only that was asked for: a restocked cell stays. */
type Only = ReadonlySet<string> | null
function LowStockAlert({ low, only, onOnly }: { low: readonly Package[]; only: Only; onOnly: (only: Only) => void }) {
  const soldOut = low.filter(({ available }) => available <= 0).length
  const few = low.length - soldOut
  return (
    <section aria-labelledby="low-stock-alert" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <h3 id="low-stock-alert" className="font-semibold">
        Low Stock Alert
      </h3>
      <p className="figures">
        {low.length} low: {soldOut > 0 && <strong className="text-danger">{soldOut} sold out</strong>}
        {soldOut > 0 && few > 0 && ', '}
        {few > 0 && <strong className="text-attention">{few} with 1 to 10 left</strong>}
      </p>
      <Choice
        legend="Packages in the grid"
        options={WHICH}
        value={only ? 'low' : 'all'}
        onChange={(which) => onOnly(which === 'low' ? new Set(low.map(({ id }) => id)) : null)}
      />
    </section>
  )
}
