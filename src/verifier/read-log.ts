/** Reads the whole log, which alone shows that no one else has the slots of some leads. */
import { auditPublishedLog, type ReadFile } from '#proof/audit-published-log.ts'
import { areEqual } from '#proof/bytes.ts'
import type { Checkpoint } from '#proof/checkpoint.ts'
import type { FollowedLog } from '#proof/followed-log.ts'
import type { ProvenLead } from '#proof/lead-proof.ts'
import { rootOf } from '#proof/merkle-tree.ts'
import type { Policy } from '#proof/policy.ts'
import { readFromTiles, readTileNumber, tilesRead } from '#proof/tiles.ts'
import { ProofError, type TrustedCheckpoint } from '#proof/verify-log.ts'

export interface ReadLog {
  checkpoint: TrustedCheckpoint
  /** What breaks the log's rules; empty if no one has a slot of someone else. */
  faults: readonly string[]
  /** The closed log that it follows, which was not read; null if none. */
  follows: FollowedLog | null
}

const TILE_PATH = /^tile\/(\d+)\/([\dx/]+?)(?:\.p\/\d+)?$/

/** Keeps the tiles that say which log of an earlier size this one continues. */
class KeptTiles {
  readonly #read: ReadFile
  readonly #wanted: ReadonlySet<string>
  readonly #tiles = new Map<string, Uint8Array>()

  constructor(read: ReadFile, sizes: readonly number[]) {
    this.#read = read
    const tiles = sizes.flatMap((size) => tilesRead((hashes) => rootOf(hashes, size)))
    this.#wanted = new Set(tiles.map(({ level, number }) => `${level}/${number}`))
  }

  readonly read: ReadFile = async (path) => {
    const bytes = await this.#read(path)
    const [, level, number] = TILE_PATH.exec(path) ?? []
    const name = `${level}/${readTileNumber(number ?? '')}`
    if (this.#wanted.has(name)) this.#tiles.set(name, bytes)
    return bytes
  }

  rootOf(size: number): Uint8Array {
    const tileOf = (level: number, number: number) => this.#tiles.get(`${level}/${number}`) ?? new Uint8Array()
    return rootOf(readFromTiles(tileOf), size)
  }
}

/**
 * Reads a log from its first entry to its last. It has to continue the log of the proofs.
 *
 * @throws ProofError if it does not, or if it cannot be trusted
 */
export async function readWholeLog(read: ReadFile, policy: Policy, leads: readonly ProvenLead[]): Promise<ReadLog> {
  const known = leads.map(({ checkpoint }) => checkpoint)
  const kept = new KeptTiles(
    read,
    known.map(({ size }) => size),
  )
  const { checkpoint, audit } = await auditPublishedLog(kept.read, policy)
  for (const one of known) requireContinued(one, checkpoint, kept)
  return { checkpoint, faults: audit.faults, follows: audit.follows }
}

function requireContinued(known: Checkpoint, { origin, size }: Checkpoint, kept: KeptTiles): void {
  if (known.origin !== origin)
    throw new ProofError(`The proofs are of the log “${known.origin}”, and what was read is “${origin}”.`)
  if (known.size > size)
    throw new ProofError(`The proofs are of a log of ${known.size} entries, and only ${size} can be read.`)
  if (!areEqual(kept.rootOf(known.size), known.root))
    throw new ProofError(`The log is not a continuation of the one that the proofs are of. Keep them: they show that.`)
}
