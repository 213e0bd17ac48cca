import type { PackageId } from '#contract/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { poolOf } from '#server/features/leads/pools.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { changePools } from './change-pools.ts'
import { handOverLeads as handOverLeadsStatement, lockHoldsWithLeads } from './pool-queries.ts'

/**
 * Ends live holds and places others with exactly their leads, inside a transaction: what was set aside for somebody stays
 * theirs when their payment link is sent again, also leads whose time in the tier is over and that no fresh hold would get.
 *
 * @param input.from whose holds they may be
 * @returns the new holds by those that ended; holds that are not live, or of counted packages, are left as they are
 */
export async function handOverLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; from: readonly OwnerId[]; to: OwnerId; until: Date },
): Promise<ReadonlyMap<string, HoldId>> {
  const rows = await tx.run(lockHoldsWithLeads, [input.holdIds, input.from])
  const given = new Map(rows.map((row) => [row.hold_id, newId('hld', ctx.clock) as HoldId]))
  const poolIds = rows.map((row) => poolOf(row.package_id as PackageId))
  // No lead is held more or less often, but whoever replaces one of a hold must not do it to the hold that ends.
  await changePools(tx, poolIds, async () => {
    const values = [[...given.keys()], [...given.values()], input.to, ctx.clock.now(), input.until]
    await tx.run(handOverLeadsStatement, values)
    return { moved: [] }
  })
  return given
}
