import { type Ref, type SubmitEvent, useRef, useState } from 'react'
import type { PriceArea } from '#contract/admin/price-areas.ts'
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
import { centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { GiveUpDialog, giveUpWords } from './give-up-dialog.tsx'
import { PriceLine } from './price-line.tsx'
import { isOwnPrice, keyOf, priceComplaint } from './price-rules.ts'
import { usePrices } from './pricing-data.ts'
import { useSavePrice } from './use-price-changes.ts'

/** The input for one price, as typed. */
export interface PriceDraft {
  leadType: LeadType | null
  tier: Tier | null
  size: Size
  price: string
}

export const EMPTY_PRICE: PriceDraft = { leadType: null, tier: null, size: 20, price: '' }

const sizeWords = (size: Size): string => `${size} leads`

interface PriceFormProps {
  /** Where; null: everywhere. */
  area: PriceArea | null
  draft: PriceDraft
  onChange: (draft: PriceDraft) => void
  /** The field of the new price, which gets the focus when a price is selected. */
  priceField: Ref<HTMLInputElement>
}

/** Changes one price. The result is shown below the fields before it is saved. */
export function PriceForm({ area, draft, onChange, priceField }: PriceFormProps) {
  const { data: known } = usePrices(area)
  const change = useSavePrice(area)
  const [isGivingUp, setIsGivingUp] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { leadType, tier, size, price } = draft
  const key = leadType && tier ? { leadType, tier, size } : null
  const cents = price === '' || priceComplaint(price) ? null : centsFromDollars(price)
  const shown = key ? known?.prices.get(keyOf(key)) : undefined
  const named = area ? (known?.area ?? null) : null

  const edit = (part: Partial<PriceDraft>) => {
    if (change.error) change.reset()
    onChange({ ...draft, ...part })
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!key || change.isPending) return
    if (cents === null) return form.current?.querySelector('input')?.focus()
    change.save(key, dollarTextFromCents(cents), shown, finish)
  }
  const finish = () => {
    onChange(EMPTY_PRICE)
    // The button is disabled again, so the focus moves on to the next price.
    form.current?.querySelector('select')?.focus({ preventScroll: true })
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
        ref={form}
        noValidate
        onSubmit={handleSubmit}
        className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[1.4fr_1fr_1fr_1.2fr_auto]"
      >
        <SelectField
          label="Lead Type"
          placeholder="Select lead type"
          options={LEAD_TYPES.map((one) => LEAD_TYPE_NAMES[one])}
          value={leadType ? LEAD_TYPE_NAMES[leadType] : ''}
          onChange={(event) => edit({ leadType: LEAD_TYPES[event.target.selectedIndex - 1] ?? null })}
        />
        <SelectField
          label="Tier"
          placeholder="Select tier"
          options={TIERS.map((one) => TIER_FACTS[one].name)}
          value={tier ? TIER_FACTS[tier].name : ''}
          onChange={(event) => edit({ tier: TIERS[event.target.selectedIndex - 1] ?? null })}
        />
        <SelectField
          label="Package Size"
          options={SIZES.map(sizeWords)}
          value={sizeWords(size)}
          onChange={(event) => edit({ size: SIZES[event.target.selectedIndex] ?? size })}
        />
        <NumberField
          ref={priceField}
          label="New Price ($)"
          inputMode="decimal"
          step="0.01"
          value={price}
          complaintOf={priceComplaint}
          onChange={(text) => edit({ price: text })}
        />
        <Button
          type="submit"
          look="primary"
          // Next to the fields, at the height of the inputs below their labels; otherwise after the line that says what
          // it does.
          className="max-xl:order-1 sm:max-xl:justify-self-start xl:mt-[1.625rem]"
          disabled={!key || price === '' || change.isPending}
        >
          {change.isPending ? 'Updating…' : 'Update Pricing'}
        </Button>
        <div className="col-span-full">
          <PriceLine
            priceKey={key}
            area={named}
            shown={shown}
            after={cents === null ? undefined : dollarTextFromCents(cents)}
          />
          {key && named && shown && isOwnPrice(shown, named) && (
            <Button size="small" className="mt-1" onClick={() => setIsGivingUp(true)}>
              {giveUpWords(shown, named)} ({formatDollars(shown.inherited)})
            </Button>
          )}
        </div>
      </form>
      {change.error && <PriceTrouble error={change.error} />}
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

/** Why the price did not change. Typed input stays. */
function PriceTrouble({ error }: { error: ApiError }) {
  return error.code === 'price_changed' ? (
    <Notice tone="attention" title="Someone else changed this price" className="mt-3">
      {error.sentence} Nothing was changed, and your price is still in the form. Press Update Pricing again to replace
      the new price with yours.
    </Notice>
  ) : (
    <Notice tone="danger" title="The price was not changed" className="mt-3">
      {error.sentence}
    </Notice>
  )
}
