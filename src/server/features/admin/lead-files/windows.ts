import { TIERS } from '#contract/catalogue/catalogue.ts'
import { type PlacesMoved, poolIdOf } from '#server/features/stock/pools.ts'
import { TIER_WINDOWS } from '#server/features/stock/tiers.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { MovedLeadRow } from './apply-queries.ts'
import { placeOf } from './rules.ts'

/** The tiers as windows of time at an instant, as the statements of apply-queries.ts take them. */
export function windowValues({ saleCaps }: Pick<Config, 'saleCaps'>, now: Date) {
  return {
    tiers: TIER_WINDOWS.map(({ tier }) => tier),
    olders: TIER_WINDOWS.map(({ untilDays }) => addMilliseconds(now, -days(untilDays))),
    newers: TIER_WINDOWS.map(({ fromDays }) => (fromDays === 0 ? null : addMilliseconds(now, -days(fromDays)))),
    caps: TIER_WINDOWS.map(({ tier }) => saleCaps[tier]),
    lastsHours: TIER_WINDOWS.map(({ untilDays }) => untilDays * 24),
  }
}

/** The four pools of a county and lead type. */
export function poolsOfPlace(placeNo: number): string[] {
  const { fips, leadType } = placeOf(placeNo)
  return TIERS.map((tier) => poolIdOf(fips, leadType, tier))
}

/** How leads moved between pools, for `changePools`. */
export const movedBetween = (rows: readonly MovedLeadRow[]): PlacesMoved[] =>
  rows.flatMap((row) => [
    { pool_id: row.old_pool, before: row.old_places, after: 0, leads: row.leads },
    { pool_id: row.pool_id, before: 0, after: row.places, leads: row.leads },
  ])
