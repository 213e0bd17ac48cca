/** Formats calendar days. A day has no time, so the reader's time zone must not shift it. */
import type { Day } from '#contract/days.ts'

/** `Nov 21, 2026`. */
export function formatDay(day: Day): string {
  return written(day, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** `Nov 21`: where the year is clear. */
export function formatShortDay(day: Day): string {
  return written(day, { month: 'short', day: 'numeric' })
}

/** `November 2026`, of any day in it. */
export function formatMonth(day: Day): string {
  return written(day, { year: 'numeric', month: 'long' })
}

/** `Nov 2026`: under an axis. */
export function formatShortMonth(day: Day): string {
  return written(day, { year: 'numeric', month: 'short' })
}

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
