import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { levelOf, levelWords, listPriceAreas, type NamedArea, type PriceArea } from '#contract/admin/price-areas.ts'
import { changePrice, type PriceKey, priceName } from '#contract/admin/pricing.ts'
import {
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  type LeadType,
  SIZES,
  type Size,
  TIER_FACTS,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useCounties, useStates } from '#web/lib/places.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PricedRows, PriceLine, reachWords } from './price-line.tsx'
import { isOwnPrice, keyOf, priceError, type ShownPrice } from './price-rules.ts'
import { TOUCHED_PATHS, useChangePrices, usePrices, usePricesPreview } from './pricing-data.ts'

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
  const buttons = (
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
  )
  return (
    <div className="mt-4">
      <ListTrouble list={list} title="The places with prices of their own could not be loaded" />
      {list.data?.length === 0 && <p className="text-sm text-muted">No state or county has prices of its own yet.</p>}
      {areas.length > 0 && areas.length <= SHOWN_AT_ONCE_MAX && (
        <>
          <p className="text-sm font-semibold">Local prices</p>
          {buttons}
        </>
      )}
      {areas.length > SHOWN_AT_ONCE_MAX && (
        <details>
          <summary className="py-1 text-sm font-semibold text-accent hover:underline">
            {formatPlural(areas.length, 'place')} with prices of their own
          </summary>
          {buttons}
        </details>
      )}
    </div>
  )
}

/** `Use the Texas price`: what an area that gives up its own price gets. */
const giveUpWords = ({ inheritedLevel }: ShownPrice, area: NamedArea): string =>
  `Use the ${inheritedLevel === 'national' ? 'national price' : levelWords(inheritedLevel, area)}`

interface GiveUpDialogProps {
  area: NamedArea
  priceKey: PriceKey
  shown: ShownPrice
  onDone: () => void
  onClose: () => void
}

/** Asks before an area gives up its own price, with the price that it gets instead. */
function GiveUpDialog({ area, priceKey, shown, onDone, onClose }: GiveUpDialogProps) {
  const { leadType, tier, size } = priceKey
  const body = { leadTypes: [leadType], tiers: [tier], sizes: [size], change: { kind: 'inherit' as const }, area }
  const preview = usePricesPreview(body)
  const change = useChangePrices()
  const rows = preview.data && !preview.isFetching ? preview.data.rows : []
  const error = change.error ?? preview.error
  const isOver = !error && preview.data?.rows.length === 0
  const apply = () => change.mutate({ area, rows }, { onSuccess: onDone })
  return (
    <ConfirmDialog
      title={`${giveUpWords(shown, area)} in ${area.name}?`}
      confirmLabel={giveUpWords(shown, area)}
      pendingLabel="Saving…"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={change.isPending}
      onConfirm={rows.length === 0 ? undefined : apply}
      onClose={onClose}
    >
      <ErrorNotice title="The price stays as it is" error={error} />
      {isOver && <p>{priceName(priceKey)} has no price of its own there anymore.</p>}
      {!preview.data && !error && <Skeleton className="h-16" />}
      {preview.data && rows.length > 0 && (
        <>
          <p>{reachWords(preview.data, area)} Links already sent and orders already placed keep their prices.</p>
          <PricedRows label="The price as it is and as it will be" rows={rows} area={area} />
        </>
      )}
    </ConfirmDialog>
  )
}

export const EMPTY_PRICE = { leadType: '' as LeadType | '', tier: '' as Tier | '', size: 20 as Size, price: '' }
type PriceDraft = typeof EMPTY_PRICE

interface PriceFormProps {
  area: PriceArea | null
  draft: PriceDraft
  onChange: (draft: PriceDraft) => void
  /** The field of the new price, which gets the focus when a price is selected. */
  priceField: RefObject<HTMLInputElement | null>
}

/** Changes one price. The result is shown below the fields before it is saved. */
export function PriceForm({ area, draft, onChange, priceField }: PriceFormProps) {
  const { data: known } = usePrices(area)
  const national = useChange({
    affects: TOUCHED_PATHS,
    send: (body: BodyInputOf<typeof changePrice>) => callApi(changePrice, { body }),
    toast: () => ({ title: 'Pricing updated successfully and applied to all packages!' }),
    failed: 'Error',
    fallback: 'Failed to update pricing',
  })
  const ofArea = useChangePrices()
  const { error, isPending, reset } = area ? ofArea : national
  const [isGivingUp, setIsGivingUp] = useState(false)
  const firstField = useRef<HTMLSelectElement>(null)
  const { leadType, tier, size, price } = draft
  const key = leadType && tier ? { leadType, tier, size } : null
  const cents = price === '' || priceError(price) ? null : centsFromDollars(price)
  const after = cents === null ? undefined : dollarTextFromCents(cents)
  const shown = key ? known?.prices.get(keyOf(key)) : undefined
  const named = area ? (known?.area ?? null) : null

  const edit = (part: Partial<PriceDraft>) => {
    if (error) reset()
    onChange({ ...draft, ...part })
  }
  const finish = () => {
    onChange(EMPTY_PRICE)
    // The button is disabled again, so the focus moves on to the next price.
    firstField.current?.focus({ preventScroll: true })
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!key || isPending) return
    if (after === undefined) return priceField.current?.focus()
    if (!area) {
      national.mutate({ ...key, basePrice: after, ...(shown && { before: shown.price }) }, { onSuccess: finish })
    } else if (shown) {
      const row = { ...key, before: shown.price, beforeLevel: shown.level, after, afterLevel: levelOf(area) }
      ofArea.mutate({ area, rows: [row] }, { onSuccess: finish })
    }
  }

  return (
    <Panel
      title="Change a price"
      intro={`${
        area
          ? `A price set here applies only in ${named?.name ?? area.county ?? area.state}.`
          : 'A price applies to its package in every county, unless the county or its state has its own.'
      } Links already sent and orders already placed keep theirs.`}
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
          options={LEAD_TYPES}
          nameOf={(one) => LEAD_TYPE_NAMES[one]}
          value={leadType}
          onChange={(one) => edit({ leadType: one })}
        />
        <SelectField
          label="Tier"
          placeholder="Select tier"
          options={TIERS}
          nameOf={(one) => TIER_FACTS[one].name}
          value={tier}
          onChange={(one) => edit({ tier: one })}
        />
        <SelectField
          label="Package Size"
          options={SIZES}
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
          disabled={!key || price === '' || isPending}
        >
          {isPending ? 'Updating…' : 'Update Pricing'}
        </Button>
        <div className="col-span-full">
          <PriceLine priceKey={key} area={named} shown={shown} after={after} />
          {key && named && shown && isOwnPrice(shown, named) && (
            <Button size="small" className="mt-1" onClick={() => setIsGivingUp(true)}>
              {giveUpWords(shown, named)} ({formatDollars(shown.inherited)})
            </Button>
          )}
        </div>
      </form>
      {error?.code === 'price_changed' ? (
        <Notice tone="attention" title="Someone else changed this price" className="mt-3">
          {error.sentence} Nothing was changed, and your price is still in the form. Press Update Pricing again to
          replace the new price with yours.
        </Notice>
      ) : (
        <ErrorNotice title="The price was not changed" error={error} className="mt-3" />
      )}
      {isGivingUp && key && named && shown && (
        <GiveUpDialog
          area={named}
          priceKey={key}
          shown={shown}
          onDone={() => {
            setIsGivingUp(false)
            finish()
          }}
          onClose={() => setIsGivingUp(false)}
        />
      )}
    </Panel>
  )
}
