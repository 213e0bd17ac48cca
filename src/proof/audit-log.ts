/** What anyone can check about a whole log without knowing a single property or buyer. */
import { areEqual, toHex } from './bytes.ts'
import { FIGURES_PREFIX, readFiguresEntry } from './figures-entry.ts'
import { type FollowedLog, isWhole } from './followed-log.ts'
import { type LeadEntry, readLeadEntry } from './lead-entry.ts'
import { readLogStart } from './lead-proof.ts'
import { isDayStatement, readDay } from './log-day.ts'

/**
 * A slot may be sold again a year after its sale. The log says when a sale was delivered, so the time between two entries
 * is less by what the first delivery took.
 */
const EXCLUSIVE_DAYS = 365
const DELIVERY_DAYS_MAX = 30

/** Who has a slot. */
interface Holder {
  origin: string
  /** The entry's place in that log. */
  index: number
  generation: number
  /** When it was put into the log: days since 1970. */
  day: number
  commitment: Uint8Array
}

/** What is known about a label. */
interface Label {
  /** The last sale of each slot. */
  slots: Map<number, Holder>
  generation: number
  cap: number
  /** The label of the same property in the next year and in the one before; null: not seen yet. */
  next: string | null
  previous: string | null
}

/** Whether a log tells each day’s figures once, in order: so that none can be told anew later. */
class FiguresOrder {
  /** The last day whose figures were told. */
  #last = ''

  /** Checks one statement. @returns what is wrong with it, in sentences; none for other statements */
  check(text: string, index: number): string[] {
    if (!text.startsWith(FIGURES_PREFIX)) return []
    const day = readFiguresEntry(text)?.day
    if (day === undefined) return [`Entry ${index} looks like the figures of a day and is not.`]
    if (day <= this.#last) return [`Entry ${index} has figures of ${day} after those of ${this.#last}.`]
    this.#last = day
    return []
  }
}

/** Reads the entries of a log in order and collects what breaks its rules. */
export class LogAudit {
  /** One sentence for each breach, with the place in the log. */
  readonly faults: string[] = []
  /** Sales: each has two entries. */
  leads = 0
  statements = 0
  /** The closed log that this one names in its first entry; null if none. */
  follows: FollowedLog | null = null
  #entries = 0
  /** The day that the log has reached; null before the first. */
  #day: number | null = null
  /** A lead's first entry whose second one has not come yet. */
  #first: LeadEntry | null = null
  readonly #origin: string
  readonly #labels: Map<string, Label>
  readonly #figures: FiguresOrder

  /** @param followed the audit of the closed log that this one follows, once all its entries are added */
  constructor(origin: string, followed: LogAudit | null = null) {
    this.#origin = origin
    this.#labels = followed ? followed.#labels : new Map()
    this.#figures = followed ? followed.#figures : new FiguresOrder()
  }

  add(bytes: Uint8Array): void {
    const index = this.#entries
    this.#entries += 1
    const entry = readLeadEntry(bytes)
    if (!entry) {
      this.#requirePair(index)
      this.#addStatement(bytes, index)
      return
    }
    if (index === 0) this.faults.push('The log does not begin with its keys.')
    if (this.#first && isSameSale(this.#first, entry)) {
      this.#addLead(this.#first, entry, index - 1)
      this.#first = null
    } else {
      this.#requirePair(index)
      this.#first = entry
    }
  }

  /** Call this after the last entry. */
  end(): void {
    this.#requirePair(this.#entries)
  }

  #requirePair(index: number): void {
    if (!this.#first) return
    this.faults.push(`Entry ${index - 1} is not followed by the same sale under the label of the next year.`)
    this.#first = null
  }

