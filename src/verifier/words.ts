/** What a check found, in plain words: what is proven, and what is not. */
import { auditHistory, type ReadFile } from '#proof/audit-published-log.ts'
import { areEqual } from '#proof/bytes.ts'
import type { Checkpoint } from '#proof/checkpoint.ts'
import type { ProvenLead } from '#proof/lead-proof.ts'
import { readFromTiles, readTileNumber, rootOf, tilesRead } from '#proof/merkle-tree.ts'
import type { Policy } from '#proof/policy.ts'
import { ProofError, type TrustedCheckpoint, verifyCheckpoint } from '#proof/verify-log.ts'
import type { FiguresCheck, LeadCheck, PackageCheck } from './check-files.ts'

export interface ReadLog {
  checkpoint: TrustedCheckpoint
  /** What breaks the log's rules; empty if no slot was given twice. */
  faults: readonly string[]
  /** How many closed logs come before it; they were read too. */
  closed: number
}

const TILE_PATH = /^tile\/(\d+)\/([\dx/]+?)(?:\.p\/\d+)?$/

class KeptTiles {
  readonly #read: ReadFile
  readonly #wanted: ReadonlySet<string>
  readonly #tiles = new Map<string, Uint8Array>()

  constructor(read: ReadFile, sizes: readonly number[]) {
    this.#read = read
    const tiles = sizes.flatMap((size) => tilesRead((hashes) => rootOf(hashes, size)))
    this.#wanted = new Set(tiles.map(({ level, number }) => `${level}/${number}`))
  }

