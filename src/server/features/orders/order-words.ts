import { LEAD_TYPE_NAMES, type LeadType, leadsWords, packageName, type Tier } from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { DELIVERY_METHOD_NAMES, formatCents } from '#contract/plain-values.ts'
import type { OrderLineRow, OrderRow } from './order-row.ts'
import { lineCost } from './price-anew.ts'

/** The time that banks need to show a refund. @see https://docs.stripe.com/refunds 5 to 10 business days */
export const CARD_REFUND_TIME = 'Card refunds take 5 to 10 business days to show on your statement.'

export const PAYMENT_METHOD_NAMES: Readonly<Record<OrderRow['payment_method'], string>> = {
  stripe: 'Credit Card',
  cash_app: 'Cash App',
  manual: 'Paid directly',
  free: 'No payment needed',
}

/** How an order was paid: `Visa ending in 4242`, `Cash App`. */
export const paidWith = ({ card, payment_method: method }: Pick<OrderRow, 'card' | 'payment_method'>): string =>
  card ?? PAYMENT_METHOD_NAMES[method]

/** Returns what store credit paid of some lines; cents. */
export const creditOfLines = (lines: readonly Pick<OrderLineRow, 'credit_cents'>[]): number =>
  lines.reduce((sum, line) => sum + line.credit_cents, 0)

/** Splits a total that store credit paid in part: the credit, and the rest. Nothing if it paid none. */
export function creditSums(order: { totalCents: number; creditCents: number; method: string }) {
  const { totalCents, creditCents, method } = order
  if (creditCents === 0) return []
  const credit = ['Paid by store credit', formatCents(creditCents)] as const
  const rest = [`Paid by ${method}`, formatCents(totalCents - creditCents)] as const
  return totalCents === creditCents ? [credit] : [credit, rest]
}

/** Says where refunded money goes if credit paid part of it: `$10.00 to your card, $5.00 as store credit`. */
export function wayBack(input: { cents: number; creditCents: number; to: string }): string {
  const money = input.cents - input.creditCents
  const parts = [
    money > 0 && `${formatCents(money)} ${input.to}`,
    input.creditCents > 0 && `${formatCents(input.creditCents)} as store credit`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Says what each offer took off a line: `30% Discount −$89.70`. The leads that it added are in the line's title. */
function explainOffers({ offers, price_cents, discount_cents }: OrderLineRow): string[] {
  const explained = offers.filter(({ cents }) => cents > 0).map(({ name, cents }) => `${name} −${formatCents(cents)}`)
  return discount_cents > 0 ? [`Price before offers ${formatCents(price_cents)}`, ...explained] : explained
}

/** Null until money or credit came: before that, anyone could make the store send their words to any address. */
export const nameToGreet = (order: Pick<OrderRow, 'full_name' | 'paid_at' | 'total_cents'>): string | null =>
  order.paid_at !== null && order.total_cents > 0 ? order.full_name : null

/** Puts a line into words; `price` is what was paid for it, `offers` say why. */
export function describeLine(line: OrderLineRow) {
  const name = packageName({ tier: line.tier as Tier, size: line.size })
  const leadType = LEAD_TYPE_NAMES[line.lead_type as LeadType]
  const leads = leadsWords({ size: line.size, bonusLeads: line.bonus_leads })
  const method = DELIVERY_METHOD_NAMES[line.delivery_method]
  return {
    name,
    facts: [leads, leadType, placeName(line), line.delivery_method === 'sms' ? 'by text' : 'by email'].join('\u00a0· '),
    title: `${name}: ${leads}`,
    place: `${leadType}, ${placeName(line)}`,
    delivery: `Delivery by ${method}`,
    offers: explainOffers(line),
    price: formatCents(lineCost(line)),
    lostAs: line.outcome !== 'refunded' ? null : line.price_cents > line.discount_cents ? 'refunded' : 'not delivered',
  }
}

/** Says what happens after an order was paid. @param deliverBy in words; null if everything is delivered already */
export function nextSteps(deliverBy: string | null, hasReturningCredit: boolean): string[] {
  const delivery =
    deliverBy === null
      ? ['Your order has already been delivered. Look for our other message.']
      : [
          `Your order is processed within 24 hours, by ${deliverBy}.`,
          'Your leads come by email or SMS, as you chose for each package.',
        ]
  return [...delivery, ...(hasReturningCredit ? ['Returning customers get credits added to their account.'] : [])]
}
