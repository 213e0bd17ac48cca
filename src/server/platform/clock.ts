/* Formats instants in the store's own time zone: times with its name, since deadlines and money depend on them. */

const DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' } as const
const PARTS = {
  mail: { weekday: 'short', month: 'short', day: 'numeric', ...TIME },
  document: { ...DAY, ...TIME },
  day: DAY,
  hour: { hour: '2-digit', hourCycle: 'h23' },
} as const

/** By zone and kind: creating one takes longer than everything else in an email. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(instant: Date, timeZone: string, kind: keyof typeof PARTS): string {
  const key = `${kind} ${timeZone}`
  const found = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...PARTS[kind], timeZone })
  formats.set(key, found)
  return found.format(instant)
}

/** For emails, which are read within days, as on screens: `Sun, Nov 22, 12:07 AM ET`. */
export const formatMailTime = (instant: Date, timeZone: string): string => format(instant, timeZone, 'mail')

/** For documents, which are kept for years: `November 22, 2026 at 12:07 AM ET`. */
export const formatDocumentTime = (instant: Date, timeZone: string): string => format(instant, timeZone, 'document')

export const formatDay = (instant: Date, timeZone: string): string => format(instant, timeZone, 'day')

/** From 0 to 23. */
export const hourOfDay = (instant: Date, timeZone: string): number => Number(format(instant, timeZone, 'hour'))

/** The one place that reads the time, so that tests can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Starts at the machine's time. If that jumps, this follows only when told to. */
export function startSteadyClock() {
  let startedAtMs = 0
  const follow = () => {
    startedAtMs = Date.now() - performance.now()
  }
  follow()
  return { follow, now: () => new Date(startedAtMs + performance.now()) }
}

export type SteadyClock = ReturnType<typeof startSteadyClock>

export const addMilliseconds = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds)

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
