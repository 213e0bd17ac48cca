/** Checks the figures of a day, as a store publishes them, against a policy. */
import { utf8 } from '#proof/bytes.ts'
import { type ProvenFigures, verifyFigures } from '#proof/figures-entry.ts'
import { choosePolicy, type KnownPolicy, need, POLICY_FILE, readKnown } from './choose-policy.ts'
import { FileError, README_FILE } from './read-files.ts'

const FIGURES_FILE = 'figures.json'
const PROOF_FILE = 'figures.tlog-proof'
const ALL_FILES = [FIGURES_FILE, PROOF_FILE, POLICY_FILE, README_FILE]

export interface FiguresCheck {
  proven: ProvenFigures
  lacksWitnesses: boolean
  hasKnownPolicy: boolean
}

/** Whether these files are a store's figures rather than the proofs of a package. */
export const areFigures = (files: ReadonlyMap<string, string>): boolean =>
  files.has(FIGURES_FILE) || files.has(PROOF_FILE)

/** Without a `known` policy, the one that came with the figures counts. @throws FileError, PolicyError or ProofError */
export function checkFigures(files: ReadonlyMap<string, string>, known: KnownPolicy | null): FiguresCheck {
  const other = [...files.keys()].find((name) => !ALL_FILES.includes(name))
  if (other !== undefined)
    throw new FileError(`“${other}” does not belong to these figures. Choose only their ZIP file.`)
  const { policy, isKnown } = choosePolicy(files, '', known && readKnown(known))
  const proven = verifyFigures(utf8(need(files, FIGURES_FILE)), need(files, PROOF_FILE), policy)
  return { proven, lacksWitnesses: policy.witnesses.length === 0, hasKnownPolicy: isKnown }
}
