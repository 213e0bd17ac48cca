import type { PlatformContext } from '#server/platform/context.ts'
import { countPoolLeads as countPoolLeadsStatement } from './desk-queries.ts'
import type { PoolId } from './pools.ts'

/**
 * How many leads can be sold from each of these pools: what its four packages share, so it counts once. Pools whose packages are
 * counted, or that never had a lead, are not in the answer.
 */
export async function countPoolLeads(
  ctx: PlatformContext,
  poolIds: readonly PoolId[],
): Promise<ReadonlyMap<PoolId, number>> {
  const rows = await ctx.database.run(countPoolLeadsStatement, { poolIds })
  return new Map(rows.map((row) => [row.pool_id, row.leads]))
}
