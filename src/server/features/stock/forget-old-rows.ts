import type { HoldId } from '#contract/values.ts'
import { hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { findKnownSpan, findOldHolds, forgetDetails, forgetHolds } from './retention-queries.ts'

/**
 * Forgets up to `limit` holds that ended before `before`: one that nothing names is deleted, any other loses only the fingerprint of
 * its buyer's network. Movements name every hold that took a unit and are kept forever, so those stay, and so do all sums over
 * holds.
 *
 * @param input.findNamed which of these holds other features name: stock knows no orders
 * @returns how many holds were looked at; none is looked at twice
 * @see docs/decisions/0013-data-retention.md
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

/** Leads looked at by one statement: some milliseconds. */
const BLOCK = 4_096
/** Each hour of the day looks at every 24th block, so that all are looked at once a day and no run takes long. */
const HOURS = 24

/**
 * Deletes owners, addresses, phones and all else that is known of leads that were acquired before `before`, of sold ones if they
 * were sold for the last time before it. What is for sale, held or not yet delivered keeps it. The lead itself stays with
 * its counts and fingerprints, so that no buyer gets its property twice. No index serves this: one would cost every import.
 */
export async function forgetOldDetails(ctx: PlatformContext, { before }: { before: Date }): Promise<void> {
  const [span] = await ctx.database.run(findKnownSpan)
  if (!span || span.first === null || span.last === null) return
  const hour = Math.floor(ctx.clock.now().getTime() / hours(1)) % HOURS
  const firstBlock = Math.floor(span.first / BLOCK)
  let rows = 0
  for (
    let block = firstBlock + ((hour - (firstBlock % HOURS) + HOURS) % HOURS);
    block * BLOCK <= span.last;
    block += HOURS
  ) {
    const [gone] = await ctx.database.run(forgetDetails, {
      fromLeadId: block * BLOCK,
      leadId: (block + 1) * BLOCK,
      acquiredAt: before,
    })
    rows += gone?.rows ?? 0
  }
  if (rows > 0) ctx.log.info({ rows }, 'personal data of old leads was deleted')
}
