/** What the log's entries say: of delivered leads, of days, and of the public figures. The first names the log's keys. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bigEndian, concat, fromHex, HASH_BYTES, readBigEndian, toHex, utf8 } from './bytes.ts'
import type { Policy } from './policy.ts'
import { ProofError, readTlogProof, type TrustedCheckpoint, verifyInclusion } from './verify-log.ts'

/* A delivered lead: it names no one, but its buyer recognizes it, and anyone sees a slot given twice. */

export const LEAD_ENTRY_BYTES = 68
const LABEL_BYTES = 32
const COMMITMENT_BYTES = 32
const GENERATION_MAX = 65_535
const SLOT_MAX = 255

export interface LeadEntry {
  /** The property's label under a year's key: the same for all its leads, and no one else can tell whose it is. */
  label: Uint8Array
  /** Counts from 0; goes up once no buyer of the property has an exclusive right anymore. */
  generation: number
  /** Which of the buyers of this generation, from 1 to `cap`. */
  slot: number
  cap: number
  commitment: Uint8Array
}

/** What a commitment covers. All of it is in the buyer's proof and nowhere else. */
export interface Committed {
  salt: Uint8Array
  /** `<reference>-<line>`, such as `LY-7K3M9QXD-1`. */
  orderLine: string
  buyer: string
  /** The cells of the delivered row that are not empty, as `[column, text]`. */
  row: readonly (readonly [string, string])[]
}

export const commit = ({ salt, orderLine, buyer, row }: Committed): Uint8Array =>
  sha256(concat(utf8('leadyard lead v1\n'), salt, utf8(JSON.stringify([orderLine, buyer, row]))))

/** The label that belongs to the value of the verifiable random function. */
export const labelOf = (value: Uint8Array): Uint8Array => value.slice(0, LABEL_BYTES)

/** @throws RangeError if a number does not fit */
export function writeLeadEntry({ label, generation, slot, cap, commitment }: LeadEntry): Uint8Array {
  const isInRange = generation >= 0 && generation <= GENERATION_MAX && slot >= 1 && cap >= 1 && cap <= SLOT_MAX
  if (!isInRange || slot > SLOT_MAX) throw new RangeError(`slot ${slot} of ${cap} in generation ${generation}`)
  return concat(label, bigEndian(generation, 2), Uint8Array.of(slot, cap), commitment)
}

/** @returns null if it is not a lead's entry */
export function readLeadEntry(entry: Uint8Array): LeadEntry | null {
  if (entry.length !== LEAD_ENTRY_BYTES) return null
  const [slot = 0, cap = 0] = entry.slice(LABEL_BYTES + 2, LABEL_BYTES + 4)
  return {
    label: entry.slice(0, LABEL_BYTES),
    generation: readBigEndian(entry.slice(LABEL_BYTES, LABEL_BYTES + 2)),
    slot,
    cap,
    commitment: entry.slice(LABEL_BYTES + 4, LABEL_BYTES + 4 + COMMITMENT_BYTES),
  }
}

/* The statement of a day, before the first lead that is put into the log on it (UTC): how an auditor knows the time. */

const DAY_HEADER = 'leadyard day v1'

/** @param day as `2026-11-27` */
export const writeDay = (day: string): string => `${DAY_HEADER}\n${day}\n`

export const isDayStatement = (text: string): boolean => text.startsWith('leadyard day ')

/** Reads it. @returns days since 1970; null if it is not such a statement, or there is no such day */
export function readDay(text: string): number | null {
  const [header, day = '', end, ...more] = text.split('\n')
  if (header !== DAY_HEADER || end !== '' || more.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : time / 86_400_000
}

/* A day's public figures: the hash of their file, so that no other file can be shown later. */

const FIGURES_HEADER = 'leadyard figures v1'
/** The beginning of every such entry, in later versions too. It is longer than a lead's entry. */
export const FIGURES_PREFIX = 'leadyard figures '

export interface FiguresEntry {
  day: string
  checksum: string
}

export const checksumOf = (file: Uint8Array): string => toHex(sha256(file))

export const writeFiguresEntry = ({ day, checksum }: FiguresEntry): string => `${FIGURES_HEADER}\n${day}\n${checksum}\n`

/** @returns null for every other text */
export function readFiguresEntry(text: string): FiguresEntry | null {
  const [header, day = '', checksum = '', ...end] = text.split('\n')
  if (header !== FIGURES_HEADER || end.length !== 1 || end[0] !== '') return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || fromHex(checksum)?.length !== HASH_BYTES) return null
  return { day, checksum }
}

export interface ProvenFigures extends FiguresEntry {
  index: number
  checkpoint: TrustedCheckpoint
}

/** Checks that a log has an entry for exactly this file. `proof` has the entry as extra data. @throws ProofError */
export function verifyFigures(file: Uint8Array, proof: string, policy: Policy): ProvenFigures {
  const read = readTlogProof(proof)
  const entry = read?.extra ? readFiguresEntry(new TextDecoder().decode(read.extra)) : null
  if (!read?.extra || !entry) throw new ProofError('This is not the proof of a day’s figures.')
  const checkpoint = verifyInclusion(utf8(writeFiguresEntry(entry)), read, policy)
  if (checksumOf(file) !== entry.checksum)
    throw new ProofError(`The log has other figures of ${entry.day} than this file.`)
  if (dayOf(file) !== entry.day) throw new ProofError(`The file is not of ${entry.day}, as the log says.`)
  return { ...entry, index: read.index, checkpoint }
}

function dayOf(file: Uint8Array): unknown {
  try {
    return (JSON.parse(new TextDecoder().decode(file)) as { day?: unknown } | null)?.day
  } catch {
    return null
  }
}
