/** How a log is cut into tiles that anyone can fetch and keep. @see https://c2sp.org/tlog-tiles */
import { bigEndian, concat, HASH_BYTES, readBigEndian } from './bytes.ts'
import { hashChildren, hashLeaf, type ReadHash } from './merkle-tree.ts'

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
