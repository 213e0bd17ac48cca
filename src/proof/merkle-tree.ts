/**
 * The Merkle tree of RFC 6962: hashing, proofs and their checks, and the tiles that it is cut into. Sizes are numbers of
 * entries, at most 2^53 - 1. @see https://www.rfc-editor.org/rfc/rfc6962.html#section-2.1
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { areEqual, bigEndian, concat, HASH_BYTES, readBigEndian } from './bytes.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const EMPTY_ROOT = sha256(new Uint8Array())

export const hashLeaf = (entry: Uint8Array): Uint8Array => sha256(concat(LEAF, entry))

export const hashChildren = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concat(NODE, left, right))

/** The hash of the 2^`level` entries from `index` · 2^`level` on, all of which exist. */
export type ReadHash = (level: number, index: number) => Uint8Array

/** The largest power of two below `size`, and its exponent. `size` is at least 2. */
function splitOf(size: number): { level: number; width: number } {
  let level = 0
  let width = 1
  while (width * 2 < size) {
    width *= 2
    level += 1
  }
  return { level, width }
}

/** Hashes the entries from `start` to before `end`. `start` is a multiple of the power of two at or above the width. */
function hashRange(read: ReadHash, start: number, end: number): Uint8Array {
  if (end - start === 1) return read(0, start)
  const { level, width } = splitOf(end - start)
  if (width * 2 === end - start) return read(level + 1, start / (width * 2))
  return hashChildren(read(level, start / width), hashRange(read, start + width, end))
}

export const rootOf = (read: ReadHash, size: number): Uint8Array => (size === 0 ? EMPTY_ROOT : hashRange(read, 0, size))

/** The hashes beside the way from the root to an entry, up to where `isThere`, which is also returned. */
function descend(read: ReadHash, index: number, size: number, isThere: (start: number, end: number) => boolean) {
  const proof: Uint8Array[] = []
  let start = 0
  let end = size
  while (!isThere(start, end)) {
    const middle = start + splitOf(end - start).width
    if (index < middle) {
      proof.unshift(hashRange(read, middle, end))
      end = middle
    } else {
      proof.unshift(hashRange(read, start, middle))
      start = middle
    }
  }
  return { proof, start, end }
}

/** Proves that entry `index` is in the tree of `size` entries: the hashes from the leaf's sibling up. */
export const proveInclusion = (read: ReadHash, index: number, size: number): Uint8Array[] =>
  descend(read, index, size, (start, end) => end - start === 1).proof

/** Proves that the tree of `size` entries begins with the tree of `oldSize` entries, which is at least 1. */
export function proveConsistency(read: ReadHash, oldSize: number, size: number): Uint8Array[] {
  const { proof, start, end } = descend(read, oldSize - 1, size, (_, end) => end === oldSize)
  // The reader knows the old root; of what lies to its left alone it needs the hash.
  return start > 0 ? [hashRange(read, start, end), ...proof] : proof
}

/** Walks up from a leaf. @see https://www.rfc-editor.org/rfc/rfc9162.html#section-2.1.3.2 */
export function isIncluded(
  { index, size, leafHash }: { index: number; size: number; leafHash: Uint8Array },
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index >= size) return false
  let node = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = hashChildren(sibling, hash)
      while (node % 2 === 0 && node !== 0) {
        node /= 2
        last = Math.floor(last / 2)
      }
    } else hash = hashChildren(hash, sibling)
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && areEqual(hash, root)
}

/* How a log is cut into tiles that anyone can fetch and keep. @see https://c2sp.org/tlog-tiles */

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const LENGTH_BYTES = 2

/** Part of a path: `1234067` is `x001/x234/067`. */
export function formatTileNumber(number: number): string {
  const digits = String(number)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  return parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')
}

/** @returns the number of a path such as `x001/x234/067`; null if it is not written that way */
export function readTileNumber(path: string): number | null {
  const number = Number(path.replaceAll(/[x/]/g, ''))
  return /^[0-9x/]+$/.test(path) && Number.isSafeInteger(number) && formatTileNumber(number) === path ? number : null
}

/** `<number>`, or `<number>.p/<width>` of a tile that is not full. */
export const formatTilePath = (number: number, width: number): string =>
  `${formatTileNumber(number)}${width === TILE_WIDTH ? '' : `.p/${width}`}`

/** How many hashes tile `number` of a level has in a tree of `size` entries: 0 to 256. */
export function widthOfTile(level: number, number: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.min(TILE_WIDTH, Math.max(0, hashes - number * TILE_WIDTH))
}

/** The hash over `width` hashes, a power of two, of a tile from `from` on. */
export function hashInTile(tile: Uint8Array, from: number, width: number): Uint8Array {
  if (width === 1) return tile.slice(from * HASH_BYTES, (from + 1) * HASH_BYTES)
  const half = width / 2
  return hashChildren(hashInTile(tile, from, half), hashInTile(tile, from + half, half))
}

/** @throws RangeError if the tile is not known or too short: that hash does not exist in this tree */
export type ReadTile = (level: number, number: number) => Uint8Array

/** Where a hash of the tree is: the tile, its first hash under it there, and how many these are. */
function placeOf(level: number, index: number) {
  const width = 2 ** (level % TILE_HEIGHT)
  const first = index * width
  const number = Math.floor(first / TILE_WIDTH)
  return { level: Math.floor(level / TILE_HEIGHT), number, from: first % TILE_WIDTH, width }
}

/** Reads any hash of the tree from its tiles. */
export function readFromTiles(readTile: ReadTile): ReadHash {
  return (level, index) => {
    const place = placeOf(level, index)
    const { from, width } = place
    const tile = readTile(place.level, place.number)
    if (tile.length < (from + width) * HASH_BYTES)
      throw new RangeError(`tile ${place.level}/${place.number} is too short`)
    return hashInTile(tile, from, width)
  }
}

/** Finds which tiles a computation will read, so that they can be fetched first. */
export function tilesRead(compute: (read: ReadHash) => unknown): { level: number; number: number }[] {
  const needed = new Map<string, { level: number; number: number }>()
  const nothing = new Uint8Array(HASH_BYTES)
  compute((level, index) => {
    const place = placeOf(level, index)
    needed.set(`${place.level}/${place.number}`, { level: place.level, number: place.number })
    return nothing
  })
  return [...needed.values()]
}

/** Entries as a bundle has them: each after its length. */
export const writeBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  concat(...entries.flatMap((entry) => [bigEndian(entry.length, LENGTH_BYTES), entry]))

/** @returns null if the bundle is cut off */
export function readBundle(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bundle.length) {
    const from = at + LENGTH_BYTES
    const end = from + readBigEndian(bundle.slice(at, from))
    if (from > bundle.length || end > bundle.length) return null
    entries.push(bundle.slice(from, end))
    at = end
  }
  return entries
}

/** The tile of level 0 over the entries of a bundle. */
export const tileOfEntries = (entries: readonly Uint8Array[]): Uint8Array => concat(...entries.map(hashLeaf))
