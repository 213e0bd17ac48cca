import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { changePools, countiesOf, type Pool } from './change-pools.ts'
import { findPoolsOfHolds, freeLeads } from './free-leads.ts'
import { beforeTry, findHoldsToFree, noteFreed, undoTry } from './pool-queries.ts'
import type { PoolId } from './pools.ts'
import { findPoolsOfSold, returnLeads } from './return-leads.ts'
import { announceStockChange } from './stock-changes.ts'

const BATCH_MAX = 200

/** A lead that moves to another pool between looking and locking is looked for again; more often than this it is no accident. */
const TRIES_MAX = 10

/** How soon leads return that a node could not give back itself, because it died in between. */
export const FREE_LEADS_EVERY_MS = seconds(2)

/** Gives the leads of ended holds back to their pools, in the transaction that ended them. */
export async function freeLeadsOf(tx: Transaction, holdIds: readonly string[]): Promise<ReadonlyMap<PoolId, Pool>> {
  if (holdIds.length === 0) return new Map()
  const pools = await changePools(tx, await findPoolsOfHolds(tx, holdIds), async () => ({
    moved: await freeLeads(tx, { holdIds }),
  }))
  await tx.run(noteFreed, { holdIds })
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
      const rows = await tx.run(findHoldsToFree, { limit: BATCH_MAX })
      const holdIds = rows.map((row) => row.hold_id)
      return { holds: rows.length, pools: await freeLeadsOf(tx, holdIds) }
    })
    announceStockChange(ctx.database, countiesOf(pools.keys()))
    freed += holds
    if (holds < BATCH_MAX) return freed
  }
}

/** Leads were in other pools than those that were locked. */
class Moved extends Error {
  readonly poolIds: readonly PoolId[]

  constructor(poolIds: readonly PoolId[]) {
    super(`leads had moved to ${poolIds.join(', ')}`)
    this.poolIds = poolIds
  }
}

/** @throws Moved when one of the leads is in a pool that is not among those to lock */
async function returnUnderLocks(
  ctx: PlatformContext,
  tx: Transaction,
  { holdIds, poolIds }: { holdIds: readonly string[]; poolIds: readonly PoolId[] },
): Promise<void> {
  const giveBack = async () => {
    const moved = await returnLeads(ctx, tx, holdIds)
    const elsewhere = moved.flatMap(({ poolId }) => (poolId === null || poolIds.includes(poolId) ? [] : [poolId]))
    if (elsewhere.length > 0) throw new Moved(elsewhere)
    return { moved }
  }
  // Leads that are in no pool any more change nothing that is for sale.
  if (poolIds.length === 0) await giveBack()
  await changePools(tx, poolIds, giveBack)
}

/** Takes back leads that were sold with these holds and never delivered, in the transaction that gives the money back. */
export async function returnSoldLeads(
  ctx: PlatformContext,
  tx: Transaction,
  holdIds: readonly string[],
): Promise<Set<string>> {
  if (holdIds.length === 0) return new Set()
  const poolIds = new Set(await findPoolsOfSold(tx, holdIds))
  await tx.run(beforeTry)
  for (let tries = 1; ; tries += 1) {
    try {
      await returnUnderLocks(ctx, tx, { holdIds, poolIds: [...poolIds] })
      return countiesOf(poolIds)
    } catch (error) {
      // A lead that is sold and free grows older, and newer facts make it younger, also while its pool was waited for.
      if (!(error instanceof Moved) || tries === TRIES_MAX) throw error
      await tx.run(undoTry)
      for (const poolId of error.poolIds) poolIds.add(poolId)
    }
  }
}
