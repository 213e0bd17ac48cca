import { addDays, countDays, type Day, type Span, startOfSpan } from '#contract/days.ts'
import { SALES_DIMENSIONS, type SalesDimension } from '#contract/sales/analytics.ts'
import { type Days, isDay } from '#web/lib/format-day.ts'

/** `7` to `90`: so many days up to today. `last-…`: the calendar week or month before. `custom`: two chosen days. */
export const PERIODS = [
  ...(['today', 'yesterday', '7', '30', '90'] as const),
  ...(['week', 'last-week', 'month', 'last-month', 'custom'] as const),
] as const
export type Period = (typeof PERIODS)[number]

/** The default; the URL leaves it out. */
const USUAL_PERIOD: Period = '30'
const USUAL_DIMENSION: SalesDimension = 'package'
const SPANS: readonly Span[] = ['day', 'week', 'month']

export interface OverviewChoices {
  period: Period
  /** As typed: the days of `custom` may be missing or wrong. */
  from: string
  to: string
  /** Null: according to the length of the period. */
  by: Span | null
  dimension: SalesDimension
}

export type OverviewWords = {
  [Word in 'period' | 'from' | 'to' | 'by' | 'dimension']?: string | undefined
}

/** Reads choices from a URL; unknown values are ignored. */
export function choicesOf(words: OverviewWords): OverviewChoices {
  return {
    period: PERIODS.find((one) => one === words.period) ?? USUAL_PERIOD,
    from: words.from ?? '',
    to: words.to ?? '',
    by: SPANS.find((one) => one === words.by) ?? null,
    dimension: SALES_DIMENSIONS.find((one) => one === words.dimension) ?? USUAL_DIMENSION,
  }
}

/** Writes choices for a URL, so they can be shared and survive a reload. */
export function wordsOf({ period, from, to, by, dimension }: OverviewChoices): OverviewWords {
  const isCustom = period === 'custom'
  return {
    period: period === USUAL_PERIOD ? undefined : period,
    from: isCustom ? from || undefined : undefined,
    to: isCustom ? to || undefined : undefined,
    by: by ?? undefined,
    dimension: dimension === USUAL_DIMENSION ? undefined : dimension,
  }
}

/** The days of a period; null for a custom one that is not complete. `today` is the store's day. */
export function daysOf({ period, from, to }: Pick<OverviewChoices, 'period' | 'from' | 'to'>, today: Day): Days | null {
  if (period === 'custom') return isDay(from) && isDay(to) && from <= to ? { from, to } : null
  if (period === 'today') return { from: today, to: today }
  if (period === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  for (const span of ['week', 'month'] as const) {
    const start = startOfSpan(today, span)
    if (period === span) return { from: start, to: today }
    const last = addDays(start, -1)
    if (period === `last-${span}`) return { from: startOfSpan(last, span), to: last }
  }
  return { from: addDays(today, 1 - Number(period)), to: today }
}

/** Beyond this many days, figures are not grouped by day: no one reads that many bars. */
const SINGLE_DAYS_MAX = 366
const FEW_DAYS_MAX = 45
const WEEKS_FROM_DAYS_MAX = 200

/** The possible groupings for a period: a single day has none to choose. */
export function spansOf({ from, to }: Days): readonly Span[] {
  if (from === to) return ['day']
  return countDays(from, to) <= SINGLE_DAYS_MAX ? SPANS : SPANS.slice(1)
}

/** The grouping: the chosen one if possible, otherwise according to the length. */
export function spanOf(by: Span | null, days: Days): Span {
  if (by && spansOf(days).includes(by)) return by
  const length = countDays(days.from, days.to)
  if (length <= FEW_DAYS_MAX) return 'day'
  return length <= WEEKS_FROM_DAYS_MAX ? 'week' : 'month'
}

/** The same number of days right before. */
export function daysBefore({ from, to }: Days): Days {
  const length = countDays(from, to)
  return { from: addDays(from, -length), to: addDays(from, -1) }
}
