/**
 * The Merkle tree of RFC 6962: hashing, proofs and their checks. Sizes are numbers of entries, at most 2^53 - 1.
 * @see https://www.rfc-editor.org/rfc/rfc6962.html#section-2.1
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { areEqual, concat } from './bytes.ts'

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
function descend(
  read: ReadHash,
  index: number,
  size: number,
  isThere: (start: number, end: number) => boolean,
): { proof: Uint8Array[]; start: number; end: number } {
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
