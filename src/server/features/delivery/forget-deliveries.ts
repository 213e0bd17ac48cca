import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetFiles, forgetNetworks } from './file-queries.ts'
import { CONFIRMATION_MS } from './opt-out.ts'
import { forgetConfirmations, forgetRequests, forgetUntold } from './opt-out-queries.ts'

/** A bank may ask for four months who took a delivery; half a year leaves time to answer. */
const NETWORKS_KEPT_MS = days(180)
/** Files are large: a few make a step that nobody notices. */
const FILES_AT_ONCE = 100

/** Deletes the files whose time is over, and forgets where downloads of half a year ago went; that they were made stays known. */
export async function forgetDeliveryFiles(ctx: PlatformContext): Promise<void> {
  const now = ctx.clock.now()
  await inBatches(ctx, { what: 'files of deliveries were deleted' }, async (rowsMax) => {
    let deleted = 0
    while (deleted < rowsMax) {
      const rows = await ctx.database.run(forgetFiles, { now, limit: FILES_AT_ONCE })
      deleted += rows.length
      if (rows.length < FILES_AT_ONCE) break
    }
    return deleted
  })
  const before = addMilliseconds(now, -NETWORKS_KEPT_MS)
  await inBatches(ctx, { what: 'networks of downloads were forgotten' }, async (rowsMax) => {
    const rows = await ctx.database.run(forgetNetworks, { before, limit: rowsMax })
    return rows.length
  })
}

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
