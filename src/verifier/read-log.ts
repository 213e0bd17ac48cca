/** Reads the whole log: the only way to see that no one else has the slots of these leads. */
import { auditHistory, type ReadFile } from '#proof/audit-published-log.ts'
import { areEqual } from '#proof/bytes.ts'
import type { Checkpoint } from '#proof/checkpoint.ts'
import type { ProvenLead } from '#proof/lead-proof.ts'
import { rootOf } from '#proof/merkle-tree.ts'
import type { Policy } from '#proof/policy.ts'
import { readFromTiles, readTileNumber, tilesRead } from '#proof/tiles.ts'
import { ProofError, type TrustedCheckpoint, verifyCheckpoint } from '#proof/verify-log.ts'

export interface ReadLog {
  checkpoint: TrustedCheckpoint
  /** What breaks the log's rules; empty if no slot was given twice. */
  faults: readonly string[]
  /** How many closed logs come before it; they were read too. */
  closed: number
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
 * Reads a log from its first entry to its last, after the closed logs before it. They must continue the logs that the
 * proofs come from.
 *
 * @param readOf reads from the log of this name; null for the newest
 * @throws ProofError if they do not, or if they cannot be trusted
 */
export async function readWholeLog(
  readOf: (origin: string | null) => ReadFile,
  policy: Policy,
  leads: readonly ProvenLead[],
): Promise<ReadLog> {
  const known = leads.map(({ checkpoint }) => checkpoint)
  const tiles = new Map<string, KeptTiles>()
  const tilesOf = (origin: string): KeptTiles => {
    const sizes = known.filter((one) => one.origin === origin).map(({ size }) => size)
    const kept = tiles.get(origin) ?? new KeptTiles(readOf(origin), sizes)
    tiles.set(origin, kept)
    return kept
  }
  const checkpoint = verifyCheckpoint(new TextDecoder().decode(await readOf(null)('checkpoint')), policy)
  const { origin, size, root } = checkpoint
  const history = await auditHistory((name) => tilesOf(name).read, { origin, size, root })
  for (const one of known) {
    const read = history.find(({ head }) => head.origin === one.origin)?.head
    if (!read)
      throw new ProofError(`The proofs come from the log “${one.origin}”, but the log that was read is “${origin}”.`)
    requireContinued(one, read, tilesOf(one.origin))
  }
  const faults = history.flatMap(({ head, audit }) =>
    audit.faults.map((fault) => (head.origin === origin ? fault : `${head.origin}: ${fault}`)),
  )
  return { checkpoint, faults, closed: history.length - 1 }
}

function requireContinued(known: Checkpoint, { size }: Checkpoint, kept: KeptTiles): void {
  if (known.size > size)
    throw new ProofError(`The proofs come from a log of ${known.size} entries, but only ${size} can be read.`)
  if (!areEqual(kept.rootOf(known.size), known.root))
    throw new ProofError(
      `The log is not a continuation of the one the proofs come from. Keep the proofs: they show it.`,
    )
}
