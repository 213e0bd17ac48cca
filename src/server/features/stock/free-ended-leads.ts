import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { freeLeads, poolsOfHolds } from './lead-queries.ts'
import { changePools, countiesOf, findHoldsToFree, type Pool, type PoolId, recordFreed } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'

const BATCH_MAX = 200

/** Gives the leads of ended holds back to their pools, in the transaction that ended the holds. */
export async function freeLeadsOf(tx: Transaction, holdIds: readonly string[]): Promise<ReadonlyMap<PoolId, Pool>> {
  if (holdIds.length === 0) return new Map()
  // A held lead stays in its pool.
  const poolIds = (await tx.run(poolsOfHolds, { holdIds })).map((row) => row.pool_id)
  const free = async () => ({ moved: await tx.run(freeLeads, { holdIds, leadIds: null }) })
  const pools = await changePools(tx, poolIds, free)
  await tx.run(recordFreed, { holdIds })
  return pools
}

/** Gives back the leads of holds that ended in a separate statement, on whatever node. */
export async function freeEndedLeads(ctx: PlatformContext): Promise<number> {
  let freed = 0
  for (;;) {
    const { holds, pools } = await inTransaction(ctx, async (tx) => {
      const rows = await tx.run(findHoldsToFree, { limit: BATCH_MAX })
      const holdIds = rows.map((row) => row.hold_id)
      return { holds: rows.length, pools: await freeLeadsOf(tx, holdIds) }
    })
    announceStockChange(ctx, countiesOf(pools.keys()))
    freed += holds
    if (holds < BATCH_MAX) return freed
  }
}
