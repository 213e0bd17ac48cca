import type { Today } from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { dollarsOf, NOTHING } from './figures.ts'
import { sumDaySoFar, sumFigures } from './queries.ts'

const WEEK_DAYS = 7

/** Returns what was paid today so far, and in the same hours a week ago. */
export async function readToday({ clock, config, database }: PlatformContext): Promise<Today> {
  const { timeZone } = config
  const now = clock.now()
  const today = storeDayOf(now, timeZone)
  const soFar = async (daysBack: number): Promise<Today['today']> => {
    const [row] = await database.run(sumDaySoFar, { today, daysBack, now, timeZone })
    return { paid: dollarsOf(Number(row?.paid_cents ?? 0)), orders: row?.orders ?? 0, leads: row?.leads ?? 0 }
  }
  const [sold, weekAgo, [figures = NOTHING]] = await Promise.all([
    soFar(0),
    soFar(WEEK_DAYS),
    database.run(sumFigures, { dimension: 'all', value: '', from: today, to: today }),
  ])
  return {
    timeZone,
    today: sold,
    weekAgo,
    refunded: dollarsOf(Number(figures.refunded_cents)),
    now: now.toISOString(),
  }
}
