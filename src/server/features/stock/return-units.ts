import { fipsOf } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { deliveredHolds, poolsOfSold, returnLeads } from './lead-queries.ts'
import { beforeTry, changePools, countiesOf, POOL_TRIES_MAX, type PoolId, undoTry } from './pools.ts'
import { returnUnits as returnUnitsStatement } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

/** Leads were in other pools than the locked ones. */
class Moved extends Error {
  readonly poolIds: readonly PoolId[]

  constructor(poolIds: readonly PoolId[]) {
    super(`leads had moved to ${poolIds.join(', ')}`)
    this.poolIds = poolIds
  }
}

async function returnUnderLocks(
  ctx: PlatformContext,
  tx: Transaction,
  holdIds: readonly string[],
  poolIds: readonly PoolId[],
): Promise<void> {
  const giveBack = async () => {
    const moved = await tx.run(returnLeads, { holdIds, now: ctx.clock.now() })
    const elsewhere = moved.flatMap(({ pool_id }) => (pool_id === null || poolIds.includes(pool_id) ? [] : [pool_id]))
    if (elsewhere.length > 0) throw new Moved(elsewhere)
    return { moved }
  }
  // Leads that are in no pool anymore change nothing on sale.
  if (poolIds.length === 0) await giveBack()
  await changePools(tx, poolIds, giveBack)
}

async function returnSoldLeads(ctx: PlatformContext, tx: Transaction, holdIds: readonly string[]) {
  if (holdIds.length === 0) return new Set<string>()
  const poolIds = new Set((await tx.run(poolsOfSold, { holdIds })).map((row) => row.pool_id))
  await tx.run(beforeTry)
  for (let tries = 1; ; tries += 1) {
    try {
      await returnUnderLocks(ctx, tx, holdIds, [...poolIds])
      return countiesOf(poolIds)
    } catch (error) {
      // A lead that is sold and free keeps aging, and newer facts make it younger, even while we waited for its pool.
      if (!(error instanceof Moved) || tries === POOL_TRIES_MAX) throw error
      await tx.run(undoTry)
      for (const poolId of error.poolIds) poolIds.add(poolId)
    }
  }
}

/**
 * Puts sold units back on sale, once, because their money was refunded. The holds stay sold, since that is what
 * happened. Leads return too, unless they were delivered. Tells everyone once that is committed.
 */
export async function returnUnits(ctx: PlatformContext, tx: Transaction, holdIds: readonly HoldId[]): Promise<void> {
  if (holdIds.length === 0) return
  const rows = await tx.run(returnUnitsStatement, { holdIds, now: ctx.clock.now() })
  const withLeads = rows.filter((row) => row.has_leads).map((row) => row.hold_id)
  const counties = await returnSoldLeads(ctx, tx, withLeads)
  for (const row of rows) counties.add(fipsOf(row.package_id))
  tx.afterCommit(() => announceStockChange(ctx, counties))
}

/**
 * Finds sold holds whose leads were delivered: those are never sold to anyone else, even if refunded. Counted packages
 * can come back. The caller has locked the orders, so nothing is delivered in between.
 */
export async function findUnreturnable(tx: Transaction, holdIds: readonly HoldId[]): Promise<ReadonlySet<string>> {
  if (holdIds.length === 0) return new Set()
  return new Set((await tx.run(deliveredHolds, { holdIds })).map((row) => row.hold_id))
}
