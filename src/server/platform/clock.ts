/** The one place that reads the time, so that tests can set it. */
export interface Clock {
  /** The present instant. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that goes on evenly: when the machine's own jumps, it follows only once somebody found that right. */
export interface SteadyClock extends Clock {
  /** Takes the machine's time over as it is now. */
  follow(): void
}

/** Starts a steady clock at the machine's time. */
export function startSteadyClock(): SteadyClock {
  let startedAtMs = 0
  const follow = () => {
    startedAtMs = Date.now() - performance.now()
  }
  follow()
  return { follow, now: () => new Date(startedAtMs + performance.now()) }
}

/** The instant a number of milliseconds after another (before it, when negative). */
export function addMilliseconds(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
