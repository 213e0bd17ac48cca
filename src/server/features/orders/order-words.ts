/** An order in words, the same in mails and documents. */

import { LEAD_TYPE_NAMES, type LeadType, sizeName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { formatCents } from '#contract/money.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { lineCost } from './line-cost.ts'
import type { OrderLineRow, OrderRow } from './order-row.ts'

/** What banks need to show a refund. @see https://docs.stripe.com/refunds 5 to 10 business days */
export const CARD_REFUND_TIME = 'Card refunds take 5 to 10 business days to show on your statement.'

/** How an order was paid, as its receipt says it. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<OrderRow['payment_method'], string>> = {
  stripe: 'Credit Card',
  cash_app: 'Cash App',
  manual: 'Paid directly',
  free: 'No payment needed',
}

/** What store credit paid of some lines; cents. */
export const creditOfLines = (lines: readonly Pick<OrderLineRow, 'credit_cents'>[]): number =>
  lines.reduce((sum, line) => sum + line.credit_cents, 0)

/** What a total was paid by, where store credit paid a part of it: the credit, and the rest. Nothing where it paid none. */
export function creditSums(order: {
  totalCents: number
  creditCents: number
  /** In words, see `PAYMENT_METHOD_NAMES`. */
  method: string
}): readonly (readonly [name: string, amount: string])[] {
  const { totalCents, creditCents, method } = order
  if (creditCents === 0) return []
  const credit = ['Paid by store credit', formatCents(creditCents)] as const
  const rest = [`Paid by ${method}`, formatCents(totalCents - creditCents)] as const
  return totalCents === creditCents ? [credit] : [credit, rest]
}

/** Where money that goes back goes, of which a part was paid by credit: `$10.00 to your card, $5.00 as store credit`. */
export function wayBack(input: { cents: number; creditCents: number; to: string }): string {
  const money = input.cents - input.creditCents
  return [
    ...(money > 0 ? [`${formatCents(money)} ${input.to}`] : []),
    ...(input.creditCents > 0 ? [`${formatCents(input.creditCents)} as store credit`] : []),
  ].join(', ')
}

/** What offers did to a line, each in words: `30% Discount −$89.70`, `5 Extra Leads: 25 leads in all`. */
function explainOffers(line: OrderLineRow): string[] {
  let leads = line.size
  const explained = line.offers.map((offer) => {
    leads += offer.leads
    return offer.leads > 0 ? `${offer.name}: ${leads} leads in all` : `${offer.name} −${formatCents(offer.cents)}`
  })
  return line.discount_cents > 0 ? [`Price before offers ${formatCents(line.price_cents)}`, ...explained] : explained
}

/**
 * Whom a mail about an order may greet: its buyer, once money came or store credit was spent, which takes a code that was mailed.
 * Before that anybody could let the store write words of theirs to anybody's address. Null greets nobody by name.
 */
export function nameToGreet(order: Pick<OrderRow, 'full_name' | 'paid_at' | 'total_cents'>): string | null {
  return order.paid_at !== null && order.total_cents > 0 ? order.full_name : null
}

/** A line in words; `price` is what was paid for it, `offers` say why it is that. */
export function describeLine(line: OrderLineRow) {
  return {
    title: `${TIER_FACTS[line.tier as Tier].name} ${sizeName(line.size)}: ${line.size} leads`,
    place: `${LEAD_TYPE_NAMES[line.lead_type as LeadType]}, ${line.county}, ${line.state}`,
    delivery: `Delivery by ${DELIVERY_METHOD_NAMES[line.delivery_method]}`,
    offers: explainOffers(line),
    price: formatCents(lineCost(line)),
    /** Of a line that could not be given; null for any other. */
    lostAs: line.outcome !== 'refunded' ? null : line.price_cents > line.discount_cents ? 'refunded' : 'not delivered',
  }
}

/**
 * What happens after an order was paid, step by step.
 *
 * @param deliverBy the promised end, in words; null where all of it is delivered already, which may be said before this is
 * @param hasReturningCredit whether returning customers get store credit
 */
export function nextSteps(deliverBy: string | null, hasReturningCredit: boolean): string[] {
  const delivery =
    deliverBy === null
      ? ['Your order is delivered already: another message from us brings it.']
      : [
          `Your order is processed within 24 hours, by ${deliverBy}.`,
          'Your leads come by email or SMS, as you chose for each package.',
        ]
  return [
    ...delivery,
    `New customers get a verification email${hasReturningCredit ? '; returning customers get credits added to their account' : ''}.`,
  ]
}
