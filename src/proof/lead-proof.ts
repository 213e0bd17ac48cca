/** The proof of one delivered lead: what its buyer checks, alone and offline. */
import * as z from 'zod/mini'
import { fromBase64, fromHex, HASH_BYTES, toHex, utf8 } from './bytes.ts'
import { commit, labelOf, writeLeadEntry } from './entries.ts'
import { hashLeaf, isIncluded } from './merkle-tree.ts'
import { type FollowedLog, type Policy, readFollowed, writeFollowed } from './policy.ts'
import { ProofError, readTlogProof, type TrustedCheckpoint, verifyInclusion } from './verify-log.ts'
import { verifyVrf } from './vrf.ts'

/** What a proof has in addition to the log's own words: enough to recompute the lead's entry. Bytes are base64. */
const Extra = z.strictObject({
  version: z.literal(1),
  year: z.int(),
  /** The property, in capital letters and usual abbreviations: `12 N MAIN ST UNIT 4|78701`. */
  address: z.string(),
  labelProof: z.string(),
  generation: z.int(),
  slot: z.int(),
  cap: z.int(),
  salt: z.string(),
  orderLine: z.string(),
  buyer: z.string(),
  row: z.readonly(z.array(z.readonly(z.tuple([z.string(), z.string()])))),
  /** The entry that follows in the log: the same sale under the label of the next year. */
  next: z.strictObject({ labelProof: z.string(), hashes: z.array(z.string()) }),
})
export type LeadProofExtra = z.infer<typeof Extra>

export interface ProvenLead {
  extra: LeadProofExtra
  index: number
  checkpoint: TrustedCheckpoint
}

/** For how long in January witnesses may still cosign what was put into the log in December. */
const NEW_YEAR_GRACE_MS = 7 * 24 * 3_600_000

/**
 * Checks the proof of a lead: that the sale is in the log twice, under the property's label of its year and of the
 * next, so that every sale of the next 365 days has one of these labels too. @throws ProofError
 */
export function verifyLeadProof(
  text: string,
  { policy, labelKeys }: { policy: Policy; labelKeys: ReadonlyMap<number, Uint8Array> },
): ProvenLead {
  const proof = readTlogProof(text)
  const extra = proof?.extra ? readLeadExtra(proof.extra) : null
  if (!proof || !extra) throw new ProofError('This is not the proof of a lead.')
  const salt = fromBase64(extra.salt)
  const nextHashes = extra.next.hashes.map(fromBase64)
  if (!salt || !areHashes(nextHashes)) throw new ProofError('This is not the proof of a lead.')
  const { generation, slot, cap, orderLine, buyer, row } = extra
  const commitment = commit({ salt, orderLine, buyer, row })
  const entryIn = (year: number, labelProof: string): Uint8Array => {
    const label = verifyLabel(labelKeys, { year, address: extra.address, labelProof })
    return entryOf({ label, generation, slot, cap, commitment })
  }
  const checkpoint = verifyInclusion(entryIn(extra.year, extra.labelProof), proof, policy)
  const leafHash = hashLeaf(entryIn(extra.year + 1, extra.next.labelProof))
  if (!isIncluded({ index: proof.index + 1, size: checkpoint.size, leafHash }, nextHashes, checkpoint.root))
    throw new ProofError('The log does not have this sale under the label of the next year.')
  if (!checkpoint.witnessed.every(({ seconds }) => isSeenInTime(extra.year, seconds * 1_000)))
    throw new ProofError(`The label is of ${extra.year}, and that is not when witnesses saw it.`)
  return { extra, index: proof.index, checkpoint }
}

const areHashes = (hashes: readonly (Uint8Array | null)[]): hashes is Uint8Array[] =>
  hashes.every((hash) => hash?.length === HASH_BYTES)

function verifyLabel(
  labelKeys: ReadonlyMap<number, Uint8Array>,
  { year, address, labelProof }: { year: number; address: string; labelProof: string },
): Uint8Array {
  const key = labelKeys.get(year)
  if (!key) throw new ProofError(`The log has published no key for the year ${year}.`)
  const value = verifyVrf(key, utf8(address), fromBase64(labelProof) ?? new Uint8Array())
  if (!value) throw new ProofError('The label does not belong to this address.')
  return labelOf(value)
}

/** Whether a witness saw it in its year; under labels of another, this year’s buyers would not find the sale. */
export const isSeenInTime = (year: number, witnessedAt: number): boolean =>
  [witnessedAt, witnessedAt - NEW_YEAR_GRACE_MS].some((time) => new Date(time).getUTCFullYear() === year)

function entryOf(entry: Parameters<typeof writeLeadEntry>[0]): Uint8Array {
  try {
    return writeLeadEntry(entry)
  } catch {
    throw new ProofError('The slot is not one that a log can hold.')
  }
}

/** Reads the extra data of a proof. @returns null if it is not about a lead */
export function readLeadExtra(bytes: Uint8Array): LeadProofExtra | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const parsed = Extra.safeParse(JSON.parse(text))
    // Accepted in one spelling only, so that nothing in it can be changed unnoticed.
    return parsed.success && JSON.stringify(parsed.data) === text ? parsed.data : null
  } catch {
    return null
  }
}

/** The statement with which a log begins. */
export function writeLabelKeys(
  origin: string,
  keys: ReadonlyMap<number, Uint8Array>,
  follows: FollowedLog | null = null,
): string {
  const lines = [...keys].map(([year, key]) => `${year} ${toHex(key)}\n`)
  return `leadyard keys v1\n${origin}\n${lines.join('')}${follows ? writeFollowed(follows) : ''}`
}

/** Reads that statement: the keys and the log that this one follows, if any. @returns null for any other text */
export function readLogStart(text: string, origin: string) {
  const [header, from, ...lines] = text.split('\n')
  if (header !== 'leadyard keys v1' || from !== origin || lines.pop() !== '') return null
  const keys = new Map<number, Uint8Array>()
  for (let line = lines[0]; line && /^\d/.test(line); line = lines[0]) {
    const [, year, hex] = /^(\d{4}) ([0-9a-f]{64})$/.exec(line) ?? []
    const key = fromHex(hex ?? '')
    if (!year || !key || keys.has(Number(year))) return null
    keys.set(Number(year), key)
    lines.shift()
  }
  if (lines.length === 0) return { keys, follows: null }
  const follows = readFollowed(lines)
  return follows ? { keys, follows } : null
}

/** Checks the proof of the statement with which a log begins. @returns the key of each year. @throws ProofError */
export function verifyLabelKeys(text: string, policy: Policy): Map<number, Uint8Array> {
  const proof = readTlogProof(text)
  if (!proof?.extra) throw new ProofError('This is not the proof of a log’s keys.')
  const checkpoint = verifyInclusion(proof.extra, proof, policy)
  const start = proof.index === 0 ? readLogStart(new TextDecoder().decode(proof.extra), checkpoint.origin) : null
  if (!start) throw new ProofError('The log does not begin with its keys.')
  return start.keys
}