  #addStatement(bytes: Uint8Array, index: number): void {
    this.statements += 1
    const text = new TextDecoder().decode(bytes)
    this.faults.push(...this.#figures.check(text, index))
    if (index === 0) this.#start(text)
    else if (text.startsWith('leadyard keys '))
      this.faults.push(`Entry ${index} names keys again: a label may have two of them.`)
    if (!isDayStatement(text)) return
    const day = readDay(text)
    if (day === null || day < (this.#day ?? day)) this.faults.push(`Entry ${index} goes back in time.`)
    else this.#day = day
  }

  #start(text: string): void {
    const start = readLogStart(text, this.#origin)
    if (!start) this.faults.push('The log does not begin with its keys.')
    this.follows = start?.follows ?? null
    if (!this.follows || isWhole(this.follows)) return
    const { signed, kept } = this.follows
    this.faults.push(
      `${signed.origin} was signed with ${signed.size} entries, and ${kept.size} of ${kept.origin} can be read: no one can check the rest.`,
    )
  }

  #addLead(first: LeadEntry, second: LeadEntry, index: number): void {
    this.leads += 1
    if (this.#day === null) this.faults.push(`Entry ${index} is before the first day that the log names.`)
    const [label, nextLabel] = [toHex(first.label), toHex(second.label)]
    this.#link(label, nextLabel, index)
    for (const [at, entry] of [first, second].entries()) this.#sell(entry, index + at)
  }

  /** A property has one label a year, so the label of the next year is always the same. */
  #link(label: string, nextLabel: string, index: number): void {
    const [one, other] = [this.#labelOf(label), this.#labelOf(nextLabel)]
    if ((one.next ?? nextLabel) !== nextLabel || (other.previous ?? label) !== label)
      this.faults.push(`Entry ${index} (label ${short(label)}) has another label of the next year than before.`)
    one.next ??= nextLabel
    other.previous ??= label
  }

  #labelOf(label: string): Label {
    const known = this.#labels.get(label)
    if (known) return known
    const fresh = {
      slots: new Map<number, Holder>(),
      generation: 0,
      cap: Number.POSITIVE_INFINITY,
      next: null,
      previous: null,
    }
    this.#labels.set(label, fresh)
    return fresh
  }

  #sell(entry: LeadEntry, index: number): void {
    const { generation, slot, cap, commitment } = entry
    const label = this.#labelOf(toHex(entry.label))
    const earlier = label.slots.get(slot)
    const day = this.#day ?? 0
    if (earlier && this.#isSaidAgain(entry, earlier)) {
      label.slots.set(slot, { ...earlier, origin: this.#origin, index })
      return
    }
    label.slots.set(slot, { origin: this.#origin, index, generation, day, commitment })
    const where = `Entry ${index} (label ${short(toHex(entry.label))}, generation ${generation})`
    if (earlier && generation === earlier.generation)
      this.faults.push(`${where} sells slot ${slot} again, which ${this.#nameOf(earlier)} has.`)
    else if (earlier && day - earlier.day < EXCLUSIVE_DAYS - DELIVERY_DAYS_MAX)
      this.faults.push(`${where} sells slot ${slot} again, ${day - earlier.day} days after ${this.#nameOf(earlier)}.`)
    if (slot < 1 || slot > cap) this.faults.push(`${where} has slot ${slot} of only ${cap}.`)
    if (generation < label.generation) this.faults.push(`${where} goes back to an earlier generation.`)
    if (generation === label.generation && cap > label.cap)
      this.faults.push(`${where} raises the cap from ${label.cap} to ${cap}.`)
    label.cap = generation === label.generation ? Math.min(label.cap, cap) : cap
    label.generation = generation
  }

  /** Whether it is the same sale: a log may repeat what the previous one could not publish. */
  #isSaidAgain({ generation, commitment }: LeadEntry, earlier: Holder): boolean {
    const isEarlierLog = earlier.origin !== this.#origin
    return isEarlierLog && generation === earlier.generation && areEqual(commitment, earlier.commitment)
  }

  #nameOf({ origin, index }: Holder): string {
    return origin === this.#origin ? `entry ${index}` : `entry ${index} of ${origin}`
  }
}

const short = (label: string): string => `${label.slice(0, 16)}…`

const isSameSale = (one: LeadEntry, other: LeadEntry): boolean =>
  one.generation === other.generation &&
  one.slot === other.slot &&
  one.cap === other.cap &&
  areEqual(one.commitment, other.commitment) &&
  !areEqual(one.label, other.label)
