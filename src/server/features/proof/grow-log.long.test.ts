/** A log that grows in steps, as the store makes it grow: its root, its tiles, and proofs from these alone. */
import { expect, test } from 'vitest'
import { HASH_BYTES, utf8 } from '#proof/bytes.ts'
import * as merkleTree from '#proof/merkle-tree.ts'
import { edgeOf, TreeEdge } from './grow-log.ts'

/** Its entries fill tiles of three levels. */
const STEPS = [1, 254, 1, 1, 255, 3, 700, 64_321, 0, 4_464]
const SIZE = 70_000

test('a tree that grows in steps has the root and the tiles of one that is made at once, and they prove each entry', () => {
  const bundles = new Map<number, Uint8Array>()
  const tiles = new Map<string, Uint8Array>()
  const tileOf = (level: number, number: number): Uint8Array => {
    if (level === 0)
      return merkleTree.tileOfEntries(merkleTree.readBundle(bundles.get(number) ?? new Uint8Array()) ?? [])
    return tiles.get(`${level}/${number}`) ?? new Uint8Array()
  }
  const grow = (size: number, count: number) => {
    const known = edgeOf(size).map(({ level, number }) => [level, tileOf(level, number)] as const)
    const bundle = size % 256 === 0 ? new Uint8Array() : (bundles.get(Math.floor(size / 256)) as Uint8Array)
    const tree = new TreeEdge(size, { tiles: new Map(known), bundle })
    for (let at = size; at < size + count; at += 1) tree.add(utf8(`entry ${at}`))
    for (const [number, entries] of tree.bundles) bundles.set(number, entries)
    for (const [key, { hashes }] of tree.tiles) tiles.set(key, hashes)
    return tree
  }

  let size = 0
  let root: Uint8Array = new Uint8Array()
  for (const count of STEPS) {
    const tree = grow(size, count)
    size = tree.size
    root = tree.root()
    expect(root, `after ${size}`).toEqual(merkleTree.rootOf(merkleTree.readFromTiles(tileOf), size))
  }

  expect(size).toBe(SIZE)
  const first = merkleTree.tileOfEntries(Array.from({ length: 256 }, (_, at) => utf8(`entry ${at}`)))
  expect(tileOf(1, 0).slice(0, HASH_BYTES)).toEqual(merkleTree.hashInTile(first, 0, 256))
  expect([tileOf(1, 0), tileOf(2, 0)].map(({ length }) => length / HASH_BYTES)).toEqual([256, 1])
  for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, SIZE - 1]) {
    const needed = merkleTree.tilesRead((read) => merkleTree.proveInclusion(read, index, SIZE))
    expect(needed.length).toBeLessThanOrEqual(7)
    const fetched = new Map(needed.map(({ level, number }) => [`${level}/${number}`, tileOf(level, number)]))
    const read = merkleTree.readFromTiles((level, number) => fetched.get(`${level}/${number}`) ?? new Uint8Array())
    const leaf = { index, size: SIZE, leafHash: merkleTree.hashLeaf(utf8(`entry ${index}`)) }
    expect(merkleTree.isIncluded(leaf, merkleTree.proveInclusion(read, index, SIZE), root)).toBe(true)
  }
})
