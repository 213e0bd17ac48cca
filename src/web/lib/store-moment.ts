/**
 * Moments as the store's clocks show them, between a date field (`2026-11-23T00:00`, no zone) and instants. Where
 * clocks are turned twice a year, one hour of a spring night does not exist, and one of an autumn night comes twice.
 */
import { addDays, startOfSpan } from '#contract/days.ts'
import { zonePlace } from '#contract/store-zone.ts'
import type { Instant } from '#contract/values.ts'
import { formatTimeLeft } from './format.ts'

/** A moment further away than this is told by its date alone. */
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
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** By zone. */
const formats = new Map<string, { parts: Intl.DateTimeFormat; words: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const made = formats.get(timeZone) ?? {
    parts: new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone }),
    words: new Intl.DateTimeFormat('en-US', { ...WORDS, timeZone }),
  }
  formats.set(timeZone, made)
  return made
}

/** What the store's clocks show at an instant, as a date field has it. `atMs`: milliseconds since 1970. */
export function storeTimeOf(atMs: number, timeZone: string): string {
  const part = Object.fromEntries(
    formatsOf(timeZone)
      .parts.formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`
}

/**
 * The instant at which the store's clocks show a time; of the two in an autumn night, the first.
 *
 * @returns null for what is no time, and for the hour that clocks skip in spring
 */
export function instantOfStoreTime(wall: string, timeZone: string): Instant | null {
  const asUtcMs = WALL.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(asUtcMs)) return null
  // A zone's offset a day before and a day after are the only two that can count at this time.
  const candidates = [-1, 1].map((days) => asUtcMs - offsetMsAt(asUtcMs + days * 86_400_000, timeZone))
  const fitting = candidates.filter((atMs) => storeTimeOf(atMs, timeZone) === wall)
  return fitting.length === 0 ? null : new Date(Math.min(...fitting)).toISOString()
}

/** How far the store's clocks are ahead of UTC; negative in America. */
const offsetMsAt = (atMs: number, timeZone: string): number =>
  Date.parse(`${storeTimeOf(atMs, timeZone)}Z`) - Math.floor(atMs / 60_000) * 60_000

/** The next Monday at midnight in the store, as a date field has it: when a week's prices begin. */
export function nextMonday(nowMs: number, timeZone: string): string {
  return `${addDays(startOfSpan(storeTimeOf(nowMs, timeZone).slice(0, 10), 'week'), 7)}T00:00`
}

/** `Monday, November 23, 2026 at 12:00 AM EST (New York)`. */
export function formatStoreMoment(instant: Instant, timeZone: string): string {
  return `${formatsOf(timeZone).words.format(Date.parse(instant))} (${zonePlace(timeZone)})`
}

/** `, in 28 h 43 min`, said after a moment; nothing when it is weeks away. */
export function waitWords(instant: Instant, nowMs: number): string {
  return Date.parse(instant) - nowMs > WAIT_TOLD_MS ? '' : `, ${formatTimeLeft(instant, nowMs)}`
}

/** What is wrong with the moment of a plan; undefined when it can be planned. A half typed date reads as empty. */
export function momentComplaint(wall: string, nowMs: number, timeZone: string): string | undefined {
  if (wall === '') return 'Enter a day and a time.'
  const instant = instantOfStoreTime(wall, timeZone)
  if (!instant) return `Clocks skip this hour in ${zonePlace(timeZone)}. Choose a time before or after it.`
  return Date.parse(instant) <= nowMs ? 'Choose a moment in the future.' : undefined
}
