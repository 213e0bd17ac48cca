/** Checks typed prices, and describes changes. The server checks again; this saves a call. */
import { type AreaPrice, levelOf, type NamedArea, type PriceArea } from '#contract/admin/price-areas.ts'
import { PRICE_CENTS_MAX, type PriceKey } from '#contract/admin/pricing.ts'
import { CHARGE_CENTS_MIN, centsFromDollars } from '#contract/money.ts'
import { formatDollars } from '#web/lib/format.ts'

const RANGE = 'The price must be 0, or between $0.50 and $99,999.99.'
const NUMBER = 'Enter the price as a number, e.g. 299 or 299.50.'
/** A change by half or more is usually a misplaced decimal point. */
const STEEP_PERCENT = 50

/** The key of a price: `vacant-vip-20`. */
export const keyOf = ({ leadType, tier, size }: PriceKey): string => `${leadType}-${tier}-${size}`

/** What is wrong with a typed price; undefined if it is valid. */
export function priceError(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return NUMBER
  const cents = centsFromDollars(trimmed)
  if (cents !== null) return cents === 0 || (cents >= CHARGE_CENTS_MIN && cents <= PRICE_CENTS_MAX) ? undefined : RANGE
  if (/^-?\d+\.\d{3,}$/.test(trimmed)) return 'A price has two decimals at most.'
  return Number.isFinite(Number(trimmed)) ? RANGE : NUMBER
}

/** `+$11.00, +3.7%`; without the percentage if the old price was 0. Dollars as on the wire. */
export function describeDifference(before: string, after: string): string {
  const by = Number(after) - Number(before)
  const sign = by < 0 ? '−' : '+'
  const percent = percentOf(before, after)
  const share = percent === null ? '' : `, ${sign}${Math.abs(percent).toFixed(1)}%`
  return `${sign}${formatDollars(Math.abs(by))}${share}`
}

/** Whether a price would change so much that it deserves a second look. */
export const isSteep = (before: string, after: string): boolean =>
  Math.abs(percentOf(before, after) ?? 0) >= STEEP_PERCENT

const percentOf = (before: string, after: string): number | null =>
  Number(before) === 0 ? null : ((Number(after) - Number(before)) / Number(before)) * 100

/** `about +10%`: by how much all these prices change, if it is the same but for rounding; otherwise nothing. */
export function commonPercent(rows: readonly { before: string; after: string }[]): string[] {
  const percents = rows.map(({ before, after }) => percentOf(before, after) ?? 0).sort((a, b) => a - b)
  const [least = 0, most = 0] = [percents[0], percents.at(-1)]
  const middle = Math.round((least + most) / 2)
  return most - least <= 2 && middle !== 0 ? [`about ${middle < 0 ? '−' : '+'}${Math.abs(middle)}%`] : []
}

/** A price in dollars as text, whose it is, and the same without a price of the area's own. */
export type ShownPrice = Pick<AreaPrice, 'price' | 'level' | 'inherited' | 'inheritedLevel'>

/** The 48 prices by `keyOf`, everywhere (`area: null`) or in one area. */
export interface ShownPrices {
  area: NamedArea | null
  prices: ReadonlyMap<string, ShownPrice>
}

export const shownPrices = ({
  area,
  prices,
}: {
  area: NamedArea | null
  prices: readonly AreaPrice[]
}): ShownPrices => ({ area, prices: new Map(prices.map((one) => [keyOf(one), one])) })

/** Whether a price is the area's own, so it can give it up. */
export const isOwnPrice = (shown: ShownPrice | undefined, area: PriceArea | null): boolean =>
  area !== null && shown?.level === levelOf(area)
