import type { Day, Span } from '#contract/days.ts'
import { formatDay, formatMonth, formatShortDay, formatShortMonth } from '#web/lib/format-day.ts'
import type { Period } from './overview-choices.ts'

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  week: 'This week',
  'last-week': 'Last week',
  month: 'This month',
  'last-month': 'Last month',
  custom: 'Custom dates',
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

/** `+12.5% (+$120)`; no percentage if there was nothing before, or less than nothing. */
export function compare(now: number, before: number, format: (amount: number) => string): string {
  const difference = Math.round(now - before)
  if (difference === 0) return now === 0 ? 'none before either' : 'the same as before'
  const amount = `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`
  if (before === 0) return `${amount}, none before`
  return before < 0 ? amount : `${formatChange((difference / before) * 100)} (${amount})`
}

/** `+12.5%`, `−3.0%`, `0.0%`: with its sign, because it is a difference. */
export function formatChange(percent: number): string {
  const format = {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  } as const
  return new Intl.NumberFormat('en-US', format).format(percent / 100).replace('-', '−')
}

/** `12.5%` of a whole; null if the whole is zero or less. */
export function formatShare(part: number, whole: number): string | null {
  if (whole <= 0) return null
  return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)
}
