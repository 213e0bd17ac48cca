import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetCodes } from './queries.ts'
import { CODES_KEPT_MS } from './rules.ts'

/** Deletes codes, and the addresses they were mailed to, a day after they were asked for. @returns how many */
export async function forgetCreditCodes(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -CODES_KEPT_MS)
  return inBatches(ctx, { what: 'old codes for store credit were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetCodes, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
}
