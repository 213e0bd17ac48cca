import type { PackageScope } from '#contract/admin/price-areas.ts'
import {
  PRICE_CENTS_MAX,
  type PriceEnding,
  type PriceKey,
  type PricesStep,
  priceName,
} from '#contract/admin/pricing.ts'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { CHARGE_CENTS_MIN, centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { Places } from '#server/features/catalogue/places.ts'
import { areaOfCode, levelOfCode } from '#server/features/catalogue/price-areas.ts'
import type { LeveledPrice, StandingPrice, StandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'

/** In a change of an area, a value of the area's level is its own price, and any other means that it has none. */
export interface PriceStep extends PriceKey {
  /** The area's code; null: everywhere. */
  readonly area: string | null
  readonly before: LeveledPrice
  readonly after: LeveledPrice
}

/** The prices in effect in an area. */
export type StandingIn = (area: string | null) => StandingPrices

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

/** The price in effect in an area. */
export function standingOf(standingIn: StandingIn, area: string | null, key: PriceKey): StandingPrice {
  const current = standingIn(area).get(keyOf(key))
  invariant(current, 'one of the 48 prices is missing')
  return current
}

/** Steps as columns of a statement. An area without a price of its own has none there. */
export const stepColumnsOf = (steps: readonly PriceStep[]) => ({
  ...listsOf(steps, 'leadType', 'tier', 'size'),
  areas: steps.map(({ area }) => area ?? ''),
  befores: steps.map(({ before }) => before.cents),
  beforeLevels: steps.map(({ before }) => before.level),
  afters: steps.map(({ after }) => after.cents),
  afterLevels: steps.map(({ after }) => after.level),
})

/** @throws Refusal `price_invalid` if no package can have this price; `key` names it if one of several is wrong */
export function requirePrice(cents: number | null, key?: PriceKey): Cents {
  const isChargeable =
    cents !== null && (cents === 0 || cents >= CHARGE_CENTS_MIN) && cents <= PRICE_CENTS_MAX && Number.isInteger(cents)
  if (isChargeable) return cents as Cents
  throw new Refusal('price_invalid', key ? { details: { price: priceName(key) } } : {})
}

/** Reads a price as an administrator typed it. @throws Refusal `price_invalid` */
export const readPrice = (dollars: number | string, key?: PriceKey) => requirePrice(centsFromDollars(dollars), key)

const ENDINGS: Readonly<Record<PriceEnding, { every: number; off: number }>> = {
  $1: { every: 100, off: 0 },
  $5: { every: 500, off: 0 },
  '.99': { every: 100, off: 1 },
}

/** The nearest price with this ending. Nothing becomes free by rounding, and what is free stays so. */
function roundTo(cents: number, ending: PriceEnding | undefined): number {
  if (ending === undefined || cents <= 0) return cents
  const { every, off } = ENDINGS[ending]
  return Math.max(1, Math.round((cents + off) / every)) * every - off
}

/** A percentage is rounded to the cent. */
function changed(before: Cents, step: Exclude<PricesStep, { kind: 'inherit' }>, key: PriceKey): Cents {
  const { kind, value } = step
  if (kind === 'set') return readPrice(value, key)
  const by = kind === 'percent' ? (before * value) / 100 : value * 100
  const isWhole = kind === 'percent' || Math.abs(by - Math.round(by)) < 1e-6
  return requirePrice(isWhole ? roundTo(before + Math.round(by), step.ending) : null, key)
}

/** A price that stays the same becomes an area's own only if named: that keeps it when the national one changes. */
const changesSomething = ({ before, after }: PriceStep, { kind }: PricesStep): boolean =>
  before.cents !== after.cents || ((kind === 'set' || kind === 'inherit') && before.level !== after.level)

/** What a change does to the prices of a scope, and how many of them it leaves alone. @throws Refusal `price_invalid` */
export function stepsOfScope(
  { leadTypes, tiers, sizes }: PackageScope,
  step: PricesStep,
  codes: readonly (string | null)[],
  standingIn: StandingIn,
): { steps: PriceStep[]; same: number } {
  const all = codes.flatMap((area) =>
    inTableOrder([...standingIn(area).values()])
      .filter((row) => leadTypes.includes(row.leadType) && tiers.includes(row.tier) && sizes.includes(row.size))
      .map(({ price, inherited, ...key }): PriceStep => {
        if (step.kind === 'inherit') return { ...key, area, before: price, after: inherited }
        return {
          ...key,
          area,
          before: price,
          after: { cents: changed(price.cents, step, key), level: levelOfCode(area) },
        }
      }),
  )
  const steps = all.filter((one) => changesSomething(one, step))
  return { steps, same: all.length - steps.length }
}

export const showStep = ({ leadType, tier, size, area, before, after }: PriceStep, places: Places) => ({
  leadType,
  tier,
  size,
  place: area === null ? null : areaOfCode(places, area).name,
  before: dollarTextFromCents(before.cents),
  beforeLevel: before.level,
  after: dollarTextFromCents(after.cents),
  afterLevel: after.level,
})
