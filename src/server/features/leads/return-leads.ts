import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { movedPlaces } from './moved-places.ts'
import type { PlacesMoved, PoolId } from './pools.ts'
import { poolsOfSold, returnLeads as returnLeadsStatement } from './queries.ts'

/** The pools that undelivered leads sold with holds belong to now, to be locked before they are taken back. */
export async function findPoolsOfSold(tx: Transaction, holdIds: readonly string[]): Promise<PoolId[]> {
  return (await tx.run(poolsOfSold, [holdIds])).map((row) => row.pool_id)
}

/** Takes back what was sold with holds and never delivered. The caps that the leads were sold under stay with them. */
export async function returnLeads(
  ctx: PlatformContext,
  tx: Transaction,
  holdIds: readonly string[],
): Promise<PlacesMoved[]> {
  return movedPlaces(await tx.run(returnLeadsStatement, [holdIds, ctx.clock.now()]))
}
