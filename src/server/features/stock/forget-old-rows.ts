import type { HoldId } from '#contract/values.ts'
import { hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { findKnownSpan, findOldHolds, forgetDetails, forgetHolds } from './retention-queries.ts'

/**
 * Forgets up to `limit` holds that ended before `before`. A hold that nothing names is deleted; any other loses only
 * the fingerprint of its buyer's network. Movements name every hold that took a unit and are kept forever, so those
 * holds stay, and so do all sums over holds.
 *
 * @param input.findNamed which of these holds other features name, since stock does not know orders
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

/** Leads that one statement looks at: some milliseconds. */
const BLOCK = 4_096
/** Each hour of the day takes every 24th block, so that all are seen once a day and no run takes long. */
const HOURS = 24

/**
 * Deletes owners, addresses, phones and everything else that is known of leads acquired before `before`; of sold ones
 * if their last sale was before it. Leads on sale, held or not yet delivered keep it. The lead itself stays with its
 * counts and fingerprints, so that no buyer gets its property twice. It has no index, because one would slow down every
 * import.
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
