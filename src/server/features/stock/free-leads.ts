import type { Transaction } from '#server/platform/database.ts'
import { freeLeads as freeLeadsStatement, poolsOfHolds } from './lead-queries.ts'
import { movedPlaces } from './moved-places.ts'
import type { PlacesMoved, PoolId } from './pools.ts'

/** The pools that the leads of holds belong to, to be locked before any of them is changed. A held lead stays in its pool. */
export async function findPoolsOfHolds(tx: Transaction, holdIds: readonly string[]): Promise<PoolId[]> {
  return (await tx.run(poolsOfHolds, { holdIds })).map((row) => row.pool_id)
}

/** Takes leads of locked pools from the holds that have them: all, or those named. */
export async function freeLeads(
  tx: Transaction,
  input: { holdIds: readonly string[]; leadIds?: readonly string[] },
): Promise<PlacesMoved[]> {
  return movedPlaces(await tx.run(freeLeadsStatement, { holdIds: input.holdIds, leadIds: input.leadIds ?? null }))
}
