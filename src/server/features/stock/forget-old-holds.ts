import type { HoldId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { findOldHolds, forgetHolds } from './retention-queries.ts'

/**
 * Forgets up to `limit` holds that ended before `before`: one that nothing names is deleted, any other loses only the fingerprint of
 * its buyer's network. Movements name every hold that took a unit and are kept forever, so those stay, and so do all sums over
 * holds.
 *
 * @param input.findNamed which of these holds other features name: stock knows no orders
 * @returns how many holds were looked at; none is looked at twice
 * @see docs/decisions/0013-what-is-forgotten-and-when.md
 */
export async function forgetOldHolds(
  ctx: PlatformContext,
  {
    before,
    limit,
    findNamed,
  }: { before: Date; limit: number; findNamed: (holdIds: readonly HoldId[]) => Promise<ReadonlySet<string>> },
): Promise<number> {
  const old = await ctx.database.run(findOldHolds, { before, limit })
  if (old.length === 0) return 0
  const free = old.filter((hold) => !hold.is_named).map((hold) => hold.hold_id)
  const named = free.length > 0 ? await findNamed(free as HoldId[]) : new Set<string>()
  const gone = free.filter((holdId) => !named.has(holdId))
  const kept = old.filter((hold) => hold.is_named || named.has(hold.hold_id)).map((hold) => hold.hold_id)
  const [done] = await ctx.database.run(forgetHolds, { holdIds: gone, kept })
  return done?.rows ?? 0
}
