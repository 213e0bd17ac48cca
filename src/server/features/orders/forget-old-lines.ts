import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetLines } from './cart-retention-queries.ts'

/**
 * A hold lives for hours, and an order keeps the delivery method for itself. A line is of use after that only to answer
 * a buyer who asks about a cart that ran out.
 */
const LINES_KEPT_MS = days(30)

/**
 * Deletes cart lines that are older than 30 days and whose hold has ended.
 *
 * @returns how many
 */
export async function forgetOldLines(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -LINES_KEPT_MS)
  return inBatches(ctx, { what: 'old cart lines were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetLines, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
}
