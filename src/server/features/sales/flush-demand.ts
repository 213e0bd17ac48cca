import { storeDayOf } from '#contract/store-day.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { DemandCounter } from './count-demand.ts'
import { addCounts } from './demand-queries.ts'

/** How often each node writes what it counted: what a killed node loses at most, and how late the list may be. */
export const FLUSH_EVERY_MS = seconds(5)

/**
 * Adds what a node counted to the figures of today, in one statement; of a midnight the last seconds may count for the
 * next day. What could not be written is kept for the next time.
 */
export async function flushDemand(ctx: PlatformContext, counter: DemandCounter): Promise<void> {
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const counts = counter.take(day)
  if (counts.size === 0) return
  const rows = [...counts]
  try {
    await ctx.database.run(addCounts, {
      day,
      fips: rows.map(([fips]) => fips),
      views: rows.map(([, { views }]) => views),
      holds: rows.map(([, { holds }]) => holds),
      sellOuts: rows.map(([, { sellOuts }]) => sellOuts),
    })
  } catch (error) {
    counter.putBack(counts)
    throw error
  }
}
