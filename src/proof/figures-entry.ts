/** What the log says about a day's public figures: the hash of their file, so that no other file can be shown later. */
import { sha256 } from '@noble/hashes/sha2.js'
import { fromHex, HASH_BYTES, toHex, utf8 } from './bytes.ts'
import type { Policy } from './policy.ts'
import { readTlogProof } from './tlog-proof.ts'
import { ProofError, type TrustedCheckpoint, verifyInclusion } from './verify-log.ts'

const HEADER = 'leadyard figures v1'
/** The beginning of every such entry, in later versions too. It is longer than a lead's entry. */
export const FIGURES_PREFIX = 'leadyard figures '

export interface FiguresEntry {
  day: string
  checksum: string
}

export const checksumOf = (file: Uint8Array): string => toHex(sha256(file))

export const writeFiguresEntry = ({ day, checksum }: FiguresEntry): string => `${HEADER}\n${day}\n${checksum}\n`

/** @returns null for every other text */
export function readFiguresEntry(text: string): FiguresEntry | null {
  const [header, day = '', checksum = '', ...end] = text.split('\n')
  if (header !== HEADER || end.length !== 1 || end[0] !== '') return null
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
