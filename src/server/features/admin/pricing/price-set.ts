import type { PriceLevel } from '#contract/admin/price-areas.ts'
import { PRICE_CENTS_MAX, type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { CHARGE_CENTS_MIN, centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { LeveledPrice, StandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

/** In a change of an area, a value of the area's level is its own price, and any other means that it has none. */
export interface PriceStep extends PriceKey {
  readonly before: LeveledPrice
  readonly after: LeveledPrice
}

/** The key of a price, such as `vacant-vip-20`. */
export const keyOf = ({ leadType, tier, size }: PriceKey): string => `${leadType}-${tier}-${size}`

/** By lead type, tier and size, as the store lists prices. */
export const inTableOrder = <Row extends PriceKey>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      LEAD_TYPES.indexOf(a.leadType) - LEAD_TYPES.indexOf(b.leadType) ||
      TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
      SIZES.indexOf(a.size) - SIZES.indexOf(b.size),
  )

export const columnsOf = (rows: readonly PriceKey[]) => listsOf(rows, 'leadType', 'tier', 'size')

/** Steps as columns of a statement. */
export const stepColumnsOf = (steps: readonly PriceStep[]) => ({
  ...columnsOf(steps),
  befores: steps.map(({ before }) => before.cents),
  beforeLevels: steps.map(({ before }) => before.level),
  afters: steps.map(({ after }) => after.cents),
  afterLevels: steps.map(({ after }) => after.level),
})

/** Whether the area still has that price of its own, or still none: national prices may have changed above it. */
export function isInEffect({ after, ...key }: PriceStep, standing: StandingPrices, level: PriceLevel): boolean {
  const current = standing.get(keyOf(key))?.price
  return after.level === level
    ? current?.level === level && current.cents === after.cents
    : current !== undefined && current.level !== level
}

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

export const showStep = ({ leadType, tier, size, before, after }: PriceStep) => ({
  leadType,
  tier,
  size,
  before: dollarTextFromCents(before.cents),
  beforeLevel: before.level,
  after: dollarTextFromCents(after.cents),
  afterLevel: after.level,
})
