/** Calendar days as text, `2026-11-21`, without any time zone. Which day an instant falls on is decided elsewhere. */
import * as z from 'zod/mini'

/** A day of the calendar: `2026-11-21`, never a February 30. */
export const Day = z.iso.date('Please give a day as YYYY-MM-DD.')
export type Day = z.infer<typeof Day>

const DAY_MS = 86_400_000

const fromNumber = (days: number): Day => new Date(days * DAY_MS).toISOString().slice(0, 10)
const toNumber = (day: Day): number => Date.parse(day) / DAY_MS

/** Adds days to a day; negative counts go back. */
export const addDays = (day: Day, count: number): Day => fromNumber(toNumber(day) + count)

/** Counts the days from one day to another, inclusive; 0 or less if the second is earlier. */
export const countDays = (from: Day, to: Day): number => toNumber(to) - toNumber(from) + 1

export type Span = 'day' | 'week' | 'month'

/** Returns the first day of the day, week (from Monday) or month that contains a day. */
export function startOfSpan(day: Day, span: Span): Day {
  if (span === 'month') return `${day.slice(0, 8)}01`
  // January 1, 1970 was a Thursday.
  return span === 'week' ? addDays(day, -((toNumber(day) + 3) % 7)) : day
}

/** Lists the starts of all spans that overlap the days between two, inclusive, in order. */
export function spansBetween(from: Day, to: Day, span: Span): Day[] {
  const starts: Day[] = []
  for (let start = startOfSpan(from, span); start <= to; start = nextSpan(start, span)) starts.push(start)
  return starts
}

const nextSpan = (start: Day, span: Span): Day =>
  span === 'month' ? startOfSpan(addDays(start, 31), 'month') : addDays(start, span === 'week' ? 7 : 1)
