/** Finds the store's day of an instant. Both sides must agree, because sales and pay are counted by these days. */
import type { Day } from './days.ts'

/** By zone. Created on first use, because no page needs one at its start. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // Sweden writes days as ISO does; Canada no longer does in some browsers.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, made)
  return made
}

/** The day of an instant in the store's zone: `2026-11-22`. A number counts milliseconds since 1970. */
export const storeDayOf = (instant: Date | number, timeZone: string): Day =>
  timeZone === 'UTC' ? new Date(instant).toISOString().slice(0, 10) : formatOf(timeZone).format(instant)
