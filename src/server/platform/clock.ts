import { zonePlace } from '#contract/store-zone.ts'

/* Formats instants in the store's own time zone: times with its name, since deadlines and money depend on them. */

const DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const PARTS = {
  mail: { weekday: 'long', month: 'long', day: 'numeric', ...TIME },
  document: { ...DAY, ...TIME },
  day: DAY,
} as const

/** By zone and kind: creating one takes longer than everything else in an email. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(instant: Date, timeZone: string, kind: keyof typeof PARTS): string {
  const key = `${kind} ${timeZone}`
  const found = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...PARTS[kind], timeZone })
  formats.set(key, found)
  return found.format(instant)
}

/** For emails, which are read within days: `Sunday, November 22 at 12:07 AM EST (New York)`. */
export const formatMailTime = (instant: Date, timeZone: string): string =>
  `${format(instant, timeZone, 'mail')} (${zonePlace(timeZone)})`

/** For documents, which are kept for years: `November 22, 2026 at 12:07 AM EST`. */
export const formatDocumentTime = (instant: Date, timeZone: string): string => format(instant, timeZone, 'document')

/** `November 22, 2026`. */
export const formatDay = (instant: Date, timeZone: string): string => format(instant, timeZone, 'day')

/** The one place that reads the time, so that tests can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** If the machine's own clock jumps, a steady one follows only after that was found to be right. */
export interface SteadyClock extends Clock {
  follow(): void
}

/** Starts at the machine's time. */
export function startSteadyClock(): SteadyClock {
  let startedAtMs = 0
  const follow = () => {
    startedAtMs = Date.now() - performance.now()
  }
  follow()
  return { follow, now: () => new Date(startedAtMs + performance.now()) }
}

/** Returns the instant this many milliseconds later (earlier, if negative). */
export const addMilliseconds = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds)

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
