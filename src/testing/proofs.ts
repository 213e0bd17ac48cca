/** The proofs of a package as a store makes them, from a small log that lives in memory. */
import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { toBase64, utf8 } from '#proof/bytes.ts'
import { formatCheckpoint } from '#proof/checkpoint.ts'
import { commit, labelOf, writeLeadEntry } from '#proof/lead-entry.ts'
import { type LeadProofExtra, writeLabelKeys } from '#proof/lead-proof.ts'
import { hashChildren, hashLeaf, proveInclusion, type ReadHash, rootOf } from '#proof/merkle-tree.ts'
import {
  COSIGNATURE,
  cosignedText,
  ED25519,
  formatSignatureLine,
  formatVerifierKey,
  makeVerifierKey,
  timestamped,
} from '#proof/note.ts'
import { formatTlogProof } from '#proof/tlog-proof.ts'
import { makeVrfKey, proveVrf } from '#proof/vrf.ts'

const YEAR = 2026

interface MadeProofs {
  /** How many leads; each is at its own address. */
  leads?: number
  slot?: number
  cap?: number
  origin?: string
  buyer?: string
  /** By name: when it cosigned, in seconds since 1970. All of them are needed. */
  witnesses?: Readonly<Record<string, number>>
}

/** @returns what a ZIP file of proofs has in it: text by name */
export function makeProofs({
  leads = 2,
  slot = 1,
  cap = 1,
  origin = 'store.example/log',
  buyer = 'ann@example.com',
  witnesses = {},
}: MadeProofs = {}): Map<string, string> {
  const secret = randomBytes(32)
  const signer = makeVerifierKey(origin, ED25519, ed25519.getPublicKey(secret))
  const vrf = makeVrfKey(randomBytes(64))
  const said = utf8(writeLabelKeys(origin, new Map([[YEAR, vrf.publicKey]])))
  const made = Array.from({ length: leads }, (_, at) => makeLead({ at, slot, cap, buyer }, vrf))
  const entries = [said, ...made.map(({ entry }) => entry)]
  const read = readHashesOf(entries)
  const text = formatCheckpoint({ origin, size: entries.length, root: rootOf(read, entries.length) })
  const cosigners = Object.entries(witnesses).map(([name, seconds]) => makeCosigner(name, seconds, text))
  const checkpoint = [
    `${text}\n${formatSignatureLine(signer, ed25519.sign(utf8(text), secret))}`,
    ...cosigners.map(({ signature }) => signature),
  ].join('')
  const names = Object.keys(witnesses)
  const quorum = names.length === 0 ? 'quorum none\n' : `group all-of-them all ${names.join(' ')}\nquorum all-of-them\n`
  const proofs = [said, ...made.map(({ extra }) => utf8(JSON.stringify(extra)))].map((extra, index) =>
    formatTlogProof({ extra, index, hashes: proveInclusion(read, index, entries.length), checkpoint }),
  )
  return new Map([
    ['README.txt', 'These files prove who else may have your leads.\n'],
    ['policy.txt', `log ${formatVerifierKey(signer)}\n${cosigners.map(({ line }) => line).join('')}${quorum}`],
    ...proofs.map((proof, at): [string, string] => [
      at === 0 ? 'keys.tlog-proof' : `${String(at).padStart(3, '0')}.tlog-proof`,
      proof,
    ]),
  ])
}

function makeLead(
  { at, slot, cap, buyer }: { at: number; slot: number; cap: number; buyer: string },
  key: ReturnType<typeof makeVrfKey>,
): { entry: Uint8Array; extra: LeadProofExtra } {
  const address = `${at + 1} ELM ST|78701`
  const { value, proof } = proveVrf(key, utf8(address))
  const salt = randomBytes(32)
  const orderLine = 'LY-TEST1234-1'
  const row: [string, string][] = [
    ['Address', `${at + 1} Elm St`],
    ['City', 'Austin'],
    ['ZIP', '78701'],
  ]
  const generation = 0
  const commitment = commit({ salt, orderLine, buyer, row })
  const labelProof = toBase64(proof)
  return {
    entry: writeLeadEntry({ label: labelOf(value), generation, slot, cap, commitment }),
    extra: {
      version: 1,
      year: YEAR,
      address,
      labelProof,
      generation,
      slot,
      cap,
      salt: toBase64(salt),
      orderLine,
      buyer,
      row,
    },
  }
}

function readHashesOf(entries: readonly Uint8Array[]): ReadHash {
  const read: ReadHash = (level, index) =>
    level === 0
      ? hashLeaf(entries[index] ?? new Uint8Array())
      : hashChildren(read(level - 1, index * 2), read(level - 1, index * 2 + 1))
  return read
}

function makeCosigner(name: string, seconds: number, text: string): { line: string; signature: string } {
  const secret = randomBytes(32)
  const key = makeVerifierKey(`witness.example/${name}`, COSIGNATURE, ed25519.getPublicKey(secret))
  const signature = timestamped(seconds, ed25519.sign(utf8(cosignedText(text, seconds)), secret))
  return { line: `witness ${name} ${formatVerifierKey(key)}\n`, signature: formatSignatureLine(key, signature) }
}
