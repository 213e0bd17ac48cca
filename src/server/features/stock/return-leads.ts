import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { deliveredHolds, poolsOfSold, returnLeads as returnLeadsStatement } from './lead-queries.ts'
import { movedPlaces } from './moved-places.ts'
import type { PlacesMoved, PoolId } from './pools.ts'

/** The pools that undelivered leads sold with holds belong to now, to be locked before they are taken back. */
export async function findPoolsOfSold(tx: Transaction, holdIds: readonly string[]): Promise<PoolId[]> {
  return (await tx.run(poolsOfSold, { holdIds })).map((row) => row.pool_id)
}

/** Those of the holds whose leads were delivered: they never return. Sure while the orders that bought them are locked. */
export async function findDeliveredHolds(tx: Transaction, holdIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tx.run(deliveredHolds, { holdIds })).map((row) => row.hold_id))
}

/** Takes back what was sold with holds and never delivered. The caps that the leads were sold under stay with them. */
export async function returnLeads(
  ctx: PlatformContext,
  tx: Transaction,
  holdIds: readonly string[],
): Promise<PlacesMoved[]> {
  return movedPlaces(await tx.run(returnLeadsStatement, { holdIds, now: ctx.clock.now() }))
}
