import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetFiles, forgetNetworks } from './file-queries.ts'

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
