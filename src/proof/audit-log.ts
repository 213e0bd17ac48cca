/** What anyone can check of a whole log, without knowing a single property or buyer. */
import { toHex } from './bytes.ts'
import { FiguresOrder } from './figures-order.ts'
import { LEAD_ENTRY_BYTES, readLeadEntry } from './lead-entry.ts'
import { readLabelKeys } from './lead-proof.ts'

/** Of a property in one generation: who has it. */
interface Generation {
  /** By slot: the entry's place in the log. */
  slots: Map<number, number>
  cap: number
}

/** Reads the entries of a log in order and collects what breaks its rules. */
export class LogAudit {
  /** One sentence for each breach, with the place in the log. */
  readonly faults: string[] = []
  leads = 0
  statements = 0
  readonly #figures = new FiguresOrder()
  #entries = 0
  readonly #origin: string
  readonly #generations = new Map<string, Generation>()

  constructor(origin: string) {
    this.#origin = origin
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
    if (index === 0 && !readLabelKeys(text, this.#origin)) this.faults.push('The log does not begin with its keys.')
    if (index > 0 && isKeys) this.faults.push(`Entry ${index} names keys again: a label may have two of them.`)
  }

  #addLead(bytes: Uint8Array, index: number): void {
    this.leads += 1
    const entry = readLeadEntry(bytes)
    if (!entry) return
    const { generation, slot, cap } = entry
    const label = toHex(entry.label)
    const key = `${label} ${generation}`
    const known = this.#generations.get(key) ?? { slots: new Map<number, number>(), cap }
    if (!this.#generations.has(key)) this.#generations.set(key, known)
    const earlier = known.slots.get(slot)
    const where = `Entry ${index} (label ${label.slice(0, 16)}…, generation ${generation})`
    if (index === 0) this.faults.push('The log does not begin with its keys.')
    if (earlier !== undefined) this.faults.push(`${where} sells slot ${slot} again, which entry ${earlier} has.`)
    if (slot < 1 || slot > cap) this.faults.push(`${where} has slot ${slot} of only ${cap}.`)
    if (cap > known.cap) this.faults.push(`${where} raises the cap from ${known.cap} to ${cap}.`)
    known.slots.set(slot, index)
    known.cap = Math.min(known.cap, cap)
  }
}
