/** Digits of a fingerprint that are looked at: 64 bits, so that two of a million agree by chance once in 20 million files. */
const HALF_DIGITS = 8
const FIRST_SLOTS = 1 << 16
const LOAD_MAX = 0.7

/**
 * Finds properties that stand in a file more than once, in 8 bytes for each row and without a sort of all of them. One that is
 * named without need costs nothing but a look: the database compares the whole fingerprints.
 */
export class SeenProperties {
  #slots = new Uint32Array(FIRST_SLOTS * 2)
  #used = 0
  readonly #twice = new Set<string>()

  /** @param propertyKey a UUID */
  add(propertyKey: string): void {
    // From the end: fingerprints of one ZIP begin alike.
    const high = Number.parseInt(propertyKey.slice(-HALF_DIGITS), 16)
    const middle = propertyKey.slice(14, 18) + propertyKey.slice(19, 23)
    // Never 0, which is an empty slot.
    const low = Number.parseInt(middle, 16) || 1
    if (!this.#put(this.#slots, high, low)) return void this.#twice.add(propertyKey)
    this.#used += 1
    if (this.#used > (this.#slots.length / 2) * LOAD_MAX) this.#grow()
  }

  /** Those that came more than once. */
  get twice(): string[] {
    return [...this.#twice]
  }

  #put(slots: Uint32Array, high: number, low: number): boolean {
    const mask = slots.length / 2 - 1
    for (let slot = (high ^ (low >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 2
      if (slots[at + 1] === 0) {
        slots[at] = high
        slots[at + 1] = low
        return true
      }
      if (slots[at] === high && slots[at + 1] === low) return false
    }
  }

  #grow(): void {
    const old = this.#slots
    const slots = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at + 1] ?? 0
      if (low !== 0) this.#put(slots, old[at] ?? 0, low)
    }
    this.#slots = slots
  }
}
