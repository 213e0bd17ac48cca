import { type ReactNode, useId, useState } from 'react'
import { type Package, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { changeMarks } from './change-marks.ts'
import { DealLine } from './deal-line.tsx'
import { shownDeals } from './shown-deals.ts'
import { StockWord } from './stock-word.tsx'
import { TierBadge } from './tier-badge.tsx'

const DELIVERY_CHOICES = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const

/** Buys the package. The page passes in the cart's button, because features do not import each other. */
export type PackageAction = (choice: {
  package: Package
  deliveryMethod: DeliveryMethod
  describedBy: string
}) => ReactNode

/** One size of one tier: a row whose figures align with its neighbors, or a card with the same order on a phone. */
export function PackageRow({ package: one, action }: { package: Package; action: PackageAction }) {
  const [deliveryMethod, setDeliveryMethod] = useState<DeliveryMethod>('email')
  const hasChanged = changeMarks.use().has(one.id)
  const deal = shownDeals.use().get(one.id)
  const price = deal?.price ?? one.price
  const nameId = useId()
  const name = `${TIER_FACTS[one.tier].name} ${sizeName(one.size)}`
  return (
    <li
      id={one.id}
      className={classes(
        'scroll-mt-4 transition-colors duration-200 target:bg-accent-quiet',
        hasChanged && 'bg-attention-quiet motion-reduce:bg-surface',
      )}
    >
      <article
        aria-labelledby={nameId}
        className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(15rem,1fr)_6.5rem_6.5rem_auto_9rem] lg:gap-x-4 lg:py-3.5"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h4 id={nameId} className="font-semibold">
              <span className="sr-only">{TIER_FACTS[one.tier].name} </span>
              {sizeName(one.size)}
            </h4>
            <span className="figures text-sm text-muted">{one.size} leads</span>
            <TierBadge tier={one.tier} />
          </div>
          <p className="mt-0.5 text-sm text-muted max-lg:hidden">{one.description}</p>
          <DealLine deal={deal} className="max-lg:hidden" />
        </div>
        <p className="text-right">
          <span className="display figures block text-2xl lg:text-[1.625rem]">{formatPrice(price)}</span>
          <span className="figures block text-xs text-muted">{formatPerLead(price, one.size)} per lead</span>
        </p>
        <div className="col-span-2 lg:hidden">
          <p className="text-sm text-muted">{one.description}</p>
          <DealLine deal={deal} />
        </div>
        <p className="max-lg:self-center lg:text-right">
          <StockWord available={one.available} />
        </p>
        <div className="max-lg:justify-self-end">
          <Choice
            legend={`Delivery of ${name}`}
            options={DELIVERY_CHOICES}
            value={deliveryMethod}
            onChange={setDeliveryMethod}
          />
        </div>
        <div className="max-lg:col-span-2">{action({ package: one, deliveryMethod, describedBy: nameId })}</div>
      </article>
    </li>
  )
}
