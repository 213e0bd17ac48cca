import { expect, test } from 'vitest'
import { concat, utf8 } from '#proof/bytes.ts'
import { hashLeaf, rootOf } from '#proof/merkle-tree.ts'
import { hashInTile, readBundle, readFromTiles, tileOfEntries } from '#proof/tiles.ts'
import { edgeOf, TreeEdge } from './grow-log.ts'

const SIZE = 66_100
const EMPTY = { tiles: new Map<number, Uint8Array>(), bundle: new Uint8Array() }

test('a tree that grows in steps has the root and the tiles of one that is made at once', () => {
  const bundles = new Map<number, Uint8Array>()
  const tiles = new Map<string, Uint8Array>()
  const grow = (size: number, count: number) => {
    const edge = edgeOf(size)
    const known = edge.map(({ level, number }): [number, Uint8Array] => {
      const entries = readBundle(bundles.get(number) ?? new Uint8Array()) ?? []
      return [level, level === 0 ? tileOfEntries(entries) : (tiles.get(`${level}/${number}`) as Uint8Array)]
    })
    const bundle = size % 256 === 0 ? new Uint8Array() : (bundles.get(Math.floor(size / 256)) as Uint8Array)
    const tree = new TreeEdge(size, { tiles: new Map(known), bundle })
    for (let at = size; at < size + count; at += 1) tree.add(utf8(`entry ${at}`))
    for (const [number, entries] of tree.bundles) bundles.set(number, entries)
    for (const [key, { hashes }] of tree.tiles) tiles.set(key, hashes)
    return tree
  }

  let size = 0
  let root = new TreeEdge(0, EMPTY).root()
  for (const count of [1, 254, 1, 1, 255, 3, 700, 64_321, 0, 564]) {
    const tree = grow(size, count)
    size = tree.size
    root = tree.root()
    const leaves = (tile: number) => tileOfEntries(readBundle(bundles.get(tile) as Uint8Array) ?? [])
    const read = readFromTiles((level, number) =>
      level === 0 ? leaves(number) : (tiles.get(`${level}/${number}`) as Uint8Array),
    )
    expect(root, `after ${size}`).toEqual(rootOf(read, size))
  }

  expect(size).toBe(SIZE)
  const first = tileOfEntries(Array.from({ length: 256 }, (_, at) => utf8(`entry ${at}`)))
  expect(tiles.get('1/0')?.slice(0, 32)).toEqual(hashInTile(first, 0, 256))
  expect(tiles.get('1/0')).toHaveLength(256 * 32)
  expect(tiles.get('2/0')).toHaveLength(32)
  expect(root).not.toEqual(hashLeaf(concat()))
})
