import { type ReactNode, type Ref, type SubmitEvent, useRef } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import { COUNTED_MAX, type Package } from '#contract/catalogue/catalogue.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FollowsFromLeads } from './from-leads.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useBackedPools, useCounties, useCountyPackages, useStates } from './stock-data.ts'
import { countComplaint, inOrder, poolOf, stockWord } from './stock-rules.ts'
import { useSetAvailability } from './use-stock-changes.ts'

/** The input in the form for one package. */
export interface StockDraft {
  count: string
  reason: string
}

export const EMPTY_STOCK: StockDraft = { count: '', reason: '' }

interface StockFormProps {
  place: Place
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
  packageId: string
  onPlace: (place: Place) => void
  onPackage: (packageId: string) => void
  draft: StockDraft
  onDraft: (draft: StockDraft) => void
  /** The field of the count, which gets the focus when a package is selected. */
  countField: Ref<HTMLInputElement>
  /** The same if there is no count, because the stock follows leads. */
  leadsWay: Ref<HTMLAnchorElement>
  actions: ReactNode
}

/** Sets the stock of one package. The result is shown below the fields before it is saved. */
export function StockForm(props: StockFormProps) {
  const { place, search, packageId, onPlace, onPackage, draft, onDraft, countField, leadsWay, actions } = props
  const states = useStates()
  const counties = useCounties(place.state)
  const packages = useCountyPackages(place)
  const pools = useBackedPools(place).data ?? []
  const update = useSetAvailability()
  const form = useRef<HTMLFormElement>(null)
  const sorted = inOrder(packages.data ?? [])
  const chosen = sorted.find(({ id }) => id === packageId)
  const pool = chosen && poolOf(chosen, pools)
  const { count, reason } = draft
  const complaint = count !== '' ? countComplaint(count) : undefined
  const failed = [states, counties, packages].find(({ error }) => error)

  const edit = (part: Partial<StockDraft>) => {
    if (update.error) update.reset()
    onDraft({ ...draft, ...part })
  }
  const choose = (id: string) => {
    if (update.error) update.reset()
    onPackage(id)
  }
  const named = (one: Package) => `${nameOf(one)}${poolOf(one, pools) ? ', from leads' : ''}`
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!chosen || pool || update.isPending) return
    if (count === '' || complaint) return form.current?.querySelector('input')?.focus()
    const why = reason.trim()
    update.mutate(
      { packageId: chosen.id, available: Number(count), expected: chosen.available, ...(why ? { reason: why } : {}) },
      {
        onSuccess: () => {
          onDraft(EMPTY_STOCK)
          onPackage('')
          // The button is disabled again, so the focus moves on to the next package.
          form.current?.querySelectorAll('select')[2]?.focus({ preventScroll: true })
        },
      },
    )
  }

  return (
    <Panel
      title="Set the stock of a package"
      intro="Choose a county and one of its packages. Above 999, stock is unlimited. Held units stay held."
      actions={actions}
    >
      {search}
      <form
        ref={form}
        noValidate
        onSubmit={handleSubmit}
        className="mt-3 grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.8fr]"
      >
        <SelectField
          label="State"
          placeholder={states.isPending ? 'Loading states…' : 'Select a state'}
          options={states.data ?? []}
          value={states.data?.includes(place.state) === false ? '' : place.state}
          onChange={(event) => onPlace({ state: event.target.value, county: '' })}
        />
        <SelectField
          label="County"
          placeholder={place.state === '' ? 'Select a state first' : 'Select a county'}
          options={counties.data ?? []}
          value={counties.data?.includes(place.county) === false ? '' : place.county}
          disabled={place.state === ''}
          aria-busy={counties.isFetching}
          onChange={(event) => onPlace({ ...place, county: event.target.value })}
        />
        <SelectField
          label="Package"
          className="sm:max-lg:col-span-2"
          placeholder={place.county === '' ? 'Select a state and county first' : 'Select a package'}
          options={sorted.map(named)}
          value={chosen ? named(chosen) : ''}
          disabled={place.county === '' || sorted.length === 0}
          onChange={(event) => choose(sorted[event.target.selectedIndex - 1]?.id ?? '')}
        />
        {pool ? (
          <FollowsFromLeads key={packageId} place={place} pool={pool} wayRef={leadsWay} />
        ) : (
          <>
            <NumberField
              ref={countField}
              label="New Availability Count"
              inputMode="numeric"
              step="1"
              value={count}
              complaintOf={countComplaint}
              onChange={(text) => edit({ count: text })}
            />
            <TextField
              label="Reason"
              note="optional"
              className="lg:col-span-2"
              autoComplete="off"
              dir="auto"
              maxLength={STOCK_REASON_LENGTH_MAX}
              value={reason}
              onChange={(event) => edit({ reason: event.target.value })}
            />
            <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button type="submit" look="primary" disabled={!chosen || count === '' || update.isPending}>
                {update.isPending ? 'Updating…' : 'Update Inventory'}
              </Button>
              <p role="status" className="min-w-0 grow basis-60 text-sm text-muted">
                <OutcomeWords chosen={chosen} count={complaint ? '' : count} hasCounty={place.county !== ''} />
              </p>
            </div>
          </>
        )}
      </form>
      {update.error && <StockTrouble error={update.error} />}
      {failed?.error && (
        <Notice
          tone="danger"
          className="mt-3"
          action={failed.error.status !== 404 && <Button onClick={() => failed.refetch()}>Try again</Button>}
        >
          {failed.error.sentence}
        </Notice>
      )}
    </Panel>
  )
}

const nameOf = (one: Package): string => `${priceName(keyedPackage(one))} (${one.size} leads)`

interface OutcomeWordsProps {
  chosen: Package | undefined
  /** Empty if there is no valid count. */
  count: string
  hasCounty: boolean
}

/** What saving will do, in a sentence. */
function OutcomeWords({ chosen, count, hasCounty }: OutcomeWordsProps) {
  if (!chosen) return hasCounty ? 'Choose a package here, or press one in the inventory below.' : null
  const before = stockWord(chosen.available)
  if (count === '') return `In stock now: ${before}. Enter the new count.`
  const after = Number(count)
  if (after === chosen.available) return 'This is already its stock, so saving changes nothing.'
  return (
    <>
      <span className="figures text-ink">
        {before} <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> <strong>{stockWord(after)}</strong>
      </span>
      {after === 0 && ' Buyers see Out of Stock.'}
      {after > COUNTED_MAX && ` Buyers see Unlimited; ${formatCount(after)} is kept as your number.`}
    </>
  )
}

/** Why the stock did not change. Typed input stays. */
function StockTrouble({ error }: { error: ApiError }) {
  const { available } = error.details
  return error.code === 'availability_changed' && typeof available === 'number' ? (
    <Notice tone="attention" title="This stock has changed" className="mt-3">
      It is now {stockWord(available)}: a colleague set it, or buyers took some. Nothing was changed, and your count is
      still in the form. Press Update Inventory again to replace the new count with yours.
    </Notice>
  ) : (
    <Notice tone="danger" title="The stock was not changed" className="mt-3">
      {error.sentence}
    </Notice>
  )
}
