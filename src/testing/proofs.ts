/** The proofs of a package as a store makes them, from a log in memory. */
import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { concat, toBase64, utf8 } from '#proof/bytes.ts'
import * as notes from '#proof/checkpoint.ts'
import { checksumOf, commit, labelOf, writeDay, writeFiguresEntry, writeLeadEntry } from '#proof/entries.ts'
import { type LeadProofExtra, writeLabelKeys } from '#proof/lead-proof.ts'
import * as merkleTree from '#proof/merkle-tree.ts'
import { formatTlogProof } from '#proof/verify-log.ts'
import { makeVrfKey, proveVrf } from '#proof/vrf.ts'

const YEAR = 2026
/** A tile of one level covers 2^8 hashes of the level below. */
const TILE_HEIGHT = 8

interface MadeProofs {
  /** How many leads; each is at its own address. */
  leads?: number
  slot?: number
  cap?: number
  origin?: string
  buyer?: string
  /** By name: when it cosigned, in seconds since 1970. All of them are needed. */
  witnesses?: Readonly<Record<string, number>>
  /** Where keys and salts come from. */
  bytesOf?: (length: number) => Uint8Array
}

/** @returns what a ZIP file of proofs has in it: text by name */
export const makeProofs = (made: MadeProofs = {}): Map<string, string> => makeProvenLog(made).proofs

/**
 * What a ZIP file of a store's figures of a day has in it. @param day that the figures are of, such as `2026-11-27`
 * @param made `fileDay`: the day that the file says, if it is another
 */
export function makeProvenFigures(
  day: string,
  { fileDay = day, ...made }: Pick<MadeProofs, 'origin' | 'witnesses'> & { fileDay?: string } = {},
) {
  const figures = `${JSON.stringify({ version: 1, day: fileDay, stock: [] })}\n`
  const said = utf8(writeFiguresEntry({ day, checksum: checksumOf(utf8(figures)) }))
  let index = 0
  const { proofs, proveGrown } = makeProvenLog({ leads: 0, ...made }, (entries) => {
    index = entries.length
    return [said]
  })
  return new Map([
    ['README.txt', 'These files prove that the store cannot change its figures.\n'],
    ['policy.txt', proofs.get('policy.txt') ?? ''],
    ['figures.json', figures],
    ['figures.tlog-proof', proveGrown(index)],
  ])
}

/**
 * The same with the log that the proofs are of, which has grown since.
 *
 * @param grow makes the entries that came later from those before, the first of which names the log's keys
 * @returns `log`: bytes by path. `proveGrown`: the proof of an entry in the log that has grown
 */
export function makeProvenLog(
  { origin = 'store.example/log', witnesses = {}, bytesOf = randomBytes, ...lead }: MadeProofs,
  grow: (entries: readonly Uint8Array[]) => readonly Uint8Array[] = () => [],
): { proofs: Map<string, string>; log: Map<string, Uint8Array>; proveGrown: (index: number) => string } {
  const { leads = 2, slot = 1, cap = 1, buyer = 'ann@example.com' } = lead
  const secret = bytesOf(32)
  const signer = notes.makeVerifierKey(origin, notes.ED25519, ed25519.getPublicKey(secret))
  const vrf = makeVrfKey(bytesOf(64))
  const nextVrf = makeVrfKey(bytesOf(64))
  const labelKeys = new Map([vrf, nextVrf].map(({ publicKey }, at) => [YEAR + at, publicKey]))
  const said = utf8(writeLabelKeys(origin, labelKeys))
  const made = Array.from({ length: leads }, (_, at) =>
    makeLead({ at, slot, cap, buyer, salt: bytesOf(32) }, [vrf, nextVrf]),
  )
  const entries = [said, utf8(writeDay(`${YEAR}-11-27`)), ...made.flatMap((lead) => lead.entries)]
  /** The place of the first entry of a lead. */
  const placeOf = (at: number) => at * 2 + 2
  const cosigners = Object.entries(witnesses).map(([name, seconds]) => makeCosigner(name, seconds, bytesOf(32)))
  const sign = (some: readonly Uint8Array[]): string => {
    const text = notes.formatCheckpoint({
      origin,
      size: some.length,
      root: merkleTree.rootOf(readHashesOf(some), some.length),
    })
    const own = notes.formatSignatureLine(signer, ed25519.sign(utf8(text), secret))
    return `${text}\n${own}${cosigners.map(({ cosign }) => cosign(text)).join('')}`
  }
  const checkpoint = sign(entries)
  const names = Object.keys(witnesses)
  const quorum = names.length === 0 ? 'quorum none\n' : `group all-of-them all ${names.join(' ')}\nquorum all-of-them\n`
  const prove = (index: number) => merkleTree.proveInclusion(readHashesOf(entries), index, entries.length)
  const extras = made.map(({ extra }, at) => ({
    ...extra,
    next: { ...extra.next, hashes: prove(placeOf(at) + 1).map(toBase64) },
  }))
  const files = [said, ...extras.map((extra) => utf8(JSON.stringify(extra)))].map((extra, at) => {
    const index = at === 0 ? 0 : placeOf(at - 1)
    const name = at === 0 ? 'keys' : String(at).padStart(3, '0')
    return [`${name}.tlog-proof`, formatTlogProof({ extra, index, hashes: prove(index), checkpoint })] as const
  })
  const grown = [...entries, ...grow(entries)]
  const proveGrown = (index: number) => {
    const hashes = merkleTree.proveInclusion(readHashesOf(grown), index, grown.length)
    return formatTlogProof({ extra: grown[index] ?? new Uint8Array(), index, hashes, checkpoint: sign(grown) })
  }
  return {
    proveGrown,
    proofs: new Map([
      ['README.txt', 'These files prove how many buyers your leads are promised to.\n'],
      ['policy.txt', `log ${notes.formatVerifierKey(signer)}\n${cosigners.map(({ line }) => line).join('')}${quorum}`],
      ...files,
    ]),
    log: new Map([['checkpoint', utf8(sign(grown))], ...filesOf(grown)]),
  }
}

