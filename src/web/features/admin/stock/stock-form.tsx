import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import { COUNTED_MAX, type Package } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { useCounties, useStates } from '#web/lib/places.ts'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FollowsFromLeads } from './from-leads.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useBackedPools, useCountyPackages, useSetStock } from './stock-data.ts'
import { countError, inOrder, poolOf, stockWord } from './stock-rules.ts'

const EMPTY_STOCK = { count: '', reason: '' }
type StockDraft = typeof EMPTY_STOCK

interface StockFormProps {
  place: Place
  search: ReactNode
  packageId: string
  onPlace: (place: Place) => void
  onPackage: (packageId: string) => void
  actions: ReactNode
}

/** Sets the stock of one package. The result is shown below the fields before it is saved. */
export function StockForm(props: StockFormProps) {
  const { place, search, packageId, onPlace, onPackage, actions } = props
  const states = useStates()
  const counties = useCounties(place.state)
  const packages = useCountyPackages(place)
  const pools = useBackedPools(place).data ?? []
  const update = useSetStock()
  const [draft, onDraft] = useState(EMPTY_STOCK)
  const countField = useRef<HTMLInputElement>(null)
  const packageField = useRef<HTMLSelectElement>(null)
  const sorted = inOrder(packages.data ?? [])
  const chosen = sorted.find(({ id }) => id === packageId)
  const pool = chosen && poolOf(chosen, pools)
  const { count, reason } = draft
  const fieldError = count !== '' ? countError(count) : undefined
  const failed = [states, counties, packages].find(({ error }) => error)
  const changedTo = update.error?.code === 'availability_changed' && update.error.details.available

  const edit = (part: Partial<StockDraft>) => {
    if (update.error) update.reset()
    onDraft({ ...draft, ...part })
  }
  const nameOf = (id: string) => {
    const one = sorted.find((other) => other.id === id)
    return one ? `${priceName(keyedPackage(one))} (${one.size} leads)${poolOf(one, pools) ? ', from leads' : ''}` : id
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
    <Panel
      title="Set the stock of a package"
      intro="Choose a county and one of its packages. Above 999, stock is unlimited. Held units stay held."
      actions={actions}
    >
      {search}
      <form
        noValidate
        onSubmit={handleSubmit}
        className="mt-3 grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.8fr]"
      >
        <SelectField
          label="State"
          placeholder={states.isPending ? 'Loading states…' : 'Select a state'}
          options={states.data ?? []}
          value={states.data?.includes(place.state) === false ? '' : place.state}
          onChange={(state) => onPlace({ state, county: '' })}
        />
        <SelectField
          label="County"
          placeholder={place.state === '' ? 'Select a state first' : 'Select a county'}
          options={counties.data ?? []}
          value={counties.data?.includes(place.county) === false ? '' : place.county}
          disabled={place.state === ''}
          aria-busy={counties.isFetching}
          onChange={(county) => onPlace({ ...place, county })}
        />
        <SelectField
          ref={packageField}
          label="Package"
          className="sm:max-lg:col-span-2"
          placeholder={place.county === '' ? 'Select a state and county first' : 'Select a package'}
          options={sorted.map(({ id }): string => id)}
          nameOf={nameOf}
          value={chosen?.id ?? ''}
          disabled={place.county === '' || sorted.length === 0}
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
                <OutcomeWords chosen={chosen} count={fieldError ? '' : count} hasCounty={place.county !== ''} />
              </p>
            </div>
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
      <ErrorNotice
        error={failed?.error}
        onRetry={failed?.error?.status === 404 ? undefined : failed?.refetch}
        className="mt-3"
      />
    </Panel>
  )
}

interface OutcomeWordsProps {
  chosen: Package | undefined
  /** Empty if there is no valid count. */
  count: string
  hasCounty: boolean
}

function OutcomeWords({ chosen, count, hasCounty }: OutcomeWordsProps) {
  if (!chosen) return hasCounty ? 'Choose a package here, or change a count in the inventory below.' : null
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
