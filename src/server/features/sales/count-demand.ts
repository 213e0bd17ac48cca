/**
 * Counts demand in memory. A buyer must not wait for statistics, so viewing a county or holding a unit costs one
 * addition. `flushDemand` writes the sums.
 *
 * @see docs/decisions/0024-sales-ledger.md
 */
import { fipsOf } from '#contract/catalogue/catalogue.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { seconds } from '#server/platform/clock.ts'
import type { NodeState, PlatformContext } from '#server/platform/context.ts'
import { addCounts } from './queries.ts'

/** The demand in one county. */
export interface Counts {
  views: number
  holds: number
  sellOuts: number
}

/** The counts of a node that are not written yet. */
export interface DemandCounter {
  /** Takes the counts. On a new day, networks count again. @param day the store's current day */
  take(day: string): Map<string, Counts>
  /** Puts back counts that could not be written, on top of newer ones. */
  putBack(counts: ReadonlyMap<string, Counts>): void
}

/** Views remembered so that none counts twice: 5 MB. If a day has more, some networks count again. */
const LOOKS_MAX = 50_000

/**
 * Starts counting on a node. It counts by county, so at most 3,142 counts wait.
 *
 * @param options.isPerNetwork whether a network's views of a county count once a day, because a script can view as
 * often as it likes; a load test has only one network
 */
export function countDemand(node: NodeState, options: { isPerNetwork: boolean }): DemandCounter {
  let waiting = new Map<string, Counts>()
  const looks = new Set<string>()
  let looksOfDay = ''
  const of = (fips: string): Counts => {
    const known = waiting.get(fips)
    if (known) return known
    const made = { views: 0, holds: 0, sellOuts: 0 }
    waiting.set(fips, made)
    return made
  }
  node.viewListeners.push((fips, network) => {
    const look = `${fips} ${network}`
    if (options.isPerNetwork && looks.has(look)) return
    if (looks.size >= LOOKS_MAX) looks.clear()
    looks.add(look)
    of(fips).views += 1
  })
  node.unitsListeners.push((units) => {
    for (const { packageId, isLast } of units) {
      const counts = of(fipsOf(packageId))
      counts.holds += 1
      if (isLast) counts.sellOuts += 1
    }
  })
  return {
    take(day) {
      if (day !== looksOfDay) looks.clear()
      looksOfDay = day
      const taken = waiting
      waiting = new Map()
      return taken
    },
    putBack(counts) {
      for (const [fips, { views, holds, sellOuts }] of counts) {
        const now = of(fips)
        now.views += views
        now.holds += holds
        now.sellOuts += sellOuts
      }
    },
  }
}

/** How often each node writes its counts: a killed node loses at most this much, and the list is at most this late. */
export const FLUSH_EVERY_MS = seconds(5)

/**
 * Adds a node's counts to today's figures in one statement. The last seconds before midnight may count for the next
 * day. Counts that could not be written are kept for the next time.
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
