import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { changePools, findHoldsWithLeads as findHoldsWithLeadsStatement } from './pools.ts'
import { findConflicts, poolOfHold, replaceConflicts } from './replace-conflicts.ts'

/** Finds which of these holds are live and have leads. */
export async function findHoldsWithLeads(ctx: PlatformContext, holdIds: readonly HoldId[]): Promise<Set<string>> {
  return new Set((await ctx.database.run(findHoldsWithLeadsStatement, { holdIds })).map((row) => row.hold_id))
}

export type HeldPackage = { readonly holdId: string; readonly packageId: PackageId; readonly hasLeads: boolean }

/**
 * Fits held packages to their buyer, before anyone pays: leads that the buyer has already, bought here or on a list of
 * their own, are replaced by others from their pool. Null: only what no one may get.
 * @returns holds with too few leads that the buyer does not have; they keep theirs
 */
export async function fitLeads(
  ctx: PlatformContext,
  input: { packages: readonly HeldPackage[]; buyerKey: string | null },
  tx?: Transaction,
): Promise<string[]> {
  const { buyerKey } = input
  const withLeads = input.packages.filter((one) => one.hasLeads)
  if (withLeads.length === 0) return []
  const holds = withLeads.map(({ holdId, packageId }) => ({ hold_id: holdId, package_id: packageId }))
  const holdIds = holds.map((hold) => hold.hold_id)
  const replaceUnfit = async (inside: Transaction): Promise<string[]> => {
    // Most buyers have none of them, so no pool needs a lock.
    if ((await findConflicts(ctx, inside, holdIds, buyerKey)).size === 0) return []
    let unfit: string[] = []
    await changePools(inside, holds.map(poolOfHold), async (pools) => {
      const { moved, short } = await replaceConflicts(ctx, inside, { pools, holds, buyerKey, now: ctx.clock.now() })
      unfit = short
      return { moved }
    })
    return unfit
  }
  return tx ? replaceUnfit(tx) : inTransaction(ctx, replaceUnfit)
}
