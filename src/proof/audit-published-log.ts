/** Reads a published log from its first entry to its last, in the form in which anyone can fetch it. */
import { areEqual, HASH_BYTES, toHex } from './bytes.ts'
import { type Checkpoint, formatCheckpoint } from './checkpoint.ts'
import { FIGURES_PREFIX, isDayStatement, type LeadEntry, readDay, readFiguresEntry, readLeadEntry } from './entries.ts'
import { readLogStart } from './lead-proof.ts'
import * as merkle from './merkle-tree.ts'
import { type FollowedLog, isWhole, type Policy } from './policy.ts'
import { ProofError, verifyCheckpoint } from './verify-log.ts'

/** A slot is free again a year after its sale; the log has its delivery, so what the first delivery took comes off. */
const EXCLUSIVE_DAYS = 365
const DELIVERY_DAYS_MAX = 30

interface Holder {
  origin: string
  index: number
  generation: number
  /** When it was put into the log: days since 1970. */
  day: number
  commitment: Uint8Array
}

interface Label {
  slots: Map<number, Holder>
  generation: number
  cap: number
  /** The label of the same property in the next year and in the one before; null: not seen yet. */
  next: string | null
  previous: string | null
}

/** Whether a log tells each day’s figures once, in order: so that none can be told anew later. */
class FiguresOrder {
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
  readonly faults: string[] = []
  leads = 0
  statements = 0
  /** The closed log that this one names in its first entry; null if none. */
  follows: FollowedLog | null = null
  #entries = 0
  /** The day that the log has reached; null before the first. */
  #day: number | null = null
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

/** Fetches `checkpoint` or `tile/…` of a log. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Checks a published log: its checkpoint by the policy, all else by the checkpoint. @throws ProofError */
export async function auditPublishedLog(read: ReadFile, policy: Policy) {
  const checkpoint = verifyCheckpoint(new TextDecoder().decode(await read('checkpoint')), policy)
  return { checkpoint, audit: await auditTree(read, checkpoint) }
}

/** A store closes few logs; an endless chain of them would be read forever. */
const FOLLOWED_MAX = 100

interface AuditedLog {
  head: Checkpoint
  audit: LogAudit
}

/** Checks a log under a trusted checkpoint, after the closed logs it follows, oldest first. @throws ProofError */
export async function auditHistory(readOf: (origin: string) => ReadFile, head: Checkpoint): Promise<AuditedLog[]> {
  const heads: Checkpoint[] = []
  for (let next: Checkpoint | null = head; next; next = await findFollowed(readOf(next.origin), next)) {
    if (heads.length > FOLLOWED_MAX) throw new ProofError(`More than ${FOLLOWED_MAX} logs follow each other.`)
    heads.push(next)
  }
  const audited: AuditedLog[] = []
  for (const known of heads.toReversed()) {
    const followed = audited.at(-1)
    const audit = await auditTree(readOf(known.origin), known, followed?.audit)
    const kept = audit.follows?.kept ?? null
    // What was read first was not checked yet.
    if (!isSameHead(kept?.size ? kept : null, followed?.head ?? null))
      throw new ProofError(`The first entry of ${known.origin} is not what it was a moment ago.`)
    audited.push({ head: known, audit })
  }
  return audited
}

const isSameHead = (one: Checkpoint | null, other: Checkpoint | null): boolean =>
  one && other ? formatCheckpoint(one) === formatCheckpoint(other) : one === other

/** What is left of the log that this one says it follows. Null if nothing is. */
async function findFollowed(read: ReadFile, { origin, size }: Checkpoint): Promise<Checkpoint | null> {
  const width = merkle.widthOfTile(0, 0, size)
  if (width === 0) return null
  const [first] = readEntries(await read(`tile/entries/${merkle.formatTilePath(0, width)}`), 0)
  const kept = first && readLogStart(new TextDecoder().decode(first), origin)?.follows?.kept
  return kept && kept.size > 0 ? kept : null
}

/** Checks the entries and tiles under a checkpoint that is trusted already. @throws ProofError */
export async function auditTree(read: ReadFile, checkpoint: Checkpoint, followed: LogAudit | null = null) {
  const { size } = checkpoint
  const audit = new LogAudit(checkpoint.origin, followed)
  const levels: Uint8Array[][] = []
  let hashesBelow: Uint8Array[] = []
  for (let level = 0; merkle.widthOfTile(level, 0, size) > 0; level += 1) {
    const tiles: Uint8Array[] = []
    const above: Uint8Array[] = []
    for (let number = 0; merkle.widthOfTile(level, number, size) > 0; number += 1) {
      const width = merkle.widthOfTile(level, number, size)
      const path = `${level}/${merkle.formatTilePath(number, width)}`
      const entries =
        level > 0 ? [] : readEntries(await read(`tile/entries/${merkle.formatTilePath(number, width)}`), number)
      const hashes =
        level > 0 ? hashesBelow.slice(number * merkle.TILE_WIDTH, (number + 1) * merkle.TILE_WIDTH) : hashEach(entries)
      const tile = checkTile(path, await read(`tile/${path}`), { width, hashes })
      for (const entry of entries) audit.add(entry)
      if (width === merkle.TILE_WIDTH) above.push(merkle.hashInTile(tile, 0, merkle.TILE_WIDTH))
      // The root needs only the edge tile of level 0, which has most of the bytes.
      tiles[level > 0 ? number : 0] = tile
    }
    levels.push(tiles)
    hashesBelow = above
  }
  const lastTile = Math.floor(size / merkle.TILE_WIDTH)
  const readTile = (level: number, number: number): Uint8Array =>
    (level > 0 ? levels[level]?.[number] : number === lastTile && levels[0]?.[0]) || new Uint8Array()
  if (!areEqual(merkle.rootOf(merkle.readFromTiles(readTile), size), checkpoint.root))
    throw new ProofError('The entries are not those that the checkpoint signs.')
  audit.end()
  return audit
}

function readEntries(bundle: Uint8Array, number: number): Uint8Array[] {
  const entries = merkle.readBundle(bundle)
  if (!entries) throw new ProofError(`The bundle ${number} is cut off.`)
  return entries
}

function* hashEach(entries: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const entry of entries) yield merkle.hashLeaf(entry)
}

function checkTile(path: string, tile: Uint8Array, { width, hashes }: { width: number; hashes: Iterable<Uint8Array> }) {
  let at = 0
  for (const hash of hashes) {
    if (!areEqual(tile.subarray(at, at + HASH_BYTES), hash))
      throw new ProofError(`The tile ${path} is not that of the entries.`)
    at += HASH_BYTES
  }
  if (tile.length !== at || at !== width * HASH_BYTES)
    throw new ProofError(`The tile ${path} does not have ${width} entries.`)
  return tile
}
