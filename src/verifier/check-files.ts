/**
 * Checks the proofs of a package, one by one, or the figures of a day, as a store publishes them: against a policy that
 * the reader already has, or the one that came with them.
 */
import { utf8 } from '#proof/bytes.ts'
import { formatVerifierKey } from '#proof/checkpoint.ts'
import { type ProvenFigures, verifyFigures } from '#proof/entries.ts'
import { type ProvenLead, verifyLabelKeys, verifyLeadProof } from '#proof/lead-proof.ts'
import { type Policy, PolicyError, readPolicy } from '#proof/policy.ts'
import { ProofError } from '#proof/verify-log.ts'
import { FileError, README_FILE, wrongFile } from './read-files.ts'

const POLICY_FILE = 'policy.txt'

export interface KnownPolicy {
  text: string
  /** Where it came from, as the end of a sentence: `that you pasted`. */
  from: string
}

interface ReadPolicy {
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
function need(files: ReadonlyMap<string, string>, name: string): string {
  const text = files.get(name)
  if (text === undefined)
    throw new FileError(`The file “${name}” is missing. Choose the whole ZIP file, or all files that were in it.`)
  return text
}

/** The known policy, or the one among the files. Says so if the proofs are of another log. @throws FileError etc. */
function choosePolicy(files: ReadonlyMap<string, string>, folder: string, known: ReadPolicy | null) {
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
function readKnown({ text, from }: KnownPolicy): ReadPolicy {
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

/* The proofs of a package. */

const KEYS_FILE = 'keys.tlog-proof'
const LEAD_PROOF = /\.tlog-proof$/

export type LeadCheck =
  | { name: string; proven: ProvenLead; problem: null }
  | { name: string; proven: null; problem: string }

/** What the proofs in a folder are checked against. Proofs of a closed log have a folder of their own. */
type Trust = { policy: Policy; isKnown: boolean; labelKeys: ReadonlyMap<number, Uint8Array> }

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
    this.names = names.filter((name) => LEAD_PROOF.test(name) && baseName(name) !== KEYS_FILE)
    this.unread = names.filter((name) => !LEAD_PROOF.test(name) && ![POLICY_FILE, README_FILE].includes(baseName(name)))
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

/* The figures of a day. */

const FIGURES_FILE = 'figures.json'
const FIGURES_PROOF = 'figures.tlog-proof'
const OF_FIGURES = [FIGURES_FILE, FIGURES_PROOF, POLICY_FILE, README_FILE]

export interface FiguresCheck {
  proven: ProvenFigures
  lacksWitnesses: boolean
  hasKnownPolicy: boolean
}

/** Whether these files are a store's figures rather than the proofs of a package. */
export const areFigures = (files: ReadonlyMap<string, string>) => files.has(FIGURES_FILE) || files.has(FIGURES_PROOF)

/** Without a `known` policy, the one that came with the figures counts. @throws FileError, PolicyError or ProofError */
export function checkFigures(files: ReadonlyMap<string, string>, known: KnownPolicy | null): FiguresCheck {
  const other = [...files.keys()].find((name) => !OF_FIGURES.includes(name))
  if (other !== undefined)
    throw new FileError(`“${other}” does not belong to these figures. Choose only their ZIP file.`)
  const { policy, isKnown } = choosePolicy(files, '', known && readKnown(known))
  const proven = verifyFigures(utf8(need(files, FIGURES_FILE)), need(files, FIGURES_PROOF), policy)
  return { proven, lacksWitnesses: policy.witnesses.length === 0, hasKnownPolicy: isKnown }
}
