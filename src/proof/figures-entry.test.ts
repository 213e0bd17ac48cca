import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import { ED25519, formatCheckpoint, formatSignatureLine, formatVerifierKey, makeVerifierKey } from './checkpoint.ts'
import { checksumOf, readFiguresEntry, verifyFigures, writeFiguresEntry } from './figures-entry.ts'
import { LEAD_ENTRY_BYTES } from './lead-entry.ts'
import { hashLeaf, proveInclusion, rootOf } from './merkle-tree.ts'
import { readPolicy } from './policy.ts'
import { readFromTiles, tileOfEntries } from './tiles.ts'
import { formatTlogProof } from './tlog-proof.ts'
import { ProofError } from './verify-log.ts'

const ORIGIN = 'store.example/log'
const SECRET = new Uint8Array(32).fill(1)
const KEY = makeVerifierKey(ORIGIN, ED25519, ed25519.getPublicKey(SECRET))
const POLICY = readPolicy(`log ${formatVerifierKey(KEY)}\nquorum none\n`)
const DAY = '2026-11-27'
const FILE = utf8(`${JSON.stringify({ version: 1, day: DAY, stock: [] })}\n`)
const ENTRY = writeFiguresEntry({ day: DAY, checksum: checksumOf(FILE) })

/** The proof of the last entry of a small log. */
function proofOf(text: string): string {
  const entries = [utf8('first'), utf8('second'), utf8(text)]
  const read = readFromTiles(() => tileOfEntries(entries))
  const checkpoint = formatCheckpoint({ origin: ORIGIN, size: 3, root: rootOf(read, 3) })
  const signed = `${checkpoint}\n${formatSignatureLine(KEY, ed25519.sign(utf8(checkpoint), SECRET))}`
  return formatTlogProof({ extra: utf8(text), index: 2, hashes: proveInclusion(read, 2, 3), checkpoint: signed })
}

describe('the entry of a day’s figures', () => {
  test('is read as it was written, and never mistaken for a lead', () => {
    expect(readFiguresEntry(ENTRY)).toEqual({ day: DAY, checksum: checksumOf(FILE) })
    expect(utf8(ENTRY).length).toBeGreaterThan(LEAD_ENTRY_BYTES)
    expect(hashLeaf(utf8(ENTRY))).toHaveLength(32)
  })

  test.each([
    ['no end of line', ENTRY.slice(0, -1)],
    ['another line', `${ENTRY}\n`],
    ['another version', ENTRY.replace('v1', 'v2')],
    ['no day', ENTRY.replace(DAY, '2026-11')],
    ['capitals', ENTRY.replace(/[a-f](?=[0-9a-f]*\n$)/, (letter) => letter.toUpperCase())],
    ['a short hash', ENTRY.replace(/.\n$/, '\n')],
  ])('is refused with %s', (_, text) => {
    expect(text).not.toBe(ENTRY)
    expect(readFiguresEntry(text)).toBeNull()
  })
})

describe('the proof of a day’s figures', () => {
  test('holds for that file', () => {
    expect(verifyFigures(FILE, proofOf(ENTRY), POLICY)).toMatchObject({ day: DAY, index: 2, checkpoint: { size: 3 } })
  })

  test('holds for no other file', () => {
    const proof = proofOf(ENTRY)
    for (const at of [0, 9, FILE.length - 1]) {
      const changed = FILE.with(at, (FILE[at] ?? 0) ^ 1)
      expect(() => verifyFigures(changed, proof, POLICY)).toThrow(ProofError)
    }
  })

  test('is refused for a file of another day, whatever its hash', () => {
    const other = utf8(JSON.stringify({ day: '2026-11-26' }))
    const entry = writeFiguresEntry({ day: DAY, checksum: checksumOf(other) })

    expect(() => verifyFigures(other, proofOf(entry), POLICY)).toThrow('not of 2026-11-27')
    expect(() => verifyFigures(utf8('no JSON'), proofOf(ENTRY), POLICY)).toThrow('other figures')
  })

  test('is not what proves another statement', () => {
    expect(() => verifyFigures(FILE, proofOf('leadyard keys v1\n'), POLICY)).toThrow('not the proof of a day’s figures')
  })
})
