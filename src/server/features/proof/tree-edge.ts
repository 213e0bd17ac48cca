/** The growing edge of a log: the bundle and the tiles that are not full yet. Pure. */
import { concat } from '#proof/bytes.ts'
import { hashLeaf, type ReadHash, rootOf } from '#proof/merkle-tree.ts'
import { hashInTile, readFromTiles, TILE_WIDTH, writeBundle } from '#proof/tiles.ts'

const HASH_BYTES = 32

export interface ChangedTile {
  level: number
  number: number
  hashes: Uint8Array
}

/** Which tiles are at the edge of a tree: level 0 is a bundle of entries. Empty ones are left out. */
export function edgeOf(size: number): { level: number; number: number }[] {
  const edge: { level: number; number: number }[] = []
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH))
    if (hashes % TILE_WIDTH > 0) edge.push({ level, number: Math.floor(hashes / TILE_WIDTH) })
  return edge
}

/** Adds entries to a tree, knowing only its edge. */
export class TreeEdge {
  size: number
  /** Full and partial tiles of level 1 and above that changed, by `<level>/<number>`. */
  readonly tiles = new Map<string, ChangedTile>()
  /** Bundles that changed, by number. */
  readonly bundles = new Map<number, Uint8Array>()
  /** By level: the hashes of its tile at the edge. */
  readonly #edge: Uint8Array[] = []
  #bundle: Uint8Array

  /** @param tiles those of `edgeOf(size)`, level 0 included; `bundle`: the entries under the latter */
  constructor(size: number, { tiles, bundle }: { tiles: ReadonlyMap<number, Uint8Array>; bundle: Uint8Array }) {
    this.size = size
    this.#bundle = bundle
    for (const { level } of edgeOf(size)) {
      const tile = tiles.get(level)
      if (!tile) throw new RangeError(`the tile at the edge of level ${level} is missing`)
      this.#edge[level] = tile
    }
  }

  add(entry: Uint8Array): void {
    const number = Math.floor(this.size / TILE_WIDTH)
    this.#bundle = concat(this.#bundle, writeBundle([entry]))
    this.bundles.set(number, this.#bundle)
    this.#push(0, hashLeaf(entry))
    this.size += 1
    if (this.size % TILE_WIDTH === 0) this.#bundle = new Uint8Array()
  }

  #push(level: number, hash: Uint8Array): void {
    const number = Math.floor(this.size / TILE_WIDTH ** (level + 1))
    const hashes = concat(this.#edge[level] ?? new Uint8Array(), hash)
    if (level > 0) this.tiles.set(`${level}/${number}`, { level, number, hashes })
    const isFull = hashes.length === TILE_WIDTH * HASH_BYTES
    this.#edge[level] = isFull ? new Uint8Array() : hashes
    if (isFull) this.#push(level + 1, hashInTile(hashes, 0, TILE_WIDTH))
  }

  /** Reads hashes that lie at the edge: all that a root needs. */
  readonly #read: ReadHash = readFromTiles((level, number) => {
    const tile = this.#edge[level]
    if (!tile || number !== Math.floor(this.size / TILE_WIDTH ** (level + 1)))
      throw new RangeError(`tile ${level}/${number} is not at the edge`)
    return tile
  })

  root(): Uint8Array {
    return rootOf(this.#read, this.size)
  }
}
