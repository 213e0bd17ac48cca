/**
 * Counts demand in memory: a buyer must not wait for a figure, so looking at a county or holding a unit costs one
 * addition. `flushDemand` writes the sums.
 *
 * @see docs/decisions/0034-demand-by-county.md
 */
import { fipsOf } from '#contract/catalogue/catalogue.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { seconds } from '#server/platform/clock.ts'
import type { NodeState, PlatformContext } from '#server/platform/context.ts'
import { addCounts } from './queries.ts'

/** What was asked for in one county. */
export interface Counts {
  views: number
  holds: number
  sellOuts: number
}

/** The counts of a node that are not written yet. */
export interface DemandCounter {
  /** Takes them out. From another day on, networks that were counted count again. @param day the store's, as it is now */
  take(day: string): Map<string, Counts>
  /** Puts back what could not be written, beside what came meanwhile. */
  putBack(counts: ReadonlyMap<string, Counts>): void
}

/** Looks remembered, so that none counts twice: 5 MB. More on one day, and some networks count again. */
const LOOKS_MAX = 50_000

/**
 * Starts counting on a node. By county, so at most 3,142 counts wait.
 *
 * @param options.isPerNetwork whether a network's looks at a county count once a day, since a script can look as often as it
 *   likes; a load test has one network
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
