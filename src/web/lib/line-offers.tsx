/** Describes a line of a cart or an order, and what offers did to it. The amounts are the server's. */

import type { ReactNode } from 'react'
import { leadsWords, packageName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { AppliedOffer } from '#contract/catalogue/offers.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { NameValues, PriceCut } from '#web/ui/amounts.tsx'
import { formatDollars } from './format.ts'
import { type LineSums, priceAfterOffers } from './line-sums.ts'
import type { Promises } from './promises.ts'

/** What each offer took off a line, in the server's order; the leads that it added are part of `leadsWords`. */
export const offerEffects = (offers: readonly AppliedOffer[]) =>
  offers
    .filter(({ discount }) => discount > 0)
    .map(({ offerId, name, discount }) => ({ key: offerId, name, value: minusDollars(discount) }))

/** `−$59.80`, with a real minus sign. */
export const minusDollars = (amount: number): string => `−${formatDollars(amount)}`

/** The rows above a total that offers lowered; null if they did not. */
export function sumRows({ subtotal, discount }: Pick<LineSums, 'subtotal' | 'discount'>) {
  if (discount <= 0) return []
  return [
    { name: 'Subtotal', amount: formatDollars(subtotal) },
    { name: 'Discount', amount: minusDollars(discount) },
  ]
}

/** `3-9 days old, 3 buyers at most`: what a buyer of a tier gets, in the store's figures. */
export const tierTerms = (tier: Tier, saleCaps: Promises['saleCaps']): string =>
  `${TIER_FACTS[tier].age} old, ${saleCaps[tier] === 1 ? '1 buyer' : `${saleCaps[tier]} buyers at most`}`

/** Puts lines together that differ in nothing a person sees, in the order of their first. */
export const groupSame = <Line extends BillLineProps['line']>(lines: readonly Line[]) =>
  [
    ...Map.groupBy(lines, ({ tier, size, leadType, place, deliveryMethod, price, discount, bonusLeads }) =>
      [tier, size, leadType, place, deliveryMethod, price, discount, bonusLeads].join(),
    ).values(),
  ].flatMap((same) => same.slice(0, 1).map((line) => ({ line, same })))

type BillLineProps = { line: Omit<OrderLine, 'isRefunded'>; price?: ReactNode; terms?: string }

/** A line with its price, by default what it costs after offers, and the offers below. */
export const BillLine = ({ line, price, terms }: BillLineProps) => (
  <>
    <div className="flex items-baseline justify-between gap-4 @max-[14rem]:flex-col @max-[14rem]:gap-0">
      <p className="min-w-0 font-semibold">{packageName(line)}</p>
      {price ?? (
        <PriceCut was={formatDollars(line.price)} now={formatDollars(priceAfterOffers(line))} className="text-right" />
      )}
    </div>
    <p className="text-sm text-muted">
      {leadsWords(line)}&nbsp;· {line.leadTypeName}&nbsp;· {line.place}&nbsp;·{' '}
      {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
      {terms && <span className="block">{terms}</span>}
    </p>
    <NameValues label="Offers" rows={offerEffects(line.offers)} className="mt-1" />
  </>
)
