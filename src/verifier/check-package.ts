/** Checks the proofs of a package, one by one, against a policy. */
import { type ProvenLead, verifyLabelKeys, verifyLeadProof } from '#proof/lead-proof.ts'
import type { Policy } from '#proof/policy.ts'
import { ProofError } from '#proof/verify-log.ts'
import { choosePolicy, type KnownPolicy, need, POLICY_FILE, type ReadPolicy, readKnown } from './choose-policy.ts'
import { FileError, README_FILE, wrongFile } from './read-files.ts'

const KEYS_FILE = 'keys.tlog-proof'
const PROOF_FILE = /\.tlog-proof$/

export type LeadCheck =
  | { name: string; proven: ProvenLead; problem: null }
  | { name: string; proven: null; problem: string }

/** What the proofs in a folder are checked against. Proofs of a closed log have a folder of their own. */
interface Trust {
  policy: Policy
  isKnown: boolean
  labelKeys: ReadonlyMap<number, Uint8Array>
}

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** The proofs of a package, opened: the policies are chosen, and the logs' keys are checked. */
export class PackageCheck {
  readonly names: readonly string[]
  /** Files that this check has no use for. */
  readonly unread: readonly string[]
  readonly #files: ReadonlyMap<string, string>
  readonly #trust: ReadonlyMap<string, Trust>
  /** Which file proves each entry, and which file each slot. */
  readonly #seen = new Map<string, string>()

  /** @throws FileError, PolicyError or ProofError if nothing at all can be checked */
  constructor(files: ReadonlyMap<string, string>, known: KnownPolicy | null) {
    this.#files = files
    const names = [...files.keys()].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    this.names = names.filter((name) => PROOF_FILE.test(name) && baseName(name) !== KEYS_FILE)
    this.unread = names.filter((name) => !PROOF_FILE.test(name) && ![POLICY_FILE, README_FILE].includes(baseName(name)))
    const [wrong] = this.unread
    if (this.names.length === 0)
      throw new FileError(wrong ? wrongFile(wrong) : 'These files contain no proof of a lead.')
    const knownPolicy = known && readKnown(known)
    this.#trust = new Map(
      [...new Set(this.names.map(folderOf))].map((folder) => [folder, openFolder(files, folder, knownPolicy)]),
    )
  }

  /** The policy of the open log; if there is none, that of any log. */
  get policy(): Policy {
    const [trust] = [...this.#trust].toSorted(([one], [other]) => one.length - other.length).map(([, one]) => one)
    if (!trust) throw new ProofError('These files contain no proof of a lead.')
    return trust.policy
  }

  /** Whether one of the logs has no witnesses. */
  get lacksWitnesses(): boolean {
    return [...this.#trust.values()].some(({ policy }) => policy.witnesses.length === 0)
  }

  /** Whether all policies came from somewhere other than the proofs. */
  get hasKnownPolicy(): boolean {
    return [...this.#trust.values()].every(({ isKnown }) => isKnown)
  }

  /** Checks one file. Call it once for each name. */
  check(name: string): LeadCheck {
    try {
      const trust = this.#trust.get(folderOf(name))
      if (!trust) throw new ProofError('It is not one of these proofs.')
      const proven = verifyLeadProof(this.#files.get(name) ?? '', trust)
      const { year, address, generation, slot } = proven.extra
      const { origin } = proven.checkpoint
      this.#requireNew(`entry ${origin} ${proven.index}`, name, 'proves the same entry')
      const ofSlot = `slot ${[origin, year, generation, slot, address].join(' ')}`
      this.#requireNew(ofSlot, name, 'has the same slot of this property')
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

function openFolder(files: ReadonlyMap<string, string>, folder: string, known: ReadPolicy | null): Trust {
  const { policy, isKnown } = choosePolicy(files, folder, known)
  return { policy, isKnown, labelKeys: readLabelKeys(files, folder + KEYS_FILE, policy) }
}

function readLabelKeys(files: ReadonlyMap<string, string>, name: string, policy: Policy): Map<number, Uint8Array> {
  const text = need(files, name)
  try {
    return verifyLabelKeys(text, policy)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new ProofError(`The file “${name}” does not hold, and every other proof needs it. ${error.message}`)
  }
}
