/** Collects fingerprints, 16 bytes each, and puts them in order: a million take 16 MB, where texts would take a hundred. */

const KEY_BYTES = 16
const FIRST_KEYS = 1_024
/** As many bytes as a number holds exactly. */
const HEAD_BYTES = 6

export class SortedKeys {
  #bytes = Buffer.allocUnsafe(FIRST_KEYS * KEY_BYTES)
  /** How many were added; some may be the same. */
  added = 0

  static countOf = (keys: Buffer): number => keys.length / KEY_BYTES

  /** @param uuid 32 hexadecimal digits with dashes */
  add(uuid: string): void {
    const at = this.added * KEY_BYTES
    if (at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(at)])
    this.#bytes.write(uuid.replaceAll('-', ''), at, KEY_BYTES, 'hex')
    this.added += 1
  }

  /** Returns them in order, each once. */
  finish(): Buffer {
    const { added } = this
    const bytes = this.#bytes
    const heads = new Float64Array(added)
    for (let index = 0; index < added; index += 1) heads[index] = bytes.readUIntBE(index * KEY_BYTES, HEAD_BYTES)
    const compare = (a: number, b: number) =>
      (heads[a] ?? 0) - (heads[b] ?? 0) ||
      bytes.compare(bytes, b * KEY_BYTES, (b + 1) * KEY_BYTES, a * KEY_BYTES, (a + 1) * KEY_BYTES)
    const order = new Uint32Array(added).map((_, index) => index).sort(compare)
    const sorted = Buffer.allocUnsafe(added * KEY_BYTES)
    let kept = 0
    let last = -1
    for (const index of order) {
      if (last >= 0 && compare(last, index) === 0) continue
      last = index
      bytes.copy(sorted, kept, index * KEY_BYTES, (index + 1) * KEY_BYTES)
      kept += KEY_BYTES
    }
    return sorted.subarray(0, kept)
  }
}
