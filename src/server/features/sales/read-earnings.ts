import type { Day } from '#contract/days.ts'
import type { Earnings } from '#contract/sales/earnings.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { dollarsOf, requirePeriod } from './figures.ts'
import { type EarnedDay, listEarnings } from './pay-queries.ts'

const showSums = ({ orders, paid_cents, refunded_cents, commission_cents }: Omit<EarnedDay, 'day'>) => ({
  orders,
  paid: dollarsOf(Number(paid_cents)),
  refunded: dollarsOf(Number(refunded_cents)),
  commission: dollarsOf(Number(commission_cents)),
})

/** @throws Refusal `period_invalid` */
export async function readEarnings(ctx: PlatformContext, period: { startDate: Day; endDate: Day }): Promise<Earnings> {
  const { userId } = requireMember(ctx)
  requirePeriod(period.startDate, period.endDate)
  const rows = await ctx.database.run(listEarnings, { repId: userId, ...period })
  const total = (part: 'paid_cents' | 'refunded_cents' | 'commission_cents') =>
    rows.reduce((sum, row) => sum + Number(row[part]), 0)
  return {
    timeZone: ctx.config.timeZone,
    ...period,
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    paid: dollarsOf(total('paid_cents')),
    refunded: dollarsOf(total('refunded_cents')),
    commission: dollarsOf(total('commission_cents')),
    days: rows.map((row) => ({ date: row.day, ...showSums(row) })),
  }
}
