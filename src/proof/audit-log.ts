/** What anyone can check of a whole log, without knowing a single property or buyer. */
import { areEqual, toHex } from './bytes.ts'
import { FiguresOrder } from './figures-order.ts'
import { type FollowedLog, isWhole } from './followed-log.ts'
import { LEAD_ENTRY_BYTES, type LeadEntry, readLeadEntry } from './lead-entry.ts'
import { readLogStart } from './lead-proof.ts'

/** Who has a slot. */
interface Holder {
  origin: string
  /** The entry's place in that log. */
  index: number
  commitment: Uint8Array
}

/** Of a property in one generation: who has it. */
interface Generation {
  slots: Map<number, Holder>
  cap: number
}

/** Reads the entries of a log in order and collects what breaks its rules. */
export class LogAudit {
  /** One sentence for each breach, with the place in the log. */
  readonly faults: string[] = []
  leads = 0
  statements = 0
  /** The closed log that this one names in its first entry; null if none. */
  follows: FollowedLog | null = null
  readonly #figures = new FiguresOrder()
  #entries = 0
  readonly #origin: string
  readonly #generations: Map<string, Generation>

  /** @param followed the audit of the closed log that this one follows, once all its entries are added */
  constructor(origin: string, followed: LogAudit | null = null) {
    this.#origin = origin
    this.#generations = followed ? followed.#generations : new Map()
  }

  add(entry: Uint8Array): void {
    const index = this.#entries
    this.#entries += 1
    if (entry.length === LEAD_ENTRY_BYTES) this.#addLead(entry, index)
    else this.#addStatement(entry, index)
  }

  #addStatement(entry: Uint8Array, index: number): void {
    this.statements += 1
    const text = new TextDecoder().decode(entry)
    this.faults.push(...this.#figures.check(text, index))
    const isKeys = text.startsWith('leadyard keys ')
    if (index > 0 && isKeys) this.faults.push(`Entry ${index} names keys again: a label may have two of them.`)
    if (index > 0) return
    const start = readLogStart(text, this.#origin)
    if (!start) this.faults.push('The log does not begin with its keys.')
    this.follows = start?.follows ?? null
    if (this.follows && !isWhole(this.follows)) {
      const { signed, kept } = this.follows
      this.faults.push(
        `${signed.origin} was signed with ${signed.size} entries, and ${kept.size} of ${kept.origin} can be read: no one can check the rest.`,
      )
    }
  }

  #addLead(bytes: Uint8Array, index: number): void {
    this.leads += 1
    const entry = readLeadEntry(bytes)
    if (!entry) return
    const { generation, slot, cap } = entry
    const label = toHex(entry.label)
    const key = `${label} ${generation}`
    const known = this.#generations.get(key) ?? { slots: new Map<number, Holder>(), cap }
    if (!this.#generations.has(key)) this.#generations.set(key, known)
    const earlier = known.slots.get(slot)
    const where = `Entry ${index} (label ${label.slice(0, 16)}…, generation ${generation})`
    if (index === 0) this.faults.push('The log does not begin with its keys.')
    known.slots.set(slot, { origin: this.#origin, index, commitment: entry.commitment })
    if (earlier && this.#isSaidAgain(entry, earlier)) return
    if (earlier) this.faults.push(`${where} sells slot ${slot} again, which ${this.#nameOf(earlier)} has.`)
    if (slot < 1 || slot > cap) this.faults.push(`${where} has slot ${slot} of only ${cap}.`)
    if (cap > known.cap) this.faults.push(`${where} raises the cap from ${known.cap} to ${cap}.`)
    known.cap = Math.min(known.cap, cap)
  }

  /** Whether it is the same sale: a log may repeat what the one before it could not publish. */
  #isSaidAgain({ commitment }: LeadEntry, earlier: Holder): boolean {
    return earlier.origin !== this.#origin && areEqual(commitment, earlier.commitment)
  }

  #nameOf = ({ origin, index }: Holder): string =>
    origin === this.#origin ? `entry ${index}` : `entry ${index} of ${origin}`
}
