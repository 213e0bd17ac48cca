/** What a witness checks before it signs the head of a log. */
import { areEqual } from '#proof/bytes.ts'
import { EMPTY_ROOT, hashChildren } from '#proof/merkle-tree.ts'

/** Checks that one tree begins with another. @see https://www.rfc-editor.org/rfc/rfc9162.html#section-2.1.4.2 */
export function isConsistent(
  old: { size: number; root: Uint8Array },
  current: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (old.size > current.size) return false
  if (old.size === current.size) return proof.length === 0 && areEqual(old.root, current.root)
  if (old.size === 0) return proof.length === 0 && areEqual(old.root, EMPTY_ROOT)
  let node = old.size - 1
  let last = current.size - 1
  while (node % 2 === 1) {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  const [first, ...rest] = node === 0 ? [old.root, ...proof] : proof
  if (!first) return false
  let oldHash = first
  let hash = first
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldHash = hashChildren(sibling, oldHash)
      hash = hashChildren(sibling, hash)
      while (node % 2 === 0 && node !== 0) {
        node /= 2
        last = Math.floor(last / 2)
      }
    } else hash = hashChildren(hash, sibling)
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && areEqual(oldHash, old.root) && areEqual(hash, current.root)
}
