/** Sets of prices, as changes read, compare and write them. */

import { PRICE_CENTS_MAX, type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { CHARGE_CENTS_MIN, centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** One price with its old and new value. */
export interface PriceStep extends PriceKey {
  readonly before: Cents
  readonly after: Cents
}

/** The key of a price, such as `vacant-vip-20`. */
export const keyOf = ({ leadType, tier, size }: PriceKey): string => `${leadType}-${tier}-${size}`

/** Sorts prices as the store lists them: lead type, tier, size. */
export const inTableOrder = <Row extends PriceKey>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      LEAD_TYPES.indexOf(a.leadType) - LEAD_TYPES.indexOf(b.leadType) ||
      TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
      SIZES.indexOf(a.size) - SIZES.indexOf(b.size),
  )

/** @throws Refusal `price_invalid` if no package can have this price; `key` names it if one of several is wrong */
export function requirePrice(cents: number | null, key?: PriceKey): Cents {
  const isChargeable =
    cents !== null && (cents === 0 || cents >= CHARGE_CENTS_MIN) && cents <= PRICE_CENTS_MAX && Number.isInteger(cents)
  if (isChargeable) return cents as Cents
  throw new Refusal('price_invalid', key ? { details: { price: priceName(key) } } : {})
}

/** Reads a price as an administrator typed it. @throws Refusal `price_invalid` */
export const readPrice = (dollars: number | string, key?: PriceKey): Cents =>
  requirePrice(centsFromDollars(dollars), key)

/** A step in dollars, for the wire and the log. */
export const showStep = ({ leadType, tier, size, before, after }: PriceStep) => ({
  leadType,
  tier,
  size,
  before: dollarTextFromCents(before),
  after: dollarTextFromCents(after),
})
