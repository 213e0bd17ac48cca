import { expect, test } from 'vitest'
import { isConsistent } from '#testing/witness.ts'
import { utf8 } from './bytes.ts'
import * as merkleTree from './merkle-tree.ts'

const SIZE_MAX = 20
const ENTRIES = Array.from({ length: SIZE_MAX }, (_, at) => utf8(`entry ${at}`))

/** The definition of RFC 6962, word for word. */
function definedRoot(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return merkleTree.EMPTY_ROOT
  if (entries.length === 1) return merkleTree.hashLeaf(entries[0] as Uint8Array)
  const split = 2 ** (Math.ceil(Math.log2(entries.length)) - 1)
  return merkleTree.hashChildren(definedRoot(entries.slice(0, split)), definedRoot(entries.slice(split)))
}

const known = new Map<string, Uint8Array>()
const read: merkleTree.ReadHash = (level, index) => {
  const hash = known.get(`${level}/${index}`)
  if (hash) return hash
  const width = 2 ** level
  const entries = ENTRIES.slice(index * width, (index + 1) * width)
  // Only subtrees that exist in full are ever read.
  expect(entries).toHaveLength(width)
  const root = definedRoot(entries)
  known.set(`${level}/${index}`, root)
  return root
}

const ROOTS = Array.from({ length: SIZE_MAX + 1 }, (_, size) => definedRoot(ENTRIES.slice(0, size)))
const root = (size: number) => ROOTS[size] as Uint8Array

/** Everything that one wrong bit, one missing or one extra hash makes of a proof. */
function* spoil(proof: readonly Uint8Array[]): Generator<Uint8Array[]> {
  for (const [at, hash] of proof.entries()) {
    for (const byte of [0, 31]) yield proof.with(at, hash.with(byte, (hash[byte] ?? 0) ^ 1))
    yield proof.toSpliced(at, 1)
    yield proof.toSpliced(at, 0, hash)
  }
  yield [...proof, merkleTree.hashLeaf(utf8('one more'))]
}

test('roots are those of the definition', () => {
  for (let size = 0; size <= SIZE_MAX; size += 1) expect(merkleTree.rootOf(read, size)).toEqual(root(size))
})

test('every entry of every size is proven to be in, and nowhere else', () => {
  for (let size = 1; size <= SIZE_MAX; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const proof = merkleTree.proveInclusion(read, index, size)
      const leaf = { index, size, leafHash: merkleTree.hashLeaf(ENTRIES[index] as Uint8Array) }
      expect(merkleTree.isIncluded(leaf, proof, root(size))).toBe(true)

      expect(merkleTree.isIncluded({ ...leaf, index: index + 1 }, proof, root(size))).toBe(false)
      expect(merkleTree.isIncluded(leaf, proof, root(size - 1))).toBe(false)
      expect(merkleTree.isIncluded({ ...leaf, leafHash: merkleTree.hashLeaf(utf8('other')) }, proof, root(size))).toBe(
        false,
      )
      for (const spoiled of spoil(proof)) expect(merkleTree.isIncluded(leaf, spoiled, root(size))).toBe(false)
    }
  }
})

test('every size is proven to begin with every smaller one, and with no other', () => {
  for (let size = 1; size <= SIZE_MAX; size += 1) {
    for (let oldSize = 1; oldSize <= size; oldSize += 1) {
      const proof = merkleTree.proveConsistency(read, oldSize, size)
      const old = { size: oldSize, root: root(oldSize) }
      const current = { size, root: root(size) }
      expect(isConsistent(old, current, proof), `${oldSize} in ${size}`).toBe(true)

      const forged = merkleTree.hashLeaf(utf8('another history'))
      expect(isConsistent({ ...old, root: forged }, current, proof)).toBe(false)
      expect(isConsistent(old, { ...current, root: forged }, proof)).toBe(false)
      for (const spoiled of spoil(proof)) expect(isConsistent(old, current, spoiled)).toBe(false)
    }
  }
})

test('the empty tree begins every tree and needs no proof', () => {
  const empty = { size: 0, root: merkleTree.EMPTY_ROOT }
  expect(isConsistent(empty, { size: 3, root: root(3) }, [])).toBe(true)
  expect(isConsistent(empty, { size: 3, root: root(3) }, [root(1)])).toBe(false)
  expect(isConsistent({ size: 0, root: root(1) }, { size: 3, root: root(3) }, [])).toBe(false)
  expect(isConsistent({ size: 4, root: root(4) }, { size: 3, root: root(3) }, [])).toBe(false)
})

test.each([
  [0, '000'],
  [273, '273'],
  [1_000, 'x001/000'],
  [1_234_067, 'x001/x234/067'],
])('tile %d is at %s', (number, path) => {
  expect(merkleTree.formatTileNumber(number)).toBe(path)
  expect(merkleTree.readTileNumber(path)).toBe(number)
})

test.each(['', '1', '0000', '001/000', 'x000/001', 'x001/x000', '-01', '1e3', '../001'])('%j is no tile', (path) => {
  expect(merkleTree.readTileNumber(path)).toBeNull()
})

test('a tree of 70,000 has the tiles that C2SP lists', () => {
  const widthsOf = (level: number, ...numbers: number[]) =>
    numbers.map((one) => merkleTree.widthOfTile(level, one, 70_000))
  expect(widthsOf(0, 272, 273, 274)).toEqual([256, 112, 0])
  expect(widthsOf(1, 0, 1)).toEqual([256, 17])
  expect([widthsOf(2, 0), widthsOf(3, 0)]).toEqual([[1], [0]])
  expect(merkleTree.formatTilePath(273, 112)).toBe('273.p/112')
  expect(merkleTree.formatTilePath(272, 256)).toBe('272')
})

test('bundles read back, and one that is cut off does not', () => {
  const entries = [utf8('one'), new Uint8Array(), new Uint8Array(300).fill(7)]
  const bundle = merkleTree.writeBundle(entries)

  expect(merkleTree.readBundle(bundle)).toEqual(entries)
  expect(merkleTree.readBundle(new Uint8Array())).toEqual([])
  for (const length of [1, 3, bundle.length - 1]) expect(merkleTree.readBundle(bundle.slice(0, length))).toBeNull()
})
