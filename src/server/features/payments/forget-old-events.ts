import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetEvents } from './retention-queries.ts'

/**
 * A stored event keeps the same event from doing its work twice. The provider can send one again for 30 days, by hand
 * from its dashboard; three times that also covers what somebody looks up when a bank asks about a payment.
 *
 * @see https://docs.stripe.com/api/events events are kept for 30 days
 */
const EVENTS_KEPT_MS = days(90)

/**
 * Deletes webhook events that were handled and are older than 90 days. One that was never handled stays: somebody must
 * look at it.
 *
 * @returns how many
 */
export async function forgetOldEvents(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -EVENTS_KEPT_MS)
  return inBatches(ctx, { what: 'old webhook events were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetEvents, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
}
