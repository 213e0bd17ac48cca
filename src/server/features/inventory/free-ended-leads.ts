import { findPoolsOfHolds, freeLeads } from '#server/features/leads/free-leads.ts'
import type { PoolId } from '#server/features/leads/pools.ts'
import { findPoolsOfSold, returnLeads } from '#server/features/leads/return-leads.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { changePools, countiesOf, type Pool } from './change-pools.ts'
import { findHoldsToFree, noteFreed } from './pool-queries.ts'
import { announceStockChange } from './stock-changes.ts'

const BATCH_MAX = 200

/** How soon leads return that a node could not give back itself, because it died in between. */
export const FREE_LEADS_EVERY_MS = seconds(2)

/** Gives the leads of ended holds back to their pools, in the transaction that ended them. */
export async function freeLeadsOf(tx: Transaction, holdIds: readonly string[]): Promise<ReadonlyMap<PoolId, Pool>> {
  if (holdIds.length === 0) return new Map()
  const pools = await changePools(tx, await findPoolsOfHolds(tx, holdIds), async () => ({
    moved: await freeLeads(tx, { holdIds }),
  }))
  await tx.run(noteFreed, [holdIds])
  return pools
}

/**
 * Gives back the leads of holds that ended in a statement of their own: at once for whoever ended them, and at the next
 * sweep of any node where that one died in between.
 *
 * @returns how many holds gave their leads back
 */
export async function freeEndedLeads(ctx: PlatformContext): Promise<number> {
  let freed = 0
  for (;;) {
    const { holds, pools } = await inTransaction(ctx, async (tx) => {
      const rows = await tx.run(findHoldsToFree, [BATCH_MAX])
      const holdIds = rows.map((row) => row.hold_id)
      return { holds: rows.length, pools: await freeLeadsOf(tx, holdIds) }
    })
    announceStockChange(ctx.database, countiesOf(pools.keys()))
    freed += holds
    if (holds < BATCH_MAX) return freed
  }
}

/** Takes back leads that were sold with these holds and never delivered, in the transaction that gives the money back. */
export async function returnSoldLeads(
  ctx: PlatformContext,
  tx: Transaction,
  holdIds: readonly string[],
): Promise<Set<string>> {
  if (holdIds.length === 0) return new Set()
  const poolIds = await findPoolsOfSold(tx, holdIds)
  const giveBack = () => returnLeads(ctx, tx, holdIds)
  // Leads that are in no pool any more change nothing that is for sale.
  if (poolIds.length === 0) await giveBack()
  const pools = await changePools(tx, poolIds, async () => ({ moved: await giveBack() }))
  return countiesOf(pools.keys())
}
