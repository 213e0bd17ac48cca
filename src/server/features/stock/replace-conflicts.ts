import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Pool } from './change-pools.ts'
import { findConflicts as findConflictsStatement, freeLeads } from './lead-queries.ts'
import { pickLeads } from './pick-leads.ts'
import { type PlacesMoved, type PoolId, poolOf } from './pools.ts'

/** A hold with leads. */
export interface LeadHold {
  hold_id: string
  package_id: string
}

/** Where the leads of a hold come from. */
export const poolOfHold = (hold: LeadHold): PoolId => poolOf(hold.package_id as PackageId)

/**
 * Finds leads of holds that a buyer must not get: of a property that the buyer already has, or that another of the
 * holds has.
 *
 * @param buyerKey null while it is unknown who buys
 * @returns their ids by hold; holds without any are left out
 */
export async function findConflicts(
  tx: Transaction,
  holdIds: readonly string[],
  buyerKey: string | null,
): Promise<Map<string, string[]>> {
  const rows = await tx.run(findConflictsStatement, { holdIds, buyerKey })
  const byHold = Map.groupBy(rows, (row) => row.hold_id)
  return new Map([...byHold].map(([holdId, its]) => [holdId, its.map((row) => row.lead_id)]))
}

/**
 * Replaces leads that a buyer must not get with others from the same pool: those of a property that the buyer already
 * has, and those that two of the holds have. The caller has locked the pools.
 *
 * @returns what moved, and the holds with too few replacements; these keep as many unfit leads as were missing
 */
export async function replaceConflicts(
  tx: Transaction,
  input: { pools: ReadonlyMap<PoolId, Pool>; holds: readonly LeadHold[]; buyerKey: string; now: Date },
): Promise<{ moved: PlacesMoved[]; short: string[] }> {
  const { pools, holds, buyerKey, now } = input
  const holdIds = holds.map((hold) => hold.hold_id)
  const conflicts = await findConflicts(tx, holdIds, buyerKey)
  const moved: PlacesMoved[] = []
  const short: string[] = []
  for (const hold of holds) {
    const unfit = conflicts.get(hold.hold_id)
    if (!unfit) continue
    const count = unfit.length
    const fresh = await pickLeads(tx, {
      holdId: hold.hold_id,
      pools,
      poolId: poolOfHold(hold),
      count,
      beside: holdIds,
      buyerKey,
      now,
    })
    const replaced = unfit.slice(0, fresh.picked)
    moved.push(...fresh.moved, ...(await tx.run(freeLeads, { holdIds: [hold.hold_id], leadIds: replaced })))
    if (fresh.picked < count) short.push(hold.hold_id)
  }
  return { moved, short }
}
