import { type SubmitEvent, useRef, useState } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import {
  COUNTED_MAX,
  LEAD_TYPE_NAMES,
  type Package,
  TIER_FACTS,
  USUAL_SALE_CAPS,
} from '#contract/catalogue/catalogue.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useSetStock } from './stock-data.ts'
import { countError, inOrder, poolOf, stockWord } from './stock-rules.ts'

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
export function StockForm({ place, packages, pools, packageId, onPackage, onStory }: StockFormProps) {
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
