/** Proofs that an entry is in a log, and whether a checkpoint or a proof satisfies a policy. */
import { fromBase64, HASH_BYTES, readDecimal, toBase64 } from './bytes.ts'
import { type Checkpoint, findSigners, readCheckpoint, readNote } from './checkpoint.ts'
import { hashLeaf, isIncluded } from './merkle-tree.ts'
import type { Policy } from './policy.ts'

/* A proof is a text that needs nothing else. @see https://c2sp.org/tlog-proof */

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

export interface TrustedCheckpoint extends Checkpoint {
  /** Witnesses that cosigned it, by their names in the policy, and when: seconds since 1970. */
  witnessed: readonly { name: string; seconds: number }[]
}

/** Something does not hold; the message says what, for the person who checks. */
export class ProofError extends Error {
  override name = 'ProofError'
}

/** Checks a signed checkpoint against a policy. @throws ProofError */
export function verifyCheckpoint(text: string, policy: Policy): TrustedCheckpoint {
  const note = readNote(text)
  const checkpoint = note && readCheckpoint(note.text)
  if (!note || !checkpoint) throw new ProofError('The checkpoint cannot be read.')
  const logs = policy.logs.filter(({ name }) => name === checkpoint.origin)
  const signers = findSigners(note, [...logs, ...policy.witnesses.map(({ key }) => key)])
  if (!signers) throw new ProofError('A signature under the checkpoint is wrong.')
  if (!signers.some(({ key }) => logs.includes(key)))
    throw new ProofError(`The checkpoint is not signed by a log of the policy (${checkpoint.origin}).`)
  const witnessed = policy.witnesses.flatMap(({ name, key }) => {
    const seconds = signers.find((signer) => signer.key === key)?.seconds ?? null
    return seconds === null ? [] : [{ name, seconds }]
  })
  if (!policy.isQuorum(new Set(witnessed.map(({ name }) => name))))
    throw new ProofError('Too few witnesses have signed the checkpoint.')
  return { ...checkpoint, witnessed }
}

/** Checks that an entry is in a log that satisfies a policy. @throws ProofError */
export function verifyInclusion(entry: Uint8Array, proof: TlogProof, policy: Policy): TrustedCheckpoint {
  const checkpoint = verifyCheckpoint(proof.checkpoint, policy)
  const leaf = { index: proof.index, size: checkpoint.size, leafHash: hashLeaf(entry) }
  if (!isIncluded(leaf, proof.hashes, checkpoint.root))
    throw new ProofError('The entry is not at this place in the log.')
  return checkpoint
}
