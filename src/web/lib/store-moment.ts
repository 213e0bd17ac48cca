/**
 * Converts between the store's clock in a date field (`2026-11-23T00:00`, no zone) and instants. With daylight saving
 * time, one hour of a spring night does not exist, and one of a fall night comes twice.
 */
import { addDays, startOfSpan } from '#contract/days.ts'
import { zonePlace } from '#contract/store-zone.ts'
import type { Instant } from '#contract/values.ts'
import { formatTimeLeft } from './format.ts'

/** A moment further away than this is shown only as a date. */
const WAIT_TOLD_MS = 14 * 86_400_000

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const WORDS = {
  year: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
} as const

/** By zone. */
const formats = new Map<string, Record<'parts' | 'words' | 'short', Intl.DateTimeFormat>>()

function formatsOf(timeZone: string) {
  const made = formats.get(timeZone) ?? {
    parts: new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone }),
    words: new Intl.DateTimeFormat('en-US', { ...WORDS, timeZone, weekday: 'long', month: 'long' }),
    short: new Intl.DateTimeFormat('en-US', { ...WORDS, timeZone, month: 'short' }),
  }
  formats.set(timeZone, made)
  return made
}

/** The store's clock at an instant, as a date field has it. `atMs`: milliseconds since 1970. */
export function storeTimeOf(atMs: number, timeZone: string): string {
  const part = Object.fromEntries(
    formatsOf(timeZone)
      .parts.formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`
}

/**
 * The instant at which the store's clock shows a time; of the two in a fall night, the first.
 *
 * @returns null for an invalid time, and for the hour that is skipped in spring
 */
export function instantOfStoreTime(wall: string, timeZone: string): Instant | null {
  const asUtcMs = WALL.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(asUtcMs)) return null
  // A zone's offsets a day before and a day after are the only two possible at this time.
  const candidates = [-1, 1].map((days) => asUtcMs - offsetMsAt(asUtcMs + days * 86_400_000, timeZone))
  const fitting = candidates.filter((atMs) => storeTimeOf(atMs, timeZone) === wall)
  return fitting.length === 0 ? null : new Date(Math.min(...fitting)).toISOString()
}

/** How far the store's clock is ahead of UTC; negative in America. */
const offsetMsAt = (atMs: number, timeZone: string): number =>
  Date.parse(`${storeTimeOf(atMs, timeZone)}Z`) - Math.floor(atMs / 60_000) * 60_000

/** Next Monday at midnight in the store, as a date field has it: when a week's prices start. */
export const nextMonday = (nowMs: number, timeZone: string): string =>
  `${addDays(startOfSpan(storeTimeOf(nowMs, timeZone).slice(0, 10), 'week'), 7)}T00:00`

/** `Monday, November 23, 2026 at 12:00 AM ET (New York)`. */
export const formatStoreMoment = (instant: Instant, timeZone: string): string =>
  `${formatsOf(timeZone).words.format(Date.parse(instant))} (${zonePlace(timeZone)})`

/** `Nov 23, 2026, 12:00 AM ET (New York)`. */
export const formatShortMoment = (instant: Instant, timeZone: string): string =>
  `${formatsOf(timeZone).short.format(Date.parse(instant))} (${zonePlace(timeZone)})`

/** `, in 28 h 43 min`, after a moment; empty if it is weeks away. */
export const waitWords = (instant: Instant, nowMs: number): string =>
  Date.parse(instant) - nowMs > WAIT_TOLD_MS ? '' : `, ${formatTimeLeft(instant, nowMs)}`

/** What is wrong with a planned moment; undefined if it is valid. A half-typed date reads as empty. */
export function momentError(wall: string, nowMs: number, timeZone: string): string | undefined {
  if (wall === '') return 'Enter a day and a time.'
  const instant = instantOfStoreTime(wall, timeZone)
  if (!instant) return `Clocks skip this hour in ${zonePlace(timeZone)}. Choose a time before or after it.`
  return Date.parse(instant) <= nowMs ? 'Choose a time in the future.' : undefined
}
