/** Turns the ledger's sums into figures for the wire. */

import { LEAD_TYPE_NAMES, type LeadType, sizeName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { countDays, type Day } from '#contract/days.ts'
import type { SalesFigures } from '#contract/sales/analytics.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FiguresRow } from './queries.ts'

/** From before the first sale to after the last. */
export const EVER = ['0001-01-01', 'infinity'] as const

/** The pseudo-day with the sums over all days, for `all` and for each package. Reading them costs the same in any year. */
export const TOGETHER = ['-infinity', '-infinity'] as const

/** What was paid and not refunded, in cents. */
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
    orders: row.orders,
    packages: row.packages,
    leads: row.leads,
  }
}

/** Adds several days into one. */
export function addFigures(rows: readonly FiguresRow[]): FiguresRow {
  return rows.reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      packages: sum.packages + row.packages,
      leads: sum.leads + row.leads,
      sold_cents: String(Number(sum.sold_cents) + Number(row.sold_cents)),
      refunded_cents: String(Number(sum.refunded_cents) + Number(row.refunded_cents)),
    }),
    NOTHING,
  )
}

/** Takes part of a sum off it. */
export const subtractFigures = (sum: FiguresRow, part: FiguresRow): FiguresRow => ({
  orders: sum.orders - part.orders,
  packages: sum.packages - part.packages,
  leads: sum.leads - part.leads,
  sold_cents: String(Number(sum.sold_cents) - Number(part.sold_cents)),
  refunded_cents: String(Number(sum.refunded_cents) - Number(part.refunded_cents)),
})

/** Names a package without its county, as figures do: `vacant-vip-20` is a VIP Junior Package of Vacant Houses. */
export function packageNameOf(value: string): { package: string; type: string } {
  const [leadType = '', tier = '', size = ''] = value.split('-')
  return {
    package: `${TIER_FACTS[tier as Tier]?.name ?? tier} ${sizeName(Number(size))}`,
    type: LEAD_TYPE_NAMES[leadType as LeadType] ?? leadType,
  }
}

const DAYS_MAX = 5 * 366

/**
 * Refuses a period of days that cannot be queried.
 *
 * @throws Refusal `period_invalid`
 */
export function requirePeriod(from: Day, to: Day): void {
  const days = countDays(from, to)
  if (days < 1 || days > DAYS_MAX) throw new Refusal('period_invalid')
}
