/**
 * Digits of a fingerprint that are looked at: 32 bits. Of a million properties a hundred agree with another by chance; one that is
 * named without need costs nothing but a look, because the database compares the whole fingerprints.
 */
const DIGITS = 8
const FIRST_SLOTS = 1 << 16
const LOAD_MAX = 0.7

/** Finds properties that a file contains more than once, in about 8 bytes for each row and without a sort of all of them. */
export class SeenProperties {
  #slots = new Uint32Array(FIRST_SLOTS)
  #used = 0
  readonly #twice = new Set<string>()

  /** @param propertyKey a UUID */
  add(propertyKey: string): void {
    // From the end: fingerprints of one ZIP begin alike. Never 0, which is an empty slot.
    const digits = Number.parseInt(propertyKey.slice(-DIGITS), 16) || 1
    if (!this.#put(this.#slots, digits)) return void this.#twice.add(propertyKey)
    this.#used += 1
    if (this.#used > this.#slots.length * LOAD_MAX) this.#grow()
  }

  /** Those that came more than once, and the few that agree with another. */
  get twice(): string[] {
    return [...this.#twice]
  }

  #put(slots: Uint32Array, digits: number): boolean {
    const mask = slots.length - 1
    for (let slot = digits & mask; ; slot = (slot + 1) & mask) {
      if (slots[slot] === 0) {
        slots[slot] = digits
        return true
      }
      if (slots[slot] === digits) return false
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    for (const digits of this.#slots) if (digits !== 0) this.#put(slots, digits)
    this.#slots = slots
  }
}
