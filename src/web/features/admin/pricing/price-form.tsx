import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { levelWords, listPriceAreas, type PriceArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import { FRESH, query } from '#web/lib/call-api.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useCounties, useStates } from '#web/lib/places.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { describeDifference, isSteep, keyOf, priceError, type ShownPrice } from './price-rules.ts'
import { usePrices, useSetPrice } from './pricing-data.ts'

/** More are folded. */
const SHOWN_AT_ONCE_MAX = 6

interface PriceWhereProps {
  /** Null: everywhere. */
  area: PriceArea | null
  onChange: (area: PriceArea | null) => void
  search: ReactNode
}

/** Where prices are shown and changed: everywhere, in a state, or in a county. */
export function PriceWhere({ area, onChange, search }: PriceWhereProps) {
  const states = useStates()
  const counties = useCounties(area?.state ?? '')
  const failed = [states, counties].find(({ error }) => error)
  return (
    <Panel title="Where" intro="County prices override state prices; state prices override national prices.">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr]">
        <div className="sm:max-lg:col-span-2">{search}</div>
        <SelectField
          label="State"
          placeholder="Everywhere"
          options={states.data ?? []}
          value={area?.state ?? ''}
          onChange={(state) => onChange(state === '' ? null : { state, county: null })}
        />
        <SelectField
          label="County"
          placeholder={area ? 'The whole state' : 'Select a state first'}
          options={counties.data ?? []}
          value={area?.county ?? ''}
          disabled={!area}
          aria-busy={counties.isFetching}
          onChange={(county) => area && onChange({ state: area.state, county: county || null })}
        />
      </div>
      <ErrorNotice error={failed?.error} onRetry={failed?.refetch} className="mt-3" />
      <OwnAreas area={area} onChange={onChange} />
    </Panel>
  )
}

/** The states and counties that have prices of their own; pressing one chooses it. */
function OwnAreas({ area, onChange }: Omit<PriceWhereProps, 'search'>) {
  const list = useQuery({ ...query(listPriceAreas), ...FRESH })
  const areas = list.data ?? []
  return (
    <div className="mt-4">
      <ListTrouble list={list} title="The places with prices of their own could not be loaded" />
      {list.data?.length === 0 && <p className="text-sm text-muted">No state or county has prices of its own yet.</p>}
      {areas.length > 0 && (
        <details open={areas.length <= SHOWN_AT_ONCE_MAX}>
          <summary className="py-1 text-sm font-semibold text-accent hover:underline">
            Local prices in {formatPlural(areas.length, 'place')}
          </summary>
          <ul aria-label="Places with prices of their own" className="mt-1.5 flex flex-wrap gap-2">
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
        </details>
      )}
    </div>
  )
}

const EMPTY_PRICE = {
  leadType: '' as contract.LeadType | '',
  tier: '' as contract.Tier | '',
  size: 20 as contract.Size,
  price: '',
}

/** Changes one price. The result is shown below the fields before it is saved. */
export function PriceForm({ area }: { area: PriceArea | null }) {
  const { data: known } = usePrices(area)
  const update = useSetPrice(area)
  const [draft, setDraft] = useState(EMPTY_PRICE)
  const firstField = useRef<HTMLSelectElement>(null)
  const priceField = useRef<HTMLInputElement>(null)
  const { leadType, tier, size, price } = draft
  const key = leadType && tier ? { leadType, tier, size } : null
  const shown = key ? known?.prices.get(keyOf(key)) : undefined
  const place = known?.area?.name ?? area?.county ?? area?.state

  const edit = (part: Partial<typeof draft>) => {
    if (update.error) update.reset()
    setDraft({ ...draft, ...part })
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!key || update.isPending) return
    if (price === '' || priceError(price)) return priceField.current?.focus()
    const handleDone = () => {
      setDraft(EMPTY_PRICE)
      // The button is disabled again, so the focus moves on to the next price.
      firstField.current?.focus({ preventScroll: true })
    }
    update.mutate({ ...key, basePrice: price, ...(shown && { before: shown.price }) }, { onSuccess: handleDone })
  }

  return (
    <Panel
      title="Change a price"
      intro={`${
        place
          ? `A price set here applies only in ${place}.`
          : 'A price applies to its package in every county, unless the county or its state has its own.'
      } Buyers are told before they pay. Links already sent and orders already placed keep theirs.`}
    >
      <form
        noValidate
        onSubmit={handleSubmit}
        className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[1.4fr_1fr_1fr_1.2fr_auto]"
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
          // Next to the fields, at the height of the inputs below their labels; otherwise after the line that says what
          // it does.
          className="max-xl:order-1 sm:max-xl:justify-self-start xl:mt-[1.625rem]"
          disabled={!key || price === '' || update.isPending}
        >
          {update.isPending ? 'Updating…' : 'Update Pricing'}
        </Button>
        <p role="status" className="col-span-full text-sm text-muted">
          {!key
            ? 'Choose a price here, or change it in its cell below.'
            : shown && priceWords(key, shown, known?.area?.name ?? null, priceError(price) ? '' : price)}
        </p>
      </form>
      {update.error?.code === 'price_changed' ? (
        <Notice tone="attention" title="Someone else changed this price" className="mt-3">
          {update.error.sentence} Nothing was changed, and your price is still in the form. Press Update Pricing again
          to replace the new price with yours.
        </Notice>
      ) : (
        <ErrorNotice title="The price was not changed" error={update.error} className="mt-3" />
      )}
    </Panel>
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
