import { expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import { hashLeaf, isIncluded, proveInclusion, rootOf } from './merkle-tree.ts'
import {
  formatTileNumber,
  formatTilePath,
  hashInTile,
  readBundle,
  readFromTiles,
  readTileNumber,
  TILE_WIDTH,
  tileOfEntries,
  tilesRead,
  widthOfTile,
  writeBundle,
} from './tiles.ts'

test.each([
  [0, '000'],
  [273, '273'],
  [1_000, 'x001/000'],
  [1_234_067, 'x001/x234/067'],
])('tile %d is at %s', (number, path) => {
  expect(formatTileNumber(number)).toBe(path)
  expect(readTileNumber(path)).toBe(number)
})

test.each(['', '1', '0000', '001/000', 'x000/001', 'x001/x000', '-01', '1e3', '../001'])('%j is no tile', (path) => {
  expect(readTileNumber(path)).toBeNull()
})

test('a tree of 70,000 has the tiles that C2SP lists', () => {
  const tiles = [
    [0, 272],
    [0, 273],
    [0, 274],
    [1, 0],
    [1, 1],
    [2, 0],
    [3, 0],
  ] as const
  expect(tiles.map(([level, number]) => widthOfTile(level, number, 70_000))).toEqual([256, 112, 0, 256, 17, 1, 0])
  expect(formatTilePath(273, 112)).toBe('273.p/112')
  expect(formatTilePath(272, 256)).toBe('272')
})

test('bundles read back, and one that is cut off does not', () => {
  const entries = [utf8('one'), new Uint8Array(), new Uint8Array(300).fill(7)]
  const bundle = writeBundle(entries)

  expect(readBundle(bundle)).toEqual(entries)
  expect(readBundle(new Uint8Array())).toEqual([])
  for (const length of [1, 3, bundle.length - 1]) expect(readBundle(bundle.slice(0, length))).toBeNull()
})

/** Entries in tiles of three levels. */
const SIZE = 70_000
const LEAVES = Array.from({ length: SIZE }, (_, at) => utf8(`entry ${at}`))

test('proofs are made from the tiles that they read, and only from these', () => {
  const level0 = Array.from({ length: Math.ceil(SIZE / TILE_WIDTH) }, (_, tile) =>
    tileOfEntries(LEAVES.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH)),
  )
  const above = (tiles: readonly Uint8Array[]) => {
    const full = tiles.filter((tile) => tile.length === TILE_WIDTH * 32)
    const hashes = full.map((tile) => hashInTile(tile, 0, TILE_WIDTH))
    return Array.from({ length: Math.ceil(hashes.length / TILE_WIDTH) }, (_, tile) =>
      Uint8Array.from(hashes.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH).flatMap((hash) => [...hash])),
    )
  }
  const levels = [level0, above(level0), above(above(level0))]
  const known = (needed: readonly { level: number; number: number }[]) => {
    const fetched = new Map(needed.map(({ level, number }) => [`${level}/${number}`, levels[level]?.[number]]))
    return readFromTiles((level, number) => {
      const tile = fetched.get(`${level}/${number}`)
      if (!tile) throw new RangeError(`tile ${level}/${number} was not fetched`)
      return tile
    })
  }

  const root = rootOf(known(tilesRead((read) => rootOf(read, SIZE))), SIZE)
  for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, SIZE - 1]) {
    const needed = tilesRead((read) => proveInclusion(read, index, SIZE))
    const proof = proveInclusion(known(needed), index, SIZE)
    expect(needed.length).toBeLessThanOrEqual(7)
    expect(isIncluded({ index, size: SIZE, leafHash: hashLeaf(utf8(`entry ${index}`)) }, proof, root)).toBe(true)
  }
})
