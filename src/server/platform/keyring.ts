import { invariant } from './invariant.ts'

/** A key and the instant (ISO 8601) from which it is used. */
export interface DatedKey {
  readonly from: string
  readonly value: string
}

/**
 * The keys for one purpose. The latest one that has begun is in force. A new one is known to every node before it
 * begins, so nodes never refuse each other's work, and what earlier ones made still counts.
 */
export class Keyring {
  #keys: readonly DatedKey[] = []
  readonly #now: () => Date

  /** @param keys at least one, of which the oldest counts from the beginning */
  constructor(keys: readonly DatedKey[], now: () => Date) {
    this.#now = now
    this.replace(keys)
  }

  replace(keys: readonly DatedKey[]): void {
    invariant(keys.length > 0, 'a keyring needs a key')
    this.#keys = keys.toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from))
  }

  /** The key in force. */
  get current(): string {
    return this.at(this.#now().getTime())
  }

  /** Every key, newest first. Anything made with one of them is valid, even with one that has not begun here. */
  get all(): readonly string[] {
    return this.#keys.map(({ value }) => value)
  }

  /** Returns the key that was in force then (milliseconds since 1970). */
  at(time: number): string {
    const key = this.#keys.find(({ from }) => Date.parse(from) <= time) ?? this.#keys.at(-1)
    return key?.value ?? ''
  }
}
