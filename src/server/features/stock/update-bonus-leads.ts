import { type PackageId, packageIdOf, packageKeyOf, SIZES } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { FindBonus } from './hold.ts'
import { changePools, countiesOf, listBackedPools, type PoolId } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'

const BATCH_MAX = 200

/** Returns what each pool's packages promise now on top of their sizes. Offers distinguish states, not counties. */
export async function bonusLeadsOf(ctx: PlatformContext, findBonus: FindBonus, poolIds: readonly PoolId[]) {
  const byKind = new Map<string, number[]>()
  const byPool = new Map<PoolId, number[]>()
  for (const poolId of poolIds) {
    const key = packageKeyOf(`${poolId}-20` as PackageId)
    const kind = `${key.fips.slice(0, 2)} ${key.leadType} ${key.tier}`
    const promised =
      byKind.get(kind) ??
      (await Promise.all(SIZES.map(async (size) => (await findBonus(ctx, packageIdOf({ ...key, size }))).leads)))
    byKind.set(kind, promised)
    byPool.set(poolId, promised)
  }
  return byPool
}

/** Updates what each pool knows of its packages' bonus leads, because filling a package takes that many leads. */
export async function updateBonusLeads(ctx: PlatformContext, findBonus: FindBonus): Promise<number> {
  const rows = await ctx.database.run(listBackedPools)
  const backedIds = rows.map((row) => row.pool_id)
  const promised = await bonusLeadsOf(ctx, findBonus, backedIds)
  const outdated = new Map<PoolId, number[]>()
  for (const row of rows) {
    const now = promised.get(row.pool_id)
    if (now?.some((leads, index) => leads !== row.bonus_leads[index])) outdated.set(row.pool_id, now)
  }
  const poolIds = [...outdated.keys()]
  for (let from = 0; from < poolIds.length; from += BATCH_MAX) {
    const batch = poolIds.slice(from, from + BATCH_MAX)
    await inTransaction(ctx, (tx) =>
      changePools(tx, batch, async (pools) => ({
        moved: [],
        pools: [...pools.values()].map((pool) => ({
          ...pool,
          bonusLeads: outdated.get(pool.poolId) ?? pool.bonusLeads,
        })),
      })),
    )
    announceStockChange(ctx, countiesOf(batch))
  }
  return poolIds.length
}
