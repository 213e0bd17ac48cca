import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { findOldHolds, forgetHolds } from './retention-queries.ts'

/**
 * An ended hold changes nothing any more. A month is for whoever looks into a script that emptied a county, which the
 * network's fingerprint shows.
 */
const ENDED_HOLDS_KEPT_MS = days(30)

/**
 * Forgets holds that ended more than 30 days ago: one that nothing names is deleted, any other loses only the
 * fingerprint of its buyer's network. Movements name every hold that took a unit and are kept for ever, so those stay,
 * and so do all sums over holds.
 *
 * @param input.findNamed which of these holds somebody else still names: inventory knows no orders
 * @returns how many holds were looked at; none is looked at twice
 * @see docs/decisions/0013-what-is-forgotten-and-when.md
 */
export async function forgetOldHolds(
  ctx: PlatformContext,
  input: { findNamed: (holdIds: readonly HoldId[]) => Promise<ReadonlySet<string>> },
): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -ENDED_HOLDS_KEPT_MS)
  return inBatches(ctx, { what: 'old holds were forgotten' }, async (rowsMax) => {
    const old = await ctx.database.run(findOldHolds, { before, limit: rowsMax })
    const free = old.filter((hold) => !hold.is_named).map((hold) => hold.hold_id)
    const named = free.length > 0 ? await input.findNamed(free as HoldId[]) : new Set<string>()
    const gone = free.filter((holdId) => !named.has(holdId))
    const kept = old.filter((hold) => hold.is_named || named.has(hold.hold_id)).map((hold) => hold.hold_id)
    if (old.length === 0) return 0
    const [done] = await ctx.database.run(forgetHolds, { holdIds: gone, kept })
    return done?.rows ?? 0
  })
}
