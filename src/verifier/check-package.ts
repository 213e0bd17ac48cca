/** Checks the proofs of a package, one by one, against a policy. */
import { type ProvenLead, verifyLabelKeys, verifyLeadProof } from '#proof/lead-proof.ts'
import { formatVerifierKey } from '#proof/note.ts'
import { type Policy, PolicyError, readPolicy } from '#proof/policy.ts'
import { ProofError } from '#proof/verify-log.ts'
import { FileError, wrongFile } from './read-files.ts'

const POLICY_FILE = 'policy.txt'
const KEYS_FILE = 'keys.tlog-proof'
const README_FILE = 'README.txt'
const PROOF_FILE = /\.tlog-proof$/

/** Either `proven`, or the problem in words. */
export type LeadCheck =
  | { name: string; proven: ProvenLead; problem: null }
  | { name: string; proven: null; problem: string }

/** A policy that did not come with the proofs. */
export interface KnownPolicy {
  text: string
  /** Where it is from, to end a sentence with: `that you pasted`. */
  from: string
}

const logNames = (policy: Policy): string => policy.logs.map(({ name }) => `“${name}”`).join(', ')

/** Whether two policies trust the same log: names and keys. */
function shareLog(one: Policy, other: Policy): boolean {
  const keys = new Set(one.logs.map(formatVerifierKey))
  return other.logs.some((log) => keys.has(formatVerifierKey(log)))
}

/** The proofs of a package, opened: the policy is chosen, and the log's keys are checked. */
export class PackageCheck {
  /** The files of proofs, in order. */
  readonly names: readonly string[]
  /** Files that say nothing to this check. */
  readonly unread: readonly string[]
  readonly policy: Policy
  readonly #files: ReadonlyMap<string, string>
  readonly #labelKeys: ReadonlyMap<number, Uint8Array>
  /** Which file proves an entry, and which a slot. */
  readonly #seen = new Map<string, string>()

  /**
   * @param known the policy to trust; without one, the policy that came with the proofs
   * @throws FileError, PolicyError or ProofError if nothing at all can be checked
   */
  constructor(files: ReadonlyMap<string, string>, known: KnownPolicy | null) {
    this.#files = files
    const names = [...files.keys()].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    this.names = names.filter((name) => PROOF_FILE.test(name) && name !== KEYS_FILE)
    this.unread = names.filter((name) => !PROOF_FILE.test(name) && name !== POLICY_FILE && name !== README_FILE)
    const [wrong] = this.unread
    if (this.names.length === 0) throw new FileError(wrong ? wrongFile(wrong) : 'There is no proof of a lead in it.')
    this.policy = choosePolicy(files, known)
    this.#labelKeys = readLabelKeys(need(files, KEYS_FILE), this.policy)
  }

  /** Checks one file. Call it once for each name. */
  check(name: string): LeadCheck {
    try {
      const { policy } = this
      const proven = verifyLeadProof(this.#files.get(name) ?? '', { policy, labelKeys: this.#labelKeys })
      const { year, address, generation, slot } = proven.extra
      this.#requireNew(`entry ${proven.checkpoint.origin} ${proven.index}`, name, 'proves the same entry')
      this.#requireNew(
        `slot ${[year, generation, slot, address].join(' ')}`,
        name,
        'has the same slot of this property',
      )
      return { name, proven, problem: null }
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      return { name, proven: null, problem: error.message }
    }
  }

  /** One proof under two names would count as two leads. */
  #requireNew(what: string, name: string, words: string): void {
    const earlier = this.#seen.get(what)
    if (earlier !== undefined) throw new ProofError(`The file “${earlier}” ${words}.`)
    this.#seen.set(what, name)
  }
}

function readLabelKeys(text: string, policy: Policy): Map<number, Uint8Array> {
  try {
    return verifyLabelKeys(text, policy)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new ProofError(`The file “${KEYS_FILE}” does not hold, and every other proof needs it. ${error.message}`)
  }
}

function need(files: ReadonlyMap<string, string>, name: string): string {
  const text = files.get(name)
  if (text === undefined)
    throw new FileError(`The file “${name}” is missing. Choose the whole ZIP file, or all files that were in it.`)
  return text
}

/** Says it in words when the proofs are of another log: the signatures alone would only not fit. */
function choosePolicy(files: ReadonlyMap<string, string>, known: KnownPolicy | null): Policy {
  if (!known) return readPolicy(need(files, POLICY_FILE))
  const policy = readKnown(known)
  const enclosed = files.get(POLICY_FILE)
  const claimed = enclosed === undefined ? null : tryPolicy(enclosed)
  if (claimed && !shareLog(policy, claimed))
    throw new ProofError(
      `These proofs are of another log, ${logNames(claimed)}. The policy ${known.from} trusts ${logNames(policy)}.`,
    )
  return policy
}

function readKnown({ text, from }: KnownPolicy): Policy {
  try {
    return readPolicy(text)
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
