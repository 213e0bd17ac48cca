/** What a member has sold and earned. Removed members keep theirs. */

import { placeName } from '#contract/catalogue/place-name.ts'
import { addDays, type Day } from '#contract/days.ts'
import type { MemberAnalytics, PayReport } from '#contract/sales/analytics.ts'
import type { Earnings } from '#contract/sales/earnings.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { UserId } from '#contract/values.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { isContested } from '#server/features/payments/record-dispute.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { addFigures, dollarsOf, EVER, figuresOf, packageNameOf, requirePeriod, revenueCentsOf } from './figures.ts'
import { listDays } from './queries.ts'

/* Commission is rounded when a sale is recorded. */

/** Between two days, inclusive, oldest first. */
export const listPay = statement('sales_ledger.list_pay')`
  select o.reference as order_reference, o.full_name as customer_name, e.day::text, e.lead_type, e.tier, e.size, e.refund_id,
    o.commission_bps, e.commission_cents, e.amount_cents, e.packages, l.state, l.county,
    ${isContested('e.order_id')} as is_disputed
  from sale_entries e join orders o on o.order_id = e.order_id
  join order_lines l on l.order_id = e.order_id and l.revision = o.revision and l.line_number = e.line_number
  where e.rep_id = $repId and e.rep_id <> '' and e.day between $startDate::date and $endDate::date
  order by e.day, e.at, e.order_id, e.line_number limit $limit`

const PAY_SUMS = `(count(distinct order_id) filter (where refund_id = ''))::int as orders,
  coalesce(sum(amount_cents) filter (where refund_id = ''), 0)::text as paid_cents,
  coalesce(-sum(amount_cents) filter (where refund_id <> ''), 0)::text as refunded_cents,
  coalesce(sum(commission_cents), 0)::text as commission_cents`

/** Of each of these members, between two days, inclusive. */
export const sumPay = statement('sales_ledger.sum_pay')`
  select r.rep_id, s.* from unnest($repIds::text[]) as r (rep_id) cross join lateral (
    select ${PAY_SUMS}, count(*)::int as entries from sale_entries e
    where e.rep_id = r.rep_id and e.rep_id <> '' and day between $startDate::date and $endDate::date
  ) s where entries > 0 order by commission_cents::bigint desc, rep_id`

/** Between two days, inclusive, newest first. */
export const listEarnings = statement('sales_ledger.list_earnings')`
  select day::text, ${PAY_SUMS}
  from sale_entries where rep_id = $repId and rep_id <> '' and day between $startDate::date and $endDate::date
  group by day order by day desc`

const RECENT_DAYS = 30
const PAY_ROWS_MAX = 50_000

async function requireKnown(ctx: PlatformContext, userId: UserId): Promise<void> {
  if (!(await readMemberNames(ctx)).has(userId)) throw new Refusal('not_found')
}

/** @throws Refusal `not_found` */
export async function readMemberAnalytics(ctx: PlatformContext, userId: UserId, period: MemberAnalytics['period']) {
  await requireKnown(ctx, userId)
  const today = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const isRecent = period === '30days'
  const start = isRecent ? addDays(today, 1 - RECENT_DAYS) : EVER[0]
  const [from, to] = isRecent ? [addDays(start, -RECENT_DAYS), today] : EVER
  const rows = await ctx.database.run(listDays, { dimension: 'rep', value: userId, from, to })
  const days = rows.filter(({ day }) => day >= start)
  const total = addFigures(days)
  const revenueCents = revenueCentsOf(total)
  const show = (row: (typeof rows)[number]) => ({ date: row.day, ...figuresOf(row) })
  return {
    period,
    totalRevenue: dollarsOf(revenueCents),
    totalOrders: total.orders,
    packagesSold: total.packages,
    averageOrderValue: total.orders === 0 ? 0 : dollarsOf(Math.round(revenueCents / total.orders)),
    dailyData: days.map(show),
    dailyDataBefore: rows.slice(0, rows.length - days.length).map(show),
  }
}

/** @throws Refusal `not_found`, `period_invalid` */
export async function readPayReport(
  ctx: PlatformContext,
  userId: UserId,
  { startDate, endDate }: { startDate: Day; endDate: Day },
): Promise<PayReport> {
  requirePeriod(startDate, endDate)
  await requireKnown(ctx, userId)
  const rows = await ctx.database.run(listPay, { repId: userId, startDate, endDate, limit: PAY_ROWS_MAX + 1 })
  if (rows.length > PAY_ROWS_MAX) throw new Refusal('period_invalid.too_long')
  const sum = (part: 'packages' | 'commission_cents') => rows.reduce((total, row) => total + row[part], 0)
  return {
    timeZone: ctx.config.timeZone,
    startDate,
    endDate,
    packagesSold: rows.map((row) => {
      const name = packageNameOf(`${row.lead_type}-${row.tier}-${row.size}`)
      return {
        customerName: row.customer_name ?? 'Forgotten customer',
        packageType: `${name.package}, ${name.type}`,
        saleDate: row.day,
        payValue: dollarsOf(row.commission_cents),
        place: placeName(row),
        amount: dollarsOf(row.amount_cents),
        rate: row.commission_bps / 100,
        kind: row.refund_id === '' ? 'sale' : 'refund',
        ...shownOf(row, 'order_reference', 'is_disputed'),
      }
    }),
    totalPackages: sum('packages'),
    totalPay: dollarsOf(sum('commission_cents')),
  }
}

type Sums = Record<'orders' | 'paid_cents' | 'refunded_cents' | 'commission_cents', number | string>

const showSums = ({ orders, paid_cents, refunded_cents, commission_cents }: Sums) => ({
  orders: Number(orders),
  paid: dollarsOf(Number(paid_cents)),
  refunded: dollarsOf(Number(refunded_cents)),
  commission: dollarsOf(Number(commission_cents)),
})

/** What each member sold and earned, also removed ones. @throws Refusal `period_invalid` */
export async function readTeamPay(ctx: PlatformContext, period: { startDate: Day; endDate: Day }) {
  requirePeriod(period.startDate, period.endDate)
  const names = await readMemberNames(ctx)
  const rows = await ctx.database.run(sumPay, { repIds: [...names.keys()], ...period })
  return {
    reps: rows.map((row) => ({
      userId: row.rep_id as UserId,
      username: names.get(row.rep_id) ?? row.rep_id,
      ...showSums(row),
    })),
  }
}

/** Returns what the rep who asks sold and earned. @throws Refusal `period_invalid` */
export async function readEarnings(ctx: PlatformContext, period: { startDate: Day; endDate: Day }): Promise<Earnings> {
  const { userId } = requireMember(ctx)
  requirePeriod(period.startDate, period.endDate)
  const rows = await ctx.database.run(listEarnings, { repId: userId, ...period })
  const total = (part: keyof Sums) => rows.reduce((sum, row) => sum + Number(row[part]), 0)
  const sums = {
    orders: total('orders'),
    paid_cents: total('paid_cents'),
    refunded_cents: total('refunded_cents'),
    commission_cents: total('commission_cents'),
  }
  return {
    timeZone: ctx.config.timeZone,
    ...period,
    ...showSums(sums),
    days: rows.map((row) => ({ date: row.day, ...showSums(row) })),
  }
}
