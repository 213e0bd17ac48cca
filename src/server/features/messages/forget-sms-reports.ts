import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetReports } from './sms-queries.ts'

/**
 * A report is stored so that it does its work once. One that comes again after this time changes nothing either, since its
 * message has gone further; what it said last stands there.
 */
const REPORTS_KEPT_MS = days(30)

/**
 * Deletes reports about texts that are older than 30 days. Answers (STOP, START) stay: one that could be sent again would
 * count again.
 *
 * @returns how many
 */
export async function forgetSmsReports(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -REPORTS_KEPT_MS)
  return inBatches(ctx, { what: 'old reports about texts were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetReports, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
}
