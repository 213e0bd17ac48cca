import { LEAD_TYPE_NAMES, type LeadType, sizeName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { countDays, type Day } from '#contract/days.ts'
import type { SalesFigures } from '#contract/sales/analytics.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FiguresRow } from './queries.ts'

export const EVER = ['0001-01-01', 'infinity'] as const
/** The pseudo-day with the sums over all days, for `all` and each package. Reading it costs the same in any year. */
export const TOGETHER = ['-infinity', '-infinity'] as const

export const revenueCentsOf = (row: Pick<FiguresRow, 'sold_cents' | 'refunded_cents'>): number =>
  Number(row.sold_cents) - Number(row.refunded_cents)

/** Signed cents as dollars: revenue is negative on a day with more refunds than sales. */
export const dollarsOf = (cents: number): number => cents / 100
export const NOTHING: FiguresRow = { orders: 0, packages: 0, leads: 0, sold_cents: '0', refunded_cents: '0' }

/** Returns sums in dollars, with refunds taken off revenue. */
export function figuresOf(row: FiguresRow): SalesFigures {
  return {
    revenue: dollarsOf(revenueCentsOf(row)),
    refunded: dollarsOf(Number(row.refunded_cents)),
    ...shownOf(row, 'orders', 'packages', 'leads'),
  }
}

const combine = (sum: FiguresRow, row: FiguresRow, sign: 1 | -1): FiguresRow => ({
  orders: sum.orders + sign * row.orders,
  packages: sum.packages + sign * row.packages,
  leads: sum.leads + sign * row.leads,
  sold_cents: String(Number(sum.sold_cents) + sign * Number(row.sold_cents)),
  refunded_cents: String(Number(sum.refunded_cents) + sign * Number(row.refunded_cents)),
})

export const addFigures = (rows: readonly FiguresRow[]) => rows.reduce((sum, row) => combine(sum, row, 1), NOTHING)

export const subtractFigures = (sum: FiguresRow, part: FiguresRow): FiguresRow => combine(sum, part, -1)

/** Names a package without its county, as figures do: `vacant-vip-20` is a VIP Junior Package of Vacant Houses. */
export function packageNameOf(value: string): { package: string; type: string } {
  const [leadType = '', tier = '', size = ''] = value.split('-')
  return {
    package: `${TIER_FACTS[tier as Tier]?.name ?? tier} ${sizeName(Number(size))}`,
    type: LEAD_TYPE_NAMES[leadType as LeadType] ?? leadType,
  }
}

const DAYS_MAX = 5 * 366

/** Refuses a period of days that cannot be queried. @throws Refusal `period_invalid` */
export function requirePeriod(from: Day, to: Day): void {
  const days = countDays(from, to)
  if (days < 1 || days > DAYS_MAX) throw new Refusal('period_invalid')
}
