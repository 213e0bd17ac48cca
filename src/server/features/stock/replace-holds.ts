import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { changePools } from './change-pools.ts'
import { lockLiveHolds, replaceHolds as replaceHoldsStatement } from './pool-queries.ts'
import { poolOf } from './pools.ts'

/**
 * Ends live holds and places others with exactly their units or leads, inside a transaction: what was set aside for somebody
 * stays theirs when their payment link is sent again, also what no fresh hold would get: leads whose time in the tier is over,
 * and a counted unit of a package that follows from leads since.
 *
 * @param input.from whose holds they may be
 * @returns the new holds by those that ended; holds that are not live are left as they are
 */
export async function replaceHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; from: readonly OwnerId[]; to: OwnerId; until: Date },
): Promise<ReadonlyMap<string, HoldId>> {
  const rows = await tx.run(lockLiveHolds, { holdIds: input.holdIds, ownerIds: input.from })
  if (rows.length === 0) return new Map()
  const given = new Map(rows.map((row) => [row.hold_id, newId('hld', ctx.clock) as HoldId]))
  const values = {
    holdIds: [...given.keys()],
    newIds: [...given.values()],
    ownerId: input.to,
    now: ctx.clock.now(),
    expiresAt: input.until,
  }
  const poolIds = rows.flatMap((row) => (row.has_leads ? [poolOf(row.package_id as PackageId)] : []))
  if (poolIds.length === 0) await tx.run(replaceHoldsStatement, values)
  // No lead is held more or less often, but whoever replaces one of a hold must not do it to the hold that ends.
  await changePools(tx, poolIds, async () => {
    await tx.run(replaceHoldsStatement, values)
    return { moved: [] }
  })
  return given
}
