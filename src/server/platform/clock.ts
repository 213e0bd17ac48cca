/** The one place that reads the time, so that tests can set it. */
export interface Clock {
  /** Returns the current instant. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A steady clock: if the machine's own clock jumps, it follows only after that was found to be right. */
export interface SteadyClock extends Clock {
  /** Adopts the machine's current time. */
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

/** Returns the instant this many milliseconds later (earlier, if negative). */
export function addMilliseconds(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds)
}

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
