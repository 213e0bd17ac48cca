/** Checkpoints: what a log signs. @see https://c2sp.org/tlog-checkpoint */
import { fromBase64, readDecimal, toBase64 } from './bytes.ts'

const HASH_BYTES = 32

export interface Checkpoint {
  /** The log's name. */
  origin: string
  /** Number of entries. */
  size: number
  root: Uint8Array
}

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/**
 * Reads the text of a note. Extra lines are refused: no one could check them. @returns null if it is not a checkpoint
 */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, sizeText, rootText, end, ...more] = text.split('\n')
  const size = readDecimal(sizeText ?? '')
  const root = fromBase64(rootText ?? '')
  if (!origin || size === null || root?.length !== HASH_BYTES || end !== '' || more.length > 0) return null
  return { origin, size, root }
}
