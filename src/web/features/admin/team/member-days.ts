/** A member's figures, day by day. */

import { addDays, type Day, spansBetween } from '#contract/days.ts'
import type { MemberAnalytics } from '#contract/sales/analytics.ts'

/** What was sold on one day; dollars. */
export type DayFigures = MemberAnalytics['dailyData'][number]

/** SPEC.md section 9, "Member analytics". */
const PERIOD_DAYS = 30

/** Revenue per day of the 30, in dollars; days without sales count like the others. */
export function averagePerDay({ totalRevenue }: Pick<MemberAnalytics, 'totalRevenue'>): number {
  return totalRevenue / PERIOD_DAYS
}

/**
 * The days of the period up to today, with nothing sold where the server says nothing: a line from one sale straight to
 * the next would draw sales that were not there. Empty where there was never a sale in it.
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
