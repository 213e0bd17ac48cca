/** Counts demand in memory: buyers must not wait for statistics. @see docs/decisions/0024-sales-ledger.md */
import { fipsOf } from '#contract/catalogue/catalogue.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { viewListeners } from '#server/features/catalogue/list-packages.ts'
import { unitsListeners } from '#server/features/stock/place-hold.ts'
import type { NodeState, PlatformContext } from '#server/platform/context.ts'
import { addCounts } from './queries.ts'

type Counts = Record<'views' | 'holds' | 'sellOuts', number>
export type DemandCounter = ReturnType<typeof countDemand>

/** Views remembered so that none counts twice: 5 MB. If a day has more, some networks count again. */
const LOOKS_MAX = 50_000

/**
 * Starts counting on a node. It counts by county, so at most 3,142 counts wait.
 * @param options.isPerNetwork whether a network's views of a county count once a day, because a script can view as
 * often as it likes; a load test has only one network
 */
export function countDemand(node: NodeState, { isPerNetwork }: { isPerNetwork: boolean }) {
  let waiting = new Map<string, Counts>()
  const looks = new Set<string>()
  let looksOfDay = ''
  const of = (fips: string): Counts => {
    const counts = waiting.get(fips) ?? { views: 0, holds: 0, sellOuts: 0 }
    waiting.set(fips, counts)
    return counts
  }
  viewListeners({ node }).push((fips, network) => {
    const look = `${fips} ${network}`
    if (isPerNetwork && looks.has(look)) return
    if (looks.size >= LOOKS_MAX) looks.clear()
    looks.add(look)
    of(fips).views += 1
  })
  unitsListeners({ node }).push((units) => {
    for (const { packageId, isLast } of units) {
      const counts = of(fipsOf(packageId))
      counts.holds += 1
      if (isLast) counts.sellOuts += 1
    }
  })
  return {
    /** Takes the counts. On a new day, networks count again. @param day the store's current day */
    take(day: string) {
      if (day !== looksOfDay) looks.clear()
      looksOfDay = day
      const taken = waiting
      waiting = new Map()
      return taken
    },
    /** Puts back counts that could not be written, on top of newer ones. */
    putBack(counts: ReadonlyMap<string, Counts>) {
      for (const [fips, { views, holds, sellOuts }] of counts) {
        const now = of(fips)
        now.views += views
        now.holds += holds
        now.sellOuts += sellOuts
      }
    },
  }
}

/** The last seconds before midnight may count for the next day. What could not be written is kept for the next time. */
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
