/** Chooses what proofs are checked against: a policy that the reader already has, or the one that came with them. */
import { formatVerifierKey } from '#proof/checkpoint.ts'
import { type Policy, PolicyError, readPolicy } from '#proof/policy.ts'
import { ProofError } from '#proof/verify-log.ts'
import { FileError } from './read-files.ts'

export const POLICY_FILE = 'policy.txt'

export interface KnownPolicy {
  text: string
  /** Where it came from, as the end of a sentence: `that you pasted`. */
  from: string
}

export interface ReadPolicy {
  policy: Policy
  from: string
}

const logNames = (policy: Policy): string => policy.logs.map(({ name }) => `“${name}”`).join(', ')

/** Whether two policies trust the same log: name and key. */
function shareLog(one: Policy, other: Policy): boolean {
  const keys = new Set(one.logs.map(formatVerifierKey))
  return other.logs.some((log) => keys.has(formatVerifierKey(log)))
}

/** The text of a required file. @throws FileError */
export function need(files: ReadonlyMap<string, string>, name: string): string {
  const text = files.get(name)
  if (text === undefined)
    throw new FileError(`The file “${name}” is missing. Choose the whole ZIP file, or all files that were in it.`)
  return text
}

/** The known policy, or the one among the files. Says so if the proofs are of another log. @throws FileError etc. */
export function choosePolicy(
  files: ReadonlyMap<string, string>,
  folder: string,
  known: ReadPolicy | null,
): { policy: Policy; isKnown: boolean } {
  const enclosed = files.get(folder + POLICY_FILE)
  if (!known) return { policy: readPolicy(enclosed ?? need(files, folder + POLICY_FILE)), isKnown: false }
  const claimed = enclosed === undefined ? null : tryPolicy(enclosed)
  if (!claimed || shareLog(known.policy, claimed)) return { policy: known.policy, isKnown: true }
  // The log that follows a closed one has another name. A policy for it says nothing about the closed one.
  if (folder !== '') return { policy: claimed, isKnown: false }
  throw new ProofError(
    `These proofs come from another log, ${logNames(claimed)}. The policy ${known.from} trusts ${logNames(known.policy)}.`,
  )
}

/** @throws PolicyError if the text is not a policy */
export function readKnown({ text, from }: KnownPolicy): ReadPolicy {
  try {
    return { policy: readPolicy(text), from }
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    throw new PolicyError(`The policy ${from} cannot be used. ${error.message}`)
  }
}

function tryPolicy(text: string): Policy | null {
  try {
    return readPolicy(text)
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    return null
  }
}
