import { addMilliseconds, type Clock, systemClock } from '#server/platform/clock.ts'

/** The real time, moved forward by a test: holds run out and payments age without anybody waiting. */
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

  /** Stops the time, to show that something happens without it. */
  freeze(): void {
    this.#frozenAt = systemClock.now()
  }

  thaw(): void {
    this.#frozenAt = undefined
  }
}
