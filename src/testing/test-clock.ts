import { addMilliseconds, type Clock, minutes, systemClock } from '#server/platform/clock.ts'

/** The real time, moved forward by a test: holds expire and payments age without anyone waiting. */
export class TestClock implements Clock {
  #offsetMs = 0
  #frozenAt: Date | undefined

  now(): Date {
    return addMilliseconds(this.#frozenAt ?? systemClock.now(), this.#offsetMs)
  }

  /** Moves the time forward by a number of milliseconds. */
  advance(milliseconds: number): void {
    this.#offsetMs += milliseconds
  }

  /** Moves the time forward to the next noon in the store's zone, so a test within one day does not cross midnight. */
  advanceToNoon(timeZone = 'America/New_York'): void {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
    const parts = Object.fromEntries(format.formatToParts(this.now()).map(({ type, value }) => [type, Number(value)]))
    const minutesNow = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    this.advance(minutes((36 * 60 - minutesNow) % (24 * 60)))
  }

  /** Stops the time, to show that something happens without it. */
  freeze(): void {
    this.#frozenAt = systemClock.now()
  }

  thaw(): void {
    this.#frozenAt = undefined
  }
}