  readonly read: ReadFile = async (path) => {
    const bytes = await this.#read(path)
    const [, level, number] = TILE_PATH.exec(path) ?? []
    const name = `${level}/${readTileNumber(number ?? '')}`
    if (this.#wanted.has(name)) this.#tiles.set(name, bytes)
    return bytes
  }

  rootOf(size: number): Uint8Array {
    const tileOf = (level: number, number: number) => this.#tiles.get(`${level}/${number}`) ?? new Uint8Array()
    return rootOf(readFromTiles(tileOf), size)
  }
}

/**
 * Reads a log from its first entry to its last, after the closed logs before it: the only way to see that no one else
 * has these slots. `readOf` reads from the log of this name; null: the newest. @throws ProofError if they do not
 * continue the logs that the proofs come from, or cannot be trusted
 */
export async function readWholeLog(
  readOf: (origin: string | null) => ReadFile,
  policy: Policy,
  leads: readonly ProvenLead[],
): Promise<ReadLog> {
  const known = leads.map(({ checkpoint }) => checkpoint)
  const tiles = new Map<string, KeptTiles>()
  const tilesOf = (origin: string): KeptTiles => {
    const sizes = known.filter((one) => one.origin === origin).map(({ size }) => size)
    const kept = tiles.get(origin) ?? new KeptTiles(readOf(origin), sizes)
    tiles.set(origin, kept)
    return kept
  }
  const checkpoint = verifyCheckpoint(new TextDecoder().decode(await readOf(null)('checkpoint')), policy)
  const { origin, size, root } = checkpoint
  const history = await auditHistory((name) => tilesOf(name).read, { origin, size, root })
  for (const one of known) {
    const read = history.find(({ head }) => head.origin === one.origin)?.head
    if (!read)
      throw new ProofError(`The proofs come from the log “${one.origin}”, but the log that was read is “${origin}”.`)
    requireContinued(one, read, tilesOf(one.origin))
  }
  const faults = history.flatMap(({ head, audit }) =>
    audit.faults.map((fault) => (head.origin === origin ? fault : `${head.origin}: ${fault}`)),
  )
  return { checkpoint, faults, closed: history.length - 1 }
}

function requireContinued(known: Checkpoint, { size }: Checkpoint, kept: KeptTiles): void {
  if (known.size > size)
    throw new ProofError(`The proofs come from a log of ${known.size} entries, but only ${size} can be read.`)
  if (!areEqual(kept.rootOf(known.size), known.root))
    throw new ProofError(
      `The log is not a continuation of the one the proofs come from. Keep the proofs: they show it.`,
    )
}

export interface Report {
  doAllHold: boolean
  title: string
  proven: string[]
  notProven: string[]
}

const NUMBERS = new Intl.NumberFormat('en-US')
const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const count = (value: number): string => NUMBERS.format(value)
export const plural = (value: number, one: string): string => `${count(value)} ${one}${value === 1 ? '' : 's'}`

/** `November 27, 2026`, of `2026-11-27`. */
const dayWords = (day: string): string => DAYS.format(new Date(`${day}T00:00:00Z`))

/** `14:05 UTC on November 27, 2026`: the first full minute that is not earlier. */
export function momentWords(seconds: number): string {
  const moment = new Date(Math.ceil(seconds / 60) * 60_000)
  return `${moment.toISOString().slice(11, 16)} UTC on ${DAYS.format(moment)}`
}

function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** The street and ZIP code as in the delivered file, or otherwise as in the log. */
export function addressOf({ extra }: ProvenLead): string {
  const cell = (name: string) => extra.row.find(([column]) => column === name)?.[1]
  const parts = [cell('Address'), cell('City'), cell('ZIP') ?? cell('ZIP Code')].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : extra.address.replace('|', ', ')
}

/** `Slot 2 of 4`; a property that was on sale before is in a later round. */
export const slotWords = ({ extra: { slot, cap, generation } }: ProvenLead): string =>
  `Slot ${slot} of ${cap}${generation > 0 ? `, round ${generation + 1}` : ''}`

/** The time by which witnesses had seen a lead, in seconds since 1970; null without witnesses. */
function witnessedSeconds({ checkpoint: { witnessed } }: ProvenLead): number | null {
  return witnessed.length === 0 ? null : Math.max(...witnessed.map(({ seconds }) => seconds))
}

function exclusivityWords(leads: readonly ProvenLead[]): string[] {
  return unique(leads.map(({ extra }) => extra.cap))
    .toSorted((one, other) => one - other)
    .map((cap) => {
      const those = leads.filter(({ extra }) => extra.cap === cap)
      const slots = unique(those.map(({ extra }) => extra.slot)).toSorted((one, other) => one - other)
      const who = plural(those.length, 'lead')
      if (cap === 1) return `${who}: slot 1 of 1, promised by the store to this buyer alone.`
      return `${who}: slot ${listWords(slots.map(String))} of ${cap}, promised by the store to at most ${cap} buyers, including this one.`
    })
}

/** One sentence for each log. */
function timeWords(leads: readonly ProvenLead[]): string[] {
  const origins = unique(leads.map(({ checkpoint }) => checkpoint.origin))
  return origins.map((origin) => {
    const those = leads.filter(({ checkpoint }) => checkpoint.origin === origin)
    const who = those.length === leads.length && leads.length > 1 ? 'They' : plural(those.length, 'lead')
    const size = count(Math.max(...those.map(({ checkpoint }) => checkpoint.size)))
    const seconds = those.map(witnessedSeconds).filter((one) => one !== null)
    if (seconds.length === 0)
      return `${who} ${who === '1 lead' ? 'is' : 'are'} in the store’s log “${origin}” when it had ${size} entries.`
    const names = listWords(unique(those.flatMap(({ checkpoint }) => checkpoint.witnessed.map(({ name }) => name))))
    const past = who === '1 lead' ? 'was' : 'were'
    return `${who} ${past} in the store’s log “${origin}” by ${momentWords(Math.max(...seconds))}, when it had ${size} entries, as witnessed and signed by ${names}.`
  })
}

function buyerWords(leads: readonly ProvenLead[]): string {
  const buyers = listWords(unique(leads.map(({ extra }) => extra.buyer)))
  const lines = unique(leads.map(({ extra }) => extra.orderLine))
  const orders = `order ${lines.length === 1 ? 'line' : 'lines'} ${listWords(lines)}`
  return `The store has committed to ${plural(leads.length, 'lead')}, each with every cell of its row, for ${buyers}, ${orders}.`
}

const LOG_NOT_READ =
  'That no one else has your slots. Your entries were checked here, and not the whole log. If the store gave a slot twice, both entries are in the log, where anyone who reads it finds them.'

/** What a proof like this can never show. */
const NEVER_PROVEN = [
  'That a lead is good: the proof covers what the row says, not whether it is true.',
  'That no one has the lead from somewhere else, such as another store, the source of the data, or this store outside its deliveries.',
  'That a slot is resold only after a full year: the log shows this to within 30 days, by dates the store wrote.',
]

function titleFor(all: number, wrong: number): string {
  if (wrong > 0) return `${count(wrong)} of ${plural(all, 'proof')} ${wrong === 1 ? 'does' : 'do'} not hold`
  if (all === 1) return 'The proof holds'
  return all === 2 ? 'Both proofs hold' : `All ${count(all)} proofs hold`
}

/** What a check found; `checks` has the result of each of its files. @param log null if only the proofs were read */
export function describe(opened: PackageCheck, checks: readonly LeadCheck[], log: ReadLog | null = null): Report {
  const leads = checks.flatMap(({ proven }) => (proven ? [proven] : []))
  const wrong = checks.length - leads.length
  const proven = leads.length === 0 ? [] : [buyerWords(leads), ...exclusivityWords(leads), ...timeWords(leads)]
  if (log && leads.length > 0 && log.faults.length === 0) proven.push(aloneWords(log))
  return {
    doAllHold: wrong === 0,
    title: titleFor(checks.length, wrong),
    proven,
    notProven: [...doubts(opened), ...(log ? [] : [LOG_NOT_READ]), ...NEVER_PROVEN],
  }
}

function aloneWords({ checkpoint: { size }, closed }: ReadLog): string {
  const what =
    closed === 0
      ? 'the whole log was read, and it gives'
      : `the whole log was read, after ${plural(closed, 'closed log')}, and together they give`
  return `No one else has these slots as of entry ${count(size)}: ${what} no slot twice.`
}

/** What the reader still has to take on trust. */
function doubts({ lacksWitnesses, hasKnownPolicy }: { lacksWitnesses: boolean; hasKnownPolicy: boolean }): string[] {
  const doubts: string[] = []
  if (!hasKnownPolicy)
    doubts.push(
      'That this is the store’s log at all. The policy came with the proofs, and whoever fakes proofs can fake a policy. Compare it with one from another source.',
    )
  if (lacksWitnesses)
    doubts.push(
      'That everyone sees the same log, or when entries were made. This log has no witnesses, so you have to trust the store on both. Ask it to name some.',
    )
  return doubts
}

/** What the check of a day's figures found. */
export function describeFigures(check: FiguresCheck): Report {
  const { day, index, checkpoint } = check.proven
  const { origin, size, witnessed } = checkpoint
  const names = listWords(witnessed.map(({ name }) => name))
  const by = Math.max(...witnessed.map(({ seconds }) => seconds))
  const place = `entry ${count(index)} of the store’s log “${origin}”`
  return {
    doAllHold: true,
    title: `These are the store’s figures for ${dayWords(day)}`,
    proven: [
      `The log has the fingerprint of exactly this file: it is ${place}, when it had ${count(size)} entries. The store cannot show other figures for this day without a second entry.`,
      ...(witnessed.length > 0 ? [`It was there by ${momentWords(by)}, as witnessed and signed by ${names}.`] : []),
    ],
    notProven: [
      ...doubts(check),
      'That the store counted correctly. The log shows only that the file has not changed since.',
      'That the log has no second entry for this day. Anyone who reads the whole log would find it: each day may appear only once.',
    ],
  }
}
