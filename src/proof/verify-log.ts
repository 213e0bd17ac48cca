/** Whether a checkpoint or a proof satisfies a policy. */
import { type Checkpoint, findSigners, readCheckpoint, readNote } from './checkpoint.ts'
import { hashLeaf, isIncluded } from './merkle-tree.ts'
import type { Policy } from './policy.ts'
import type { TlogProof } from './tlog-proof.ts'

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
