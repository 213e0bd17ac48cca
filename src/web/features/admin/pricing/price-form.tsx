import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { levelWords, listPriceAreas, type PriceArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import { FRESH, query } from '#web/lib/call-api.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/panel.tsx'
import { describeDifference, isSteep, keyOf, priceError, type ShownPrice, type ShownPrices } from './price-rules.ts'
import { useSetPrice } from './pricing-data.ts'

interface OwnAreasProps {
  /** Null: everywhere. */
  area: PriceArea | null
  onChange: (area: PriceArea | null) => void
}

/** The states and counties that have prices of their own; pressing one chooses it. */
export function OwnAreas({ area, onChange }: OwnAreasProps) {
  const list = useQuery({ ...query(listPriceAreas), ...FRESH })
  const areas = list.data ?? []
  if (areas.length === 0) return <ListTrouble list={list} title="The places with local prices could not be loaded" />
  return (
    <section className="text-sm text-muted">
      <strong className="text-accent">Local prices in {formatPlural(areas.length, 'place')}</strong>. County prices
      override state prices; state prices override national prices.
      <ul
        aria-label="Places with local prices"
        className="mt-1.5 flex max-h-24 flex-wrap gap-2 overflow-y-auto **:aria-pressed:border-accent **:aria-pressed:bg-accent-quiet"
      >
        {areas.map(({ area: { name, ...place }, prices }) => {
          const isShown = area?.state === place.state && area.county === place.county
          return (
            <li key={name}>
              <Button size="small" aria-pressed={isShown} onClick={() => onChange(isShown ? null : place)}>
                {name}
                <span className="figures font-normal text-muted">{formatPlural(prices, 'price')}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export const EMPTY_PRICE = {
  leadType: '' as contract.LeadType | '',
  tier: '' as contract.Tier | '',
  size: 20 as contract.Size,
  price: '',
}
type PriceDraft = typeof EMPTY_PRICE

interface PriceFormProps {
  prices: ShownPrices
  draft: PriceDraft
  onDraft: (draft: PriceDraft) => void
}

/** Changes one price. The result is shown below the fields before it is saved. */
export function PriceForm({ prices: { area, prices }, draft, onDraft }: PriceFormProps) {
  const update = useSetPrice(area)
  const firstField = useRef<HTMLSelectElement>(null)
  const priceField = useRef<HTMLInputElement>(null)
  const { leadType, tier, size, price } = draft
  const key = leadType && tier ? { leadType, tier, size } : null
  const shown = key ? prices.get(keyOf(key)) : undefined

  const edit = (part: Partial<PriceDraft>) => {
    if (update.error) update.reset()
    onDraft({ ...draft, ...part })
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!key || update.isPending) return
    if (price === '' || priceError(price)) return priceField.current?.focus()
    const handleDone = () => {
      onDraft(EMPTY_PRICE)
      // The button is disabled again, so the focus moves on to the next price.
      firstField.current?.focus({ preventScroll: true })
    }
    update.mutate({ ...key, basePrice: price, ...(shown && { before: shown.price }) }, { onSuccess: handleDone })
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      aria-label="Change a price"
      className="grid grid-cols-[minmax(0,1fr)] content-start items-start gap-x-3 gap-y-2 sm:grid-cols-2"
    >
      <SelectField
        ref={firstField}
        label="Lead Type"
        placeholder="Select lead type"
        options={contract.LEAD_TYPES}
        nameOf={(one) => contract.LEAD_TYPE_NAMES[one]}
        value={leadType}
        onChange={(one) => edit({ leadType: one })}
      />
      <SelectField
        label="Tier"
        placeholder="Select tier"
        options={contract.TIERS}
        nameOf={(one) => contract.TIER_FACTS[one].name}
        value={tier}
        onChange={(one) => edit({ tier: one })}
      />
      <SelectField
        label="Package Size"
        options={contract.SIZES}
        nameOf={(one) => `${one} leads`}
        value={size}
        onChange={(one) => edit({ size: one })}
      />
      <NumberField
        ref={priceField}
        label="New Price ($)"
        inputMode="decimal"
        step="0.01"
        value={price}
        fieldErrorOf={priceError}
        onChange={(text) => edit({ price: text })}
      />
      <Button
        type="submit"
        look="primary"
        // After the line that says what it does.
        className="order-1 sm:justify-self-start"
        disabled={!key || price === '' || update.isPending}
      >
        {update.isPending ? 'Updating…' : 'Update Pricing'}
      </Button>
      <div className="col-span-full text-sm text-muted">
        <p role="status">
          {!key
            ? 'New prices apply right away. Sent links and placed orders keep their price.'
            : shown && priceWords(key, shown, area?.name ?? null, priceError(price) ? '' : price)}
        </p>
        {/* The cell of another price empties the field. */}
        {price !== '' &&
          (update.error?.code === 'price_changed' ? (
            <Notice tone="attention" title="Someone else changed this price" className="mt-3">
              {update.error.sentence} Nothing was changed, and your price is still in the form. Press Update Pricing
              again to replace the new price with yours.
            </Notice>
          ) : (
            <ErrorNotice title="The price was not changed" error={update.error} className="mt-3" />
          ))}
      </div>
    </form>
  )
}

/** What saving one price does; `after` is empty while there is no valid one. */
function priceWords(key: PriceKey, { price, level }: ShownPrice, place: string | null, after: string): string {
  const whose = place ? ` (${levelWords(level, place)})` : ''
  if (after === '') return `${priceName(key)} costs ${formatDollars(price)} now${whose}. Enter the new price.`
  const difference = describeDifference(price, after)
  const doubt = isSteep(price, after) ? ' That is half or more of the price. Is the decimal point right?' : ''
  return `${priceName(key)}: ${formatDollars(price)}${whose} to ${formatDollars(after)} (${difference}).${doubt}`
}
