/** Describes what offers did to a line of a cart or an order. The amounts are the server's. */
import type { AppliedOffer } from '#contract/catalogue/offers.ts'
import { formatCount, formatDollars } from './format.ts'
import type { LineSums } from './line-sums.ts'

/** A line that offers may have changed. */
export interface OfferedLine {
  size: number
  bonusLeads: number
  offers: readonly AppliedOffer[]
}

/** `20 leads`, or `20 leads + 5 extra`. */
export function leadsWords({ size, bonusLeads }: Pick<OfferedLine, 'size' | 'bonusLeads'>): string {
  const leads = `${formatCount(size)} leads`
  return bonusLeads > 0 ? `${leads} + ${formatCount(bonusLeads)} extra` : leads
}

/** One offer of a line: its name, and what it did. */
export interface OfferEffect {
  key: string
  name: string
  /** `−$59.80` or `+5 leads`. */
  value: string
}

/** What each offer did to a line, in the server's order. */
export function offerEffects(offers: readonly AppliedOffer[]): OfferEffect[] {
  return offers.flatMap(({ offerId, name, discount, bonusLeads }) => [
    ...(discount > 0 ? [{ key: `${offerId} off`, name, value: minusDollars(discount) }] : []),
    ...(bonusLeads > 0 ? [{ key: `${offerId} leads`, name, value: `+${bonusLeads} leads` }] : []),
  ])
}

/** `−$59.80`, with a real minus sign. */
export function minusDollars(amount: number): string {
  return `−${formatDollars(amount)}`
}

/** The rows above a total that offers lowered; null if they did not. */
export function sumRows({ subtotal, discount }: Pick<LineSums, 'subtotal' | 'discount'>) {
  if (discount <= 0) return []
  return [
    { name: 'Subtotal', amount: formatDollars(subtotal) },
    { name: 'Discount', amount: minusDollars(discount) },
  ]
}
