import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetAttempts, forgetSessions, forgetVerifications } from './retention-queries.ts'

/**
 * Deletes what sign-in has no use for any more: counters of attempts whose window is over, sessions that expired,
 * and links and notices by mail that are over. All are dead from that moment (`rules.ts` says when), so nothing is kept longer.
 *
 * @returns how many rows
 */
export async function forgetOldSignIns(ctx: PlatformContext): Promise<number> {
  const now = ctx.clock.now()
  const attempts = await inBatches(ctx, { what: 'past log-in attempts were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetAttempts, { now, limit: rowsMax })
    return gone?.rows ?? 0
  })
  const sessions = await inBatches(ctx, { what: 'expired sessions were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetSessions, { now, limit: rowsMax })
    return gone?.rows ?? 0
  })
  const verifications = await inBatches(ctx, { what: 'mailed links that are over were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetVerifications, { now, limit: rowsMax })
    return gone?.rows ?? 0
  })
  return attempts + sessions + verifications
}
