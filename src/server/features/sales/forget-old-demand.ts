import { addDays } from '#contract/days.ts'
import { DEMAND_KEPT_DAYS } from '#contract/sales/demand.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetDays } from './demand-queries.ts'

/**
 * Deletes the counts of days that lie more than `DEMAND_KEPT_DAYS` back. Sales stay: they are the ledger's.
 *
 * @returns how many rows
 */
export async function forgetOldDemand(ctx: PlatformContext): Promise<number> {
  const first = addDays(storeDayOf(ctx.clock.now(), ctx.config.timeZone), -DEMAND_KEPT_DAYS)
  return inBatches(ctx, { what: 'old counts of demand were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetDays, { first, limit: rowsMax })
    return gone?.rows ?? 0
  })
}
