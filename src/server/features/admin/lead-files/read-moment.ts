/** Reads dates and times as files write them. */

import { LEADS_SOLD_UNTIL_DAYS } from '#server/features/stock/tiers.ts'
import { days, minutes } from '#server/platform/clock.ts'

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
/** The American order: month first. */
const AMERICAN = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i
/** The clocks of two machines may differ by this much. */
const CLOCKS_DIFFER_MS = minutes(10)

/** A date and a time, in any time zone. */
interface WallTime {
  /** In milliseconds, as if it were UTC. */
  asUtcMs: number
  /** How far its zone is ahead of UTC, in minutes; null if it does not say. */
  offsetMinutes: number | null
  hasTime: boolean
}

function makeWall(parts: readonly number[], zone: string | undefined, hasTime: boolean): WallTime | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const asUtcMs = Date.UTC(year, month - 1, day, hour, minute, second)
  const read = new Date(asUtcMs)
  // A February 30 would silently become a day in March.
  const isReal =
    read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24
  if (!isReal || minute > 59 || second > 59) return null
  if (!zone) return { asUtcMs, offsetMinutes: null, hasTime }
  if (/z/i.test(zone)) return { asUtcMs, offsetMinutes: 0, hasTime }
  const sign = zone.startsWith('-') ? -1 : 1
  const offsetMinutes = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)))
  return { asUtcMs, offsetMinutes, hasTime }
}

/** Reads `2026-03-31`, `3/31/2026`, `3/31/26`, each with or without a time; null for anything else. */
function readWall(text: string): WallTime | null {
  const iso = ISO.exec(text)
  if (iso)
    return makeWall(
      iso.slice(1, 7).map((part) => Number(part ?? 0)),
      iso[7],
      iso[4] !== undefined,
    )
  const american = AMERICAN.exec(text)
  if (!american) return null
  const [, month, day, yearText = '', hourText, minute, second, half] = american
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText)
  const hour = Number(hourText ?? 0)
  const isAfternoon = half?.toLowerCase() === 'pm'
  if (half && (hour < 1 || hour > 12)) return null
  const hourOfDay = half ? (hour % 12) + (isAfternoon ? 12 : 0) : hour
  const parts = [year, Number(month), Number(day), hourOfDay, Number(minute ?? 0), Number(second ?? 0)]
  return makeWall(parts, undefined, hourText !== undefined)
}

/** Reads a day without a time, as `YYYY-MM-DD`; null for anything else. */
export function readDay(text: string): string | null {
  const wall = readWall(text)
  return wall && new Date(wall.asUtcMs).toISOString().slice(0, 10)
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetMs(atMs: number, format: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000
}

const NUMBERS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const

export type AcquiredReading =
  | { ok: true; at: string }
  | { ok: false; reason: 'acquired_invalid' | 'acquired_in_future' | 'acquired_too_old' }

/** Reads when leads were acquired. Remembers what it read, because a million rows name few days. */
export class AcquiredReader {
  readonly #known = new Map<string, AcquiredReading>()
  readonly #nowMs: number
  readonly #format: Intl.DateTimeFormat

  /** @param timeZone the store's: days and times without a zone are in it */
  constructor(now: Date, timeZone: string) {
    this.#nowMs = now.getTime()
    this.#format = new Intl.DateTimeFormat('en-US', { ...NUMBERS, timeZone })
  }

  /** @returns the instant as ISO text; a day without a time starts at midnight in the store */
  read(text: string): AcquiredReading {
    const known = this.#known.get(text)
    if (known) return known
    const reading = this.#judge(text)
    // Files with a time in each row must not fill the memory.
    if (this.#known.size > 10_000) this.#known.clear()
    this.#known.set(text, reading)
    return reading
  }

  #judge(text: string): AcquiredReading {
    const wall = readWall(text)
    if (!wall) return { ok: false, reason: 'acquired_invalid' }
    const atMs = this.#instantOf(wall)
    if (atMs > this.#nowMs + CLOCKS_DIFFER_MS) return { ok: false, reason: 'acquired_in_future' }
    if (this.#nowMs - atMs >= days(LEADS_SOLD_UNTIL_DAYS)) return { ok: false, reason: 'acquired_too_old' }
    return { ok: true, at: new Date(atMs).toISOString() }
  }

  #instantOf({ asUtcMs, offsetMinutes }: WallTime): number {
    if (offsetMinutes !== null) return asUtcMs - minutes(offsetMinutes)
    // The offset at that exact moment, starting from the offset at the same time in UTC.
    const near = asUtcMs - offsetMs(asUtcMs, this.#format)
    return asUtcMs - offsetMs(near, this.#format)
  }
}
