/** What the sales overview shows, and how an address says it. */

import { addDays, countDays, type Day, type Span, startOfSpan } from '#contract/days.ts'
import { SALES_DIMENSIONS, type SalesDimension } from '#contract/sales/analytics.ts'
import { type Days, type DaysProblem, readDays } from '#web/lib/store-days.ts'

/** `last-month`: the calendar month before this one. `custom`: between two days of the reader's choice. */
export const PERIODS = ['7', '30', '90', 'month', 'last-month', 'custom'] as const
export type Period = (typeof PERIODS)[number]

/** The usual one; it needs no word in the address. */
const USUAL_PERIOD: Period = '30'
const USUAL_DIMENSION: SalesDimension = 'lead_type'
const SPANS: readonly Span[] = ['day', 'week', 'month']

/** What one has chosen. */
export interface OverviewChoices {
  period: Period
  /** As typed: the days of `custom` may be missing or wrong. */
  from: string
  to: string
  /** Null: as fits the length of the period. */
  by: Span | null
  dimension: SalesDimension
  isTable: boolean
}

/** The choices as an address carries them; whatever is as usual is left out. */
export interface OverviewWords {
  period?: string | undefined
  from?: string | undefined
  to?: string | undefined
  by?: string | undefined
  dimension?: string | undefined
  view?: string | undefined
}

/** Reads an address; anything in it that is not known counts as not said. */
export function choicesOf(words: OverviewWords): OverviewChoices {
  return {
    period: PERIODS.find((one) => one === words.period) ?? USUAL_PERIOD,
    from: words.from ?? '',
    to: words.to ?? '',
    by: SPANS.find((one) => one === words.by) ?? null,
    dimension: SALES_DIMENSIONS.find((one) => one === words.dimension) ?? USUAL_DIMENSION,
    isTable: words.view === 'table',
  }
}

/** Says choices in an address, so that they can be shared and come back after a reload. */
export function wordsOf({ period, from, to, by, dimension, isTable }: OverviewChoices): OverviewWords {
  const isCustom = period === 'custom'
  return {
    period: period === USUAL_PERIOD ? undefined : period,
    from: isCustom ? from || undefined : undefined,
    to: isCustom ? to || undefined : undefined,
    by: by ?? undefined,
    dimension: dimension === USUAL_DIMENSION ? undefined : dimension,
    view: isTable ? 'table' : undefined,
  }
}

/** The days of a period. `today` is the store's day. */
export function daysOf(
  { period, from, to }: Pick<OverviewChoices, 'period' | 'from' | 'to'>,
  today: Day,
): { ok: true; days: Days } | { ok: false; problem: DaysProblem } {
  if (period === 'custom') return readDays(from, to)
  const thisMonth = startOfSpan(today, 'month')
  if (period === 'month') return { ok: true, days: { from: thisMonth, to: today } }
  if (period === 'last-month') {
    const last = addDays(thisMonth, -1)
    return { ok: true, days: { from: startOfSpan(last, 'month'), to: last } }
  }
  return { ok: true, days: { from: addDays(today, 1 - Number(period)), to: today } }
}

/** Into days beyond this many, figures are not told apart: nobody reads as many bars. */
const SINGLE_DAYS_MAX = 366
const FEW_DAYS_MAX = 45
const WEEKS_FROM_DAYS_MAX = 200

/** What the figures of a period can be grouped by. */
export function spansOf({ from, to }: Days): readonly Span[] {
  return countDays(from, to) <= SINGLE_DAYS_MAX ? SPANS : SPANS.slice(1)
}

/** What they are grouped by: as chosen where that can be, else as fits the length. */
export function spanOf(by: Span | null, days: Days): Span {
  if (by && spansOf(days).includes(by)) return by
  const length = countDays(days.from, days.to)
  if (length <= FEW_DAYS_MAX) return 'day'
  return length <= WEEKS_FROM_DAYS_MAX ? 'week' : 'month'
}

/** The days right before, as many as these. */
export function daysBefore({ from, to }: Days): Days {
  const length = countDays(from, to)
  return { from: addDays(from, -length), to: addDays(from, -1) }
}

/** Whether the first or the last week or month lies only partly in the period. */
export function isCut({ from, to, by }: Days & { by: Span }): boolean {
  const isStart = (day: Day) => startOfSpan(day, by) === day
  return !isStart(from) || !isStart(addDays(to, 1))
}
