/** Formats calendar days. A day has no time, so the reader's time zone must not shift it. */
import { addDays, type Day, startOfSpan } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { Instant } from '#contract/values.ts'
import { serverNow } from './server-clock.ts'

/** `Nov 21, 2026`. */
export const formatDay = (day: Day): string => written(day, { year: 'numeric', month: 'short', day: 'numeric' })

/** `Nov 21`: where the year is clear. */
export const formatShortDay = (day: Day): string => written(day, { month: 'short', day: 'numeric' })

/** `November 2026`, of any day in it. */
export const formatMonth = (day: Day): string => written(day, { year: 'numeric', month: 'long' })

/** `Nov 2026`: under an axis. */
export const formatShortMonth = (day: Day): string => written(day, { year: 'numeric', month: 'short' })

/** `Oct 24 to Nov 22, 2026`; the first year too where it is another one, and one day alone. */
export function formatDays(from: Day, to: Day): string {
  if (from === to) return formatDay(from)
  return `${from.slice(0, 4) === to.slice(0, 4) ? formatShortDay(from) : formatDay(from)} to ${formatDay(to)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function written(day: Day, options: Intl.DateTimeFormatOptions): string {
  const key = Object.entries(options).join(' ')
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    formats.set(key, format)
  }
  return format.format(Date.parse(day))
}

/** The store's day of an instant, wherever it is read: `Nov 21, 2026`. For what is dated by a day. */
export const formatStoreDay = (instant: Instant, timeZone: string): string =>
  formatDay(storeDayOf(Date.parse(instant), timeZone))

/** Two days, inclusive. */
export type Days = { from: Day; to: Day }

/** As calls take them. */
export const periodOf = ({ from, to }: Days) => ({ startDate: from, endDate: to })

/** This month until today, and the whole month before, in the store's time zone. */
export function monthsOf(timeZone: string): { current: Days; last: Days } {
  const today = storeDayOf(serverNow(), timeZone)
  const from = startOfSpan(today, 'month')
  const to = addDays(from, -1)
  return { current: { from, to: today }, last: { from: startOfSpan(to, 'month'), to } }
}

/** What is wrong with the days of a period, by field. */
export type DaysProblem = { from?: string; to?: string }

/** Two typed days as a period. */
export function readDays(from: string, to: string): { ok: true; days: Days } | { ok: false; problem: DaysProblem } {
  const problem: DaysProblem = {}
  if (!isDay(from)) problem.from = 'Please choose the first day.'
  if (!isDay(to)) problem.to = 'Please choose the last day.'
  else if (isDay(from) && to < from) {
    problem.to = `The end date is before the start date. Choose ${formatDay(from)} or later, or an earlier start date.`
  }
  return problem.from || problem.to ? { ok: false, problem } : { ok: true, days: { from, to } }
}

/**
 * Whether a text is a valid day to query: one from 2000 on. No store is older, and a year that is being typed reads
 * 0002 first, then 0020 and 0202.
 */
export const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** `Eastern Time`. */
export const zoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
