import type { Day, Span } from '#contract/days.ts'
import type { SalesDimension } from '#contract/sales/analytics.ts'
import { formatDay, formatMonth, formatShortDay, formatShortMonth } from '#web/lib/format-day.ts'
import type { Period } from './overview-choices.ts'

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
  custom: 'Custom dates',
}

export const DIMENSION_NAMES: Readonly<Record<SalesDimension, string>> = {
  lead_type: 'Lead type',
  tier: 'Tier',
  state: 'State',
  county: 'County',
  rep: 'Sales rep',
  channel: 'Channel',
  package: 'Package',
}

export const SPAN_NAMES: Readonly<Record<Span, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** A day, week or month by its first day. */
export function spanLabel(start: Day, by: Span): string {
  if (by === 'month') return formatMonth(start)
  return by === 'week' ? `Week of ${formatDay(start)}` : formatDay(start)
}

/** The same under an axis. */
export const shortSpanLabel = (start: Day, by: Span): string =>
  by === 'month' ? formatShortMonth(start) : formatShortDay(start)
