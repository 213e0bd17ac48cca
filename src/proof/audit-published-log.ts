/** Reads a published log from its first entry to its last, in the form in which anyone can fetch it. */
import { LogAudit } from './audit-log.ts'
import { areEqual } from './bytes.ts'
import { type Checkpoint, formatCheckpoint } from './checkpoint.ts'
import { readLogStart } from './lead-proof.ts'
import { hashLeaf, rootOf } from './merkle-tree.ts'
import type { Policy } from './policy.ts'
import { formatTilePath, hashInTile, readBundle, readFromTiles, TILE_WIDTH, widthOfTile } from './tiles.ts'
import { ProofError, type TrustedCheckpoint, verifyCheckpoint } from './verify-log.ts'

const HASH_BYTES = 32

/** Fetches `checkpoint` or `tile/…` of a log. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/**
 * Checks a published log: its checkpoint by the policy, its entries and tiles of all levels by the checkpoint. Collects
 * what breaks the rules of the log.
 *
 * @throws ProofError if they do not belong together
 */
export async function auditPublishedLog(
  read: ReadFile,
  policy: Policy,
): Promise<{ checkpoint: TrustedCheckpoint; audit: LogAudit }> {
  const checkpoint = verifyCheckpoint(new TextDecoder().decode(await read('checkpoint')), policy)
  return { checkpoint, audit: await auditTree(read, checkpoint) }
}

/** A store closes few logs; an endless chain of them would be read forever. */
const FOLLOWED_MAX = 100

/** A log, or the readable rest of a closed one. */
export interface AuditedLog {
  head: Checkpoint
  audit: LogAudit
}

/**
 * Checks a log under a checkpoint that is already trusted, after the closed logs that it follows, which are trusted
 * because it names their heads.
 *
 * @param readOf reads from the log of this name
 * @returns the oldest log first. @throws ProofError
 */
export async function auditHistory(readOf: (origin: string) => ReadFile, head: Checkpoint): Promise<AuditedLog[]> {
  const heads: Checkpoint[] = []
  for (let next: Checkpoint | null = head; next; next = await findFollowed(readOf(next.origin), next)) {
    if (heads.length > FOLLOWED_MAX) throw new ProofError(`More than ${FOLLOWED_MAX} logs follow each other.`)
    heads.push(next)
  }
  const audited: AuditedLog[] = []
  for (const known of heads.toReversed()) {
    const followed = audited.at(-1)
    const audit = await auditTree(readOf(known.origin), known, followed?.audit)
    const kept = audit.follows?.kept ?? null
    // What was read first was not checked yet.
    if (!isSameHead(kept?.size ? kept : null, followed?.head ?? null))
      throw new ProofError(`The first entry of ${known.origin} is not what it was a moment ago.`)
    audited.push({ head: known, audit })
  }
  return audited
}

const isSameHead = (one: Checkpoint | null, other: Checkpoint | null): boolean =>
  one && other ? formatCheckpoint(one) === formatCheckpoint(other) : one === other

/** What is left of the log that this one says it follows. Null if nothing is. */
async function findFollowed(read: ReadFile, { origin, size }: Checkpoint): Promise<Checkpoint | null> {
  const width = widthOfTile(0, 0, size)
  if (width === 0) return null
  const [first] = readEntries(await read(`tile/entries/${formatTilePath(0, width)}`), 0)
  const kept = first && readLogStart(new TextDecoder().decode(first), origin)?.follows?.kept
  return kept && kept.size > 0 ? kept : null
}

/** Checks the entries and tiles under a checkpoint that is trusted already. @throws ProofError */
export async function auditTree(
  read: ReadFile,
  checkpoint: Checkpoint,
  followed: LogAudit | null = null,
): Promise<LogAudit> {
  const { size } = checkpoint
  const audit = new LogAudit(checkpoint.origin, followed)
  const levels: Uint8Array[][] = []
  let hashesBelow: Uint8Array[] = []
  for (let level = 0; widthOfTile(level, 0, size) > 0; level += 1) {
    const tiles: Uint8Array[] = []
    const above: Uint8Array[] = []
    for (let number = 0; widthOfTile(level, number, size) > 0; number += 1) {
      const width = widthOfTile(level, number, size)
      const path = `${level}/${formatTilePath(number, width)}`
      const entries = level > 0 ? [] : readEntries(await read(`tile/entries/${formatTilePath(number, width)}`), number)
      const hashes = level > 0 ? hashesBelow.slice(number * TILE_WIDTH, (number + 1) * TILE_WIDTH) : hashEach(entries)
      const tile = checkTile(path, await read(`tile/${path}`), { width, hashes })
      for (const entry of entries) audit.add(entry)
      if (width === TILE_WIDTH) above.push(hashInTile(tile, 0, TILE_WIDTH))
      // The root needs only the edge tile of level 0, which has most of the bytes.
      tiles[level > 0 ? number : 0] = tile
    }
    levels.push(tiles)
    hashesBelow = above
  }
  const lastTile = Math.floor(size / TILE_WIDTH)
  const readTile = (level: number, number: number): Uint8Array =>
    (level > 0 ? levels[level]?.[number] : number === lastTile && levels[0]?.[0]) || new Uint8Array()
  if (!areEqual(rootOf(readFromTiles(readTile), size), checkpoint.root))
    throw new ProofError('The entries are not those that the checkpoint signs.')
  audit.end()
  return audit
}

function readEntries(bundle: Uint8Array, number: number): Uint8Array[] {
  const entries = readBundle(bundle)
  if (!entries) throw new ProofError(`The bundle ${number} is cut off.`)
  return entries
}

function* hashEach(entries: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const entry of entries) yield hashLeaf(entry)
}

function checkTile(
  path: string,
  tile: Uint8Array,
  { width, hashes }: { width: number; hashes: Iterable<Uint8Array> },
): Uint8Array {
  let at = 0
  for (const hash of hashes) {
    if (!areEqual(tile.subarray(at, at + HASH_BYTES), hash))
      throw new ProofError(`The tile ${path} is not that of the entries.`)
    at += HASH_BYTES
  }
  if (tile.length !== at || at !== width * HASH_BYTES)
    throw new ProofError(`The tile ${path} does not have ${width} entries.`)
  return tile
}
