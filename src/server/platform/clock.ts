/** The one place that reads the time, so that tests can set it. */
export interface Clock {
  /** The present instant. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The instant a number of milliseconds after another (before it, when negative). */
export function addMilliseconds(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
