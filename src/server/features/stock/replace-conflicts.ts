import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { findConflicts as findConflictsStatement, freeLeads } from './lead-queries.ts'
import { phonesOfHold } from './own-list-queries.ts'
import { findListsOf, linesOf, type PickContext, sortByPhones } from './own-lists.ts'
import { pickLeads } from './pick-leads.ts'
import { type PlacesMoved, type Pool, type PoolId, poolOf } from './pools.ts'

export type LeadHold = { hold_id: string; package_id: string }

export const poolOfHold = (hold: LeadHold): PoolId => poolOf(hold.package_id as PackageId)

/**
 * Finds leads that a buyer (null: unknown) must not get: of a property that they have already, bought here or on an own
 * list, or that another of the holds has; and those with a phone on such a list.
 */
export async function findConflicts(
  ctx: PickContext,
  tx: Transaction,
  holdIds: readonly string[],
  buyerKey: string | null,
): Promise<Map<string, string[]>> {
  const lists = await findListsOf(tx, buyerKey)
  const rows = await tx.run(findConflictsStatement, { holdIds, buyerKey, listNos: lists.withAddresses })
  const byHold = Map.groupBy(rows, (row) => row.hold_id)
  const conflicts = new Map([...byHold].map(([holdId, its]) => [holdId, its.map((row) => row.lead_id)]))
  if (lists.withPhones.length === 0) return conflicts
  for (const holdId of holdIds) {
    const found = conflicts.get(holdId) ?? []
    const [held] = await tx.run(phonesOfHold, { holdId })
    const { listed } = await sortByPhones(ctx, tx, lists, linesOf(held))
    if (listed.length > 0) conflicts.set(holdId, [...new Set([...found, ...listed])])
  }
  return conflicts
}

/** Replaces what `findConflicts` finds, in locked pools. @returns what moved, and holds that keep some unfit leads */
export async function replaceConflicts(
  ctx: PickContext,
  tx: Transaction,
  input: { pools: ReadonlyMap<PoolId, Pool>; holds: readonly LeadHold[]; buyerKey: string | null; now: Date },
): Promise<{ moved: PlacesMoved[]; short: string[] }> {
  const { pools, holds, buyerKey, now } = input
  const holdIds = holds.map((hold) => hold.hold_id)
  const conflicts = await findConflicts(ctx, tx, holdIds, buyerKey)
  const moved: PlacesMoved[] = []
  const short: string[] = []
  for (const hold of holds) {
    const unfit = conflicts.get(hold.hold_id)
    if (!unfit) continue
    const holdId = hold.hold_id
    const poolId = poolOfHold(hold)
    const count = unfit.length
    const fresh = await pickLeads(ctx, tx, { holdId, pools, poolId, count, beside: holdIds, buyerKey, now })
    const replaced = unfit.slice(0, fresh.picked)
    moved.push(...fresh.moved, ...(await tx.run(freeLeads, { holdIds: [holdId], leadIds: replaced })))
    if (fresh.picked < count) short.push(holdId)
  }
  return { moved, short }
}
