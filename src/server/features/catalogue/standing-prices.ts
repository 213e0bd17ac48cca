/** The 48 prices in effect everywhere or in an area: the most specific one wins. */
import type { PriceLevel } from '#contract/admin/price-areas.ts'
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { Executor } from '#server/platform/database.ts'
import { areasAround } from './price-areas.ts'
import { listStandingRows, type StandingRow } from './queries.ts'

/** A price, and whose it is. */
export interface LeveledPrice {
  readonly cents: Cents
  readonly level: PriceLevel
}

/** What one kind of package costs in an area. */
export interface StandingPrice {
  readonly leadType: LeadType
  readonly tier: Tier
  readonly size: Size
  readonly price: LeveledPrice
  /** What it would cost without a price of the area's own; everywhere, the same. */
  readonly inherited: LeveledPrice
}

/** By keys such as `vacant-vip-20`. */
export type StandingPrices = ReadonlyMap<string, StandingPrice>

/** From everywhere to states to counties. */
const LEVELS = ['national', 'state', 'county'] as const

/**
 * Reads the prices in effect in several areas, in one statement, so they belong together.
 *
 * @param areas their codes; null: everywhere
 */
export async function readStandingPricesOf(
  database: Executor,
  areas: readonly (string | null)[],
): Promise<(area: string | null) => StandingPrices> {
  const rows = await database.run(listStandingRows, { areas: [...new Set(areas.flatMap(areasAround))] })
  const byArea = new Map(areas.map((area) => [area, standingIn(area, rows)]))
  return (area) => byArea.get(area) ?? new Map()
}

/** Reads the prices in effect in one area; null: everywhere. */
export async function readStandingPrices(database: Executor, area: string | null): Promise<StandingPrices> {
  return (await readStandingPricesOf(database, [area]))(area)
}

/** @param rows the national prices first, then those of states, then those of counties; perhaps of other areas too */
function standingIn(area: string | null, rows: readonly StandingRow[]): StandingPrices {
  const around = ['', ...areasAround(area)]
  const standing = new Map<string, StandingPrice>()
  for (const row of rows) {
    const level = LEVELS[around.indexOf(row.area)]
    if (!level) continue
    const { lead_type: leadType, tier, size } = row
    const key = `${leadType}-${tier}-${size}`
    const price = { cents: toCents(row.price_cents), level }
    const above = standing.get(key)?.price
    standing.set(key, { leadType, tier, size, price, inherited: row.area === area && above ? above : price })
  }
  return standing
}
