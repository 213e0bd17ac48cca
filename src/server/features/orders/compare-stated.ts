import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue/catalogue.ts'
import type { StatedLine } from '#contract/checkout/checkout.ts'
import { CHARGE_CENTS_MAX, centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { OrderLineRow } from './order-row.ts'
import { linesCost } from './price-anew.ts'

export interface ComparableLine {
  tier: string
  size: number
  leadType: LeadType
  state: string
  county: string
  /** Before offers; what offers take off it. */
  priceCents: number
  discountCents: number
}

export const comparable = (line: OrderLineRow): ComparableLine & OrderLineRow => ({
  ...line,
  leadType: line.lead_type as LeadType,
  priceCents: line.price_cents,
  discountCents: line.discount_cents,
})

type Named = { tier: string; size: number | string; state: string; county: string }

const keyOf = ({ tier, size, state, county }: Named, leadType: string, cents: number | null) =>
  [tier.toLowerCase(), Number(size), leadType, state, county, cents].join('\n')

/** Whether a browser stated the lines that the server knows, at the same prices, in any order, types by any name. */
export function areLinesAsStated(stated: readonly StatedLine[], lines: readonly ComparableLine[]): boolean {
  if (stated.length !== lines.length) return false
  const codes = new Map(Object.entries(LEAD_TYPE_NAMES).map(([code, name]) => [name, code]))
  const codeOf = ({ leadType }: StatedLine) => codes.get(leadType) ?? leadType
  const statedKeys = stated.map((line) => keyOf(line, codeOf(line), centsFromDollars(line.price))).sort()
  const knownKeys = lines.map((line) => keyOf(line, line.leadType, line.priceCents)).sort()
  return statedKeys.every((key, index) => key === knownKeys[index])
}

/** Says that lines cost another amount than the browser believes. @param why replaces the usual sentence */
export function amountChanged(lines: readonly ComparableLine[], why: string = REFUSALS.amount_changed.text): Refusal {
  const total = linesCost(lines)
  return new Refusal('amount_changed', {
    message: `${why} The total is now ${formatCents(total)}.`,
    details: { total: dollarTextFromCents(total) },
  })
}

/** @throws Refusal `amount_changed` with `details.total`, to agree to; `total_too_high` for any card */
export function checkStated(
  stated: { amount: number | string; cartItems?: readonly StatedLine[] | undefined },
  lines: readonly ComparableLine[],
): void {
  const total = linesCost(lines)
  const isSame =
    centsFromDollars(stated.amount) === total && (!stated.cartItems || areLinesAsStated(stated.cartItems, lines))
  if (!isSame) throw amountChanged(lines)
  if (total > CHARGE_CENTS_MAX) throw new Refusal('total_too_high')
}
