import { hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { findKnownSpan, forgetDetails } from './retention-queries.ts'

/** Leads looked at by one statement: some milliseconds. */
const BLOCK = 4_096
/** Each hour of the day looks at every 24th block, so that all are looked at once a day and no run takes long. */
const HOURS = 24

/**
 * Deletes owners, addresses, phones and all else that is known of leads that were acquired before `before`, of sold ones if they
 * were sold for the last time before it. What is for sale, held or not yet delivered keeps it. The lead itself stays with
 * its counts and fingerprints, so that no buyer gets its property twice. No index serves this: one would cost every import.
 *
 * @returns of how many leads
 */
export async function forgetOldDetails(ctx: PlatformContext, { before }: { before: Date }): Promise<number> {
  const [span] = await ctx.database.run(findKnownSpan)
  if (!span || span.first === null || span.last === null) return 0
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
  return rows
}
