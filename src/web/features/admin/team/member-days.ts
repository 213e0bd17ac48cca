/** A member's figures, day by day. */

import { addDays, type Day, spansBetween } from '#contract/days.ts'
import type { MemberAnalytics } from '#contract/sales/analytics.ts'

/** The sales of one day; dollars. */
export type DayFigures = MemberAnalytics['dailyData'][number]

/** The average per day is over this many, whether or not anything was sold. */
const PERIOD_DAYS = 30

/** Revenue per day over the 30 days, in dollars; days without sales count too. */
export function averagePerDay({ totalRevenue }: Pick<MemberAnalytics, 'totalRevenue'>): number {
  return totalRevenue / PERIOD_DAYS
}

/**
 * Returns the days of the period up to today, with zeros for days that the server left out. A line straight from one
 * sale to the next would show sales that did not happen. Empty if the period has no sales.
 *
 * @param today the store's day
 */
export function everyDay(
  { period, dailyData }: Pick<MemberAnalytics, 'period' | 'dailyData'>,
  today: Day,
): DayFigures[] {
  const [first] = dailyData
  if (!first) return []
  const known = new Map(dailyData.map((figures) => [figures.date, figures]))
  const from = period === '30days' ? addDays(today, 1 - PERIOD_DAYS) : first.date
  return spansBetween(from, today, 'day').map((date) => known.get(date) ?? { date, revenue: 0, orders: 0, packages: 0 })
}
