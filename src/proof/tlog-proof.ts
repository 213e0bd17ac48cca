/** Proofs that an entry is in a log, as a text that needs nothing else. @see https://c2sp.org/tlog-proof */
import { fromBase64, HASH_BYTES, readDecimal, toBase64 } from './bytes.ts'

const HEADER = 'c2sp.org/tlog-proof@v1'
/** A tree of 2^53 entries has no longer proof. */
const HASHES_MAX = 63

export interface TlogProof {
  /** Not covered by the proof; null if absent. */
  extra: Uint8Array | null
  index: number
  hashes: readonly Uint8Array[]
  checkpoint: string
}

export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [HEADER, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...hashes.map(toBase64)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** @returns null if the text is not a proof; what it proves is checked elsewhere */
export function readTlogProof(text: string): TlogProof | null {
  const split = text.indexOf('\n\n')
  if (split < 0) return null
  const [header, ...lines] = text.slice(0, split).split('\n')
  if (header !== HEADER) return null
  const extraText = /^extra (.+)$/.exec(lines[0] ?? '')?.[1]
  const extra = extraText === undefined ? null : fromBase64(extraText)
  if (extraText !== undefined) {
    if (!extra) return null
    lines.shift()
  }
  const index = readDecimal(/^index ([0-9]+)$/.exec(lines.shift() ?? '')?.[1] ?? '')
  const hashes = lines.map(fromBase64)
  if (index === null || hashes.length > HASHES_MAX) return null
  if (!hashes.every((hash): hash is Uint8Array => hash?.length === HASH_BYTES)) return null
  return { extra, index, hashes, checkpoint: text.slice(split + 2) }
}