/** The bundles and tiles of a log, by path. */
function filesOf(entries: readonly Uint8Array[]): [string, Uint8Array][] {
  const read = readHashesOf(entries)
  const files: [string, Uint8Array][] = []
  for (let level = 0; merkleTree.widthOfTile(level, 0, entries.length) > 0; level += 1)
    for (let number = 0; merkleTree.widthOfTile(level, number, entries.length) > 0; number += 1) {
      const width = merkleTree.widthOfTile(level, number, entries.length)
      const [first, path] = [number * merkleTree.TILE_WIDTH, merkleTree.formatTilePath(number, width)]
      const hashes = Array.from({ length: width }, (_, at) => read(level * TILE_HEIGHT, first + at))
      files.push([`tile/${level}/${path}`, concat(...hashes)])
      if (level === 0) files.push([`tile/entries/${path}`, merkleTree.writeBundle(entries.slice(first, first + width))])
    }
  return files
}

function makeLead(
  { at, slot, cap, buyer, salt }: { at: number; slot: number; cap: number; buyer: string; salt: Uint8Array },
  keys: readonly ReturnType<typeof makeVrfKey>[],
): { entries: Uint8Array[]; extra: LeadProofExtra } {
  const address = `${at + 1} ELM ST|78701`
  const labels = keys.map((key) => proveVrf(key, utf8(address)))
  const orderLine = 'LY-TEST1234-1'
  const row: [string, string][] = [
    ['Address', `${at + 1} Elm St`],
    ['City', 'Austin'],
    ['ZIP', '78701'],
  ]
  const generation = 0
  const commitment = commit({ salt, orderLine, buyer, row })
  const [labelProof = '', nextProof = ''] = labels.map(({ proof }) => toBase64(proof))
  return {
    entries: labels.map(({ value }) => writeLeadEntry({ label: labelOf(value), generation, slot, cap, commitment })),
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
      next: { labelProof: nextProof, hashes: [] },
    },
  }
}

export function readHashesOf(entries: readonly Uint8Array[]): merkleTree.ReadHash {
  const read: merkleTree.ReadHash = (level, index) =>
    level === 0
      ? merkleTree.hashLeaf(entries[index] ?? new Uint8Array())
      : merkleTree.hashChildren(read(level - 1, index * 2), read(level - 1, index * 2 + 1))
  return read
}

function makeCosigner(name: string, seconds: number, secret: Uint8Array) {
  const key = notes.makeVerifierKey(`witness.example/${name}`, notes.COSIGNATURE, ed25519.getPublicKey(secret))
  const cosign = (text: string) =>
    notes.formatSignatureLine(
      key,
      notes.timestamped(seconds, ed25519.sign(utf8(notes.cosignedText(text, seconds)), secret)),
    )
  return { line: `witness ${name} ${notes.formatVerifierKey(key)}\n`, cosign }
}
