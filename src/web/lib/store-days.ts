/** Days in the store's time zone: formatting them, reading a typed period, and the name of the zone. */
import { addDays, type Day } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { Instant } from '#contract/values.ts'
import { formatDay } from './format-day.ts'

/** The store's day of an instant: `Nov 21, 2026`, wherever it is read. For anything that a file or a person dated by a day. */
export const formatStoreDay = (instant: Instant, timeZone: string): string =>
  formatDay(storeDayOf(Date.parse(instant), timeZone))

/** Two days, inclusive. */
export interface Days {
  from: Day
  to: Day
}

/** What is wrong with the days of a period, by field. */
export interface DaysProblem {
  from?: string
  to?: string
}

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

/** `Eastern Time (America/New_York)`. */
export function zoneName(timeZone: string, nowMs: number): string {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(nowMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  return name ? `${name} (${timeZone})` : timeZone
}
