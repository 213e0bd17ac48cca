import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { CONFIRMATION_MS } from './opt-out.ts'
import { forgetConfirmations, forgetRequests, forgetUntold } from './opt-out-queries.ts'

/** Time to find out why a mail failed and to try it again; the list of fingerprints needs none of this. */
const REQUESTS_KEPT_MS = days(30)

/**
 * Deletes requests that nobody confirmed in time, those of more than 30 days ago with the addresses that receipts went to, and forgets addresses of properties that
 * their earlier buyers could not be told of by then. The list itself stays.
 *
 * @returns how many rows
 */
export async function forgetOldOptOuts(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -REQUESTS_KEPT_MS)
  const requests = await inBatches(ctx, { what: 'old requests to be left alone were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetRequests, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
  const unconfirmed = await inBatches(ctx, { what: 'requests that nobody confirmed were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetConfirmations, {
      askedAt: addMilliseconds(ctx.clock.now(), -CONFIRMATION_MS),
      limit: rowsMax,
    })
    return gone?.rows ?? 0
  })
  const untold = await inBatches(ctx, { what: 'addresses that could not be told were forgotten' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetUntold, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
  return requests + unconfirmed + untold
}
