import type * as contract from '#contract/admin/lead-screen.ts'
import { COUNTED_MAX, LEAD_TYPE_NAMES, SIZES, type Size, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import {
  changePools,
  MISSING_ARE_MADE,
  type Pool,
  type PoolId,
  poolIdOf,
  unitsOf,
} from '#server/features/stock/pools.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { bonusLeadsOf } from '#server/features/stock/update-bonus-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { type BackedPackageRow, listBacking, listPackagesWithPools } from './queries.ts'

/** What a package would show if its stock followed its leads. */
function unitsFromLeads({ places, size }: BackedPackageRow, bonusLeads: readonly number[]): number {
  const bonus = bonusLeads[SIZES.indexOf(size as Size)] ?? 0
  return Math.min(unitsOf(places ?? [], size + bonus), COUNTED_MAX)
}

/** Previews what the packages would show; holds stay. @throws Refusal `unknown_state`, `unknown_county` */
export async function previewBacking(ctx: PlatformContext, body: BodyOf<typeof contract.previewBacking>) {
  const { state, county, leadType, isBacked } = body
  const { fips } = (await loadPlaces(ctx)).county(state, county)
  const [rows, backings] = await Promise.all([
    ctx.database.run(listPackagesWithPools, { fips, leadType }),
    ctx.database.run(listBacking, { fips }),
  ])
  const isNow = backings.find((row) => row.lead_type === leadType)?.is_backed ?? false
  const poolIdAt = (tier: string) => poolIdOf(fips, leadType, tier as Tier)
  const promised = await bonusLeadsOf(ctx, promiseLeads, TIERS.map(poolIdAt))
  const packages = rows.map((row) => ({
    tier: row.tier as Tier,
    size: row.size as Size,
    before: row.shown,
    after: isBacked ? unitsFromLeads(row, promised.get(poolIdAt(row.tier)) ?? []) : row.counted,
  }))
  packages.sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || a.size - b.size)
  return { isSo: isNow === isBacked, packages }
}

/**
 * Makes the stock of a county and lead type follow its leads, or be counted again, in all four tiers. Earlier counts
 * apply again; leads stay. Repeating it changes nothing.
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function switchBacking(ctx: PlatformContext, body: BodyOf<typeof contract.switchBacking>) {
  const { state, county, leadType, isBacked, reason = null } = body
  const { fips } = (await loadPlaces(ctx)).county(state, county)
  const poolIds = TIERS.map((tier) => poolIdOf(fips, leadType, tier))
  const bonusLeads = await bonusLeadsOf(ctx, promiseLeads, poolIds)
  await inTransaction(ctx, async (tx) => {
    // Without any leads there are no pools, and stock is counted. Locking creates them as backed pools.
    const isNew = !(await tx.run(listBacking, { fips })).some((row) => row.lead_type === leadType)
    if (isNew && !isBacked) return
    let isChanged = isNew
    const change = async (pools: ReadonlyMap<PoolId, Pool>) => {
      isChanged ||= [...pools.values()].some((pool) => pool.isBacked !== isBacked)
      return {
        moved: [],
        pools: [...pools.values()].map((pool) => ({
          ...pool,
          isBacked,
          bonusLeads: bonusLeads.get(pool.poolId) ?? pool.bonusLeads,
        })),
      }
    }
    await changePools(tx, poolIds, change, MISSING_ARE_MADE)
    if (!isChanged) return
    await writeAudit(ctx, tx, {
      action: 'leads_backing_switched',
      subject: `${LEAD_TYPE_NAMES[leadType]}, ${county}, ${state}`,
      before: { 'stock comes from leads': !isBacked },
      after: { 'stock comes from leads': isBacked },
      note: reason,
    })
  })
  announceStockChange(ctx, [fips])
  return { isBacked }
}
