/** A delivered lead in the log: it names no one, but its buyer recognizes it, and anyone sees a slot given twice. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bigEndian, concat, readBigEndian, utf8 } from './bytes.ts'

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
