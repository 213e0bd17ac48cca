import { LEAD_TYPE_NAMES, SIZES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { addDays } from '#contract/days.ts'
import type { AdminAnalytics } from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { dollarsOf, NOTHING, packageNameOf, revenueCentsOf, TOGETHER } from './figures.ts'
import { listParts, sumFigures } from './queries.ts'

const GROWTH_DAYS = 30
const PACKAGES = Object.keys(LEAD_TYPE_NAMES).length * Object.keys(TIER_FACTS).length * SIZES.length

/** The four figures above the analytics, and what each package brought so far. */
export async function readAnalytics(ctx: PlatformContext): Promise<AdminAnalytics> {
  const today = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const between = (from: string, to: string) => ctx.database.run(sumFigures, { dimension: 'all', value: '', from, to })
  const [[ever = NOTHING], [recent = NOTHING], [before = NOTHING], packages] = await Promise.all([
    between(...TOGETHER),
    between(addDays(today, 1 - GROWTH_DAYS), today),
    between(addDays(today, 1 - 2 * GROWTH_DAYS), addDays(today, -GROWTH_DAYS)),
    ctx.database.run(listParts, { dimension: 'package', from: TOGETHER[0], to: TOGETHER[1], limit: PACKAGES }),
  ])
  return {
    totalRevenue: dollarsOf(revenueCentsOf(ever)),
    totalOrders: ever.orders,
    growthRate: growthOf(revenueCentsOf(before), revenueCentsOf(recent)),
    totalLeadsSold: ever.leads,
    packagePerformance: packages.map((row) => ({
      ...packageNameOf(row.value),
      revenue: dollarsOf(revenueCentsOf(row)),
      sales: row.packages,
    })),
  }
}

/** In percent with one decimal; null where nothing was earned before. */
const growthOf = (before: number, recent: number): number | null =>
  before <= 0 ? null : Math.round(((recent - before) / before) * 1000) / 10
