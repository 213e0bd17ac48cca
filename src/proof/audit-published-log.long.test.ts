/** Flips bits at every place of all that a checker reads: of two small logs, one with a tile of the second level. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { auditPublishedLog, auditTree } from './audit-published-log.ts'
import { concat, toBase64, utf8 } from './bytes.ts'
import {
  COSIGNATURE,
  cosignedText,
  ED25519,
  formatCheckpoint,
  formatSignatureLine,
  formatVerifierKey,
  makeVerifierKey,
  timestamped,
} from './checkpoint.ts'
import { commit, labelOf, writeLeadEntry } from './lead-entry.ts'
import { type LeadProofExtra, verifyLabelKeys, verifyLeadProof, writeLabelKeys } from './lead-proof.ts'
import { writeDay } from './log-day.ts'
import { proveInclusion, rootOf } from './merkle-tree.ts'
import { type Policy, PolicyError, readPolicy } from './policy.ts'
import { formatTilePath, hashInTile, readFromTiles, TILE_WIDTH, tileOfEntries, writeBundle } from './tiles.ts'
import { formatTlogProof } from './tlog-proof.ts'
import { ProofError, verifyCheckpoint } from './verify-log.ts'
import { makeVrfKey, proveVrf } from './vrf.ts'

const ORIGIN = 'store.example/log'
const YEAR = 2026
const secretOf = (seed: number): Uint8Array => new Uint8Array(32).fill(seed)
const labelVrfs = [9, 10].map((seed) => makeVrfKey(new Uint8Array(64).fill(seed)))
const logKey = makeVerifierKey(ORIGIN, ED25519, ed25519.getPublicKey(secretOf(1)))
const witnesses = [2, 3].map((seed) => {
  const key = makeVerifierKey(`w.example/${seed}`, COSIGNATURE, ed25519.getPublicKey(secretOf(seed)))
  return { key, secret: secretOf(seed) }
})

const policyFor = (threshold: string): string =>
  `# Who is trusted, and where they are.
log ${formatVerifierKey(logKey)} https://store.example/log
${witnesses.map(({ key }, at) => `witness w${at} ${formatVerifierKey(key)} https://w.example/${at}\n`).join('')}group enough ${threshold} w0 w1
quorum enough
`
const POLICY = policyFor('2')

function aLead(number: number): { entries: Uint8Array[]; extra: LeadProofExtra } {
  const address = `${number} ELM|78701`
  const labels = labelVrfs.map((key) => proveVrf(key, utf8(address)))
  const salt = new Uint8Array(32).fill(number)
  const [orderLine, buyer] = ['LY-7K3M9QXD-1', 'b@x.example']
  const row: [string, string][] = [['Address', `${number} Elm`]]
  const slot = { generation: 0, slot: 1, cap: 1 }
  const commitment = commit({ salt, orderLine, buyer, row })
  const entries = labels.map(({ value }) => writeLeadEntry({ label: labelOf(value), ...slot, commitment }))
  const [labelProof = '', nextProof = ''] = labels.map(({ proof }) => toBase64(proof))
  const next = { labelProof: nextProof, hashes: [] }
  const said = { salt: toBase64(salt), orderLine, buyer, row, next }
  return { entries, extra: { version: 1, year: YEAR, address, labelProof, ...slot, ...said } }
}

/** Signed by the log and by its witnesses. */
function sign(text: string): string {
  const lines = witnesses.map(({ key, secret }, at) => {
    const seconds = 1_795_000_000 + at
    return formatSignatureLine(key, timestamped(seconds, ed25519.sign(utf8(cosignedText(text, seconds)), secret)))
  })
  return [`${text}\n`, formatSignatureLine(logKey, ed25519.sign(utf8(text), secretOf(1))), ...lines].join('')
}

const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / TILE_WIDTH) }, (_, at) =>
    items.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH),
  )

/** A log of its keys, a day, two leads, and short statements up to `size` entries: what anyone may fetch, and two proofs. */
function makeLog(size: number): { files: Map<string, Uint8Array>; keysProof: string; leadProof: string } {
  const keys = writeLabelKeys(ORIGIN, new Map(labelVrfs.map(({ publicKey }, at) => [YEAR + at, publicKey])))
  const leads = [aLead(1), aLead(2)]
  const others = Array.from({ length: size - 6 }, (_, at) => utf8(String(at % 10)))
  const entries = chunks([
    utf8(keys),
    utf8(writeDay('2026-11-27')),
    ...leads.flatMap((lead) => lead.entries),
    ...others,
  ])
  const files = new Map<string, Uint8Array>()
  const tiles = new Map<string, Uint8Array>()
  for (const [number, bundle] of entries.entries())
    files.set(`tile/entries/${formatTilePath(number, bundle.length)}`, writeBundle(bundle))
  let level = entries.map(tileOfEntries)
  for (let height = 0; level.length > 0; height += 1) {
    for (const [number, tile] of level.entries()) {
      files.set(`tile/${height}/${formatTilePath(number, tile.length / 32)}`, tile)
      tiles.set(`${height}/${number}`, tile)
    }
    const full = level.filter((tile) => tile.length === TILE_WIDTH * 32)
    level = chunks(full.map((tile) => hashInTile(tile, 0, TILE_WIDTH))).map((hashes) => concat(...hashes))
  }
  const read = readFromTiles((height, number) => tiles.get(`${height}/${number}`) ?? new Uint8Array())
  const checkpoint = sign(formatCheckpoint({ origin: ORIGIN, size, root: rootOf(read, size) }))
  files.set('checkpoint', utf8(checkpoint))
  const prove = (index: number, extra: string) =>
    formatTlogProof({ extra: utf8(extra), index, hashes: proveInclusion(read, index, size), checkpoint })
  const [lead] = leads
  const hashes = proveInclusion(read, 3, size).map(toBase64)
  const extra = { ...lead?.extra, next: { ...lead?.extra.next, hashes } }
  return { files, keysProof: prove(0, keys), leadProof: prove(2, JSON.stringify(extra)) }
}

const ALL_BITS = [0, 1, 2, 3, 4, 5, 6, 7]

/** The bytes with one bit changed: at each place every `bit`, or only the one whose turn it is. */
function* flipped(bytes: Uint8Array, bits: 'every' | 'one'): Generator<[where: string, Uint8Array]> {
  for (const [at, byte] of bytes.entries())
    for (const bit of bits === 'every' ? ALL_BITS : [at % 8])
      yield [`bit ${bit} of byte ${at}`, bytes.with(at, byte ^ (1 << bit))]
}

/** What `check` finds, or null if it refuses. Any other error is a fault of the checker. */
function findOrRefuse<Found>(check: () => Found): Found | null {
  try {
    return check()
  } catch (error) {
    if (error instanceof ProofError || error instanceof PolicyError) return null
    throw error
  }
}

/** Reads a text as the command does that checks proofs: what is no UTF-8 becomes a sign that says so. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const [small, large] = [makeLog(7), makeLog(TILE_WIDTH + 1)]
const policy = readPolicy(POLICY)
const labelKeys = verifyLabelKeys(small.keysProof, policy)
const whole = verifyLeadProof(small.leadProof, { policy, labelKeys })
const checkpointOf = ({ files }: typeof small) => files.get('checkpoint') ?? new Uint8Array()

test('the logs hold as they are', async () => {
  for (const { files } of [small, large]) {
    const { audit } = await auditPublishedLog(async (path) => files.get(path) ?? new Uint8Array(), policy)
    expect(audit).toMatchObject({ faults: [], leads: 2 })
  }
  expect(whole.checkpoint.witnessed.map(({ name }) => name)).toEqual(['w0', 'w1'])
  expect([...large.files.keys()].toSorted()).toEqual([
    'checkpoint',
    ...['0/000', '0/001.p/1', '1/000.p/1', 'entries/000', 'entries/001.p/1'].map((path) => `tile/${path}`),
  ])
})

const TILES = [
  ...[...small.files.keys()].map((path) => ({ log: small, path, bits: 'every' as const })),
  ...[...large.files.keys()].map((path) => ({ log: large, path, bits: 'one' as const })),
].filter(({ path }) => path !== 'checkpoint')

test.each(TILES)('$path with $bits bit of a byte changed is refused', async ({ log, path, bits }) => {
  const checkpoint = verifyCheckpoint(textOf(checkpointOf(log)), policy)

  for (const [where, changed] of flipped(log.files.get(path) ?? new Uint8Array(), bits)) {
    const read = async (wanted: string) => (wanted === path ? changed : log.files.get(wanted)) ?? new Uint8Array()
    const refusal = await auditTree(read, checkpoint).catch((error: unknown) => error)
    expect(refusal, where).toBeInstanceOf(ProofError)
  }
})

test('a checkpoint is refused with any byte changed, while the policy asks for all of its signatures', () => {
  for (const [where, changed] of flipped(checkpointOf(small), 'one'))
    expect(
      findOrRefuse(() => verifyCheckpoint(textOf(changed), policy)),
      where,
    ).toBeNull()
})

test('a cosignature that the policy can do without is refused with a byte changed, or not counted', () => {
  const lenient = readPolicy(policyFor('any'))
  const text = textOf(checkpointOf(small))
  const expected = verifyCheckpoint(text, lenient)
  const start = text.lastIndexOf('— ')

  const taken = [...flipped(utf8(text.slice(start)), 'one')].flatMap(([where, changed]) => {
    const found = findOrRefuse(() => verifyCheckpoint(text.slice(0, start) + textOf(changed), lenient))
    return found ? [{ where, found }] : []
  })

  // Its name or the mark of its key was hit, so it is no signature of a known witness anymore.
  expect(taken.length).toBeGreaterThan(0)
  for (const { where, found } of taken)
    expect(found, where).toEqual({ ...expected, witnessed: expected.witnessed.slice(0, 1) })
})

/** The log alone: what is refused under this policy is refused under one that asks for witnesses too. */
const logOnly = readPolicy(`log ${formatVerifierKey(logKey)}\nquorum none`)

describe('a proof is refused with any byte changed', () => {
  const checkLead = (text: string, trusted: Policy) => verifyLeadProof(text, { policy: trusted, labelKeys })

  test.each([
    ['of a lead', small.leadProof, checkLead],
    ['of the keys', small.keysProof, verifyLabelKeys],
  ])('%s, before the checkpoint', (_, proof, check) => {
    expect(findOrRefuse(() => check(proof, logOnly))).not.toBeNull()
    const start = proof.indexOf('\n\n') + 2

    for (const [where, changed] of flipped(utf8(proof.slice(0, start)), 'one'))
      expect(
        findOrRefuse(() => check(textOf(changed) + proof.slice(start), logOnly)),
        where,
      ).toBeNull()
  })

  test('of the keys, in the checkpoint', () => {
    const start = small.keysProof.indexOf('\n\n') + 2
    for (const [where, changed] of flipped(utf8(small.keysProof.slice(start)), 'one')) {
      const text = small.keysProof.slice(0, start) + textOf(changed)
      expect(
        findOrRefuse(() => verifyLabelKeys(text, policy)),
        where,
      ).toBeNull()
    }
  })
})

/** All that a policy decides. Addresses of witnesses are for the store only, and a log's is for no one. */
function meaningOf({ logs, witnesses: listed, isQuorum }: Policy) {
  const sets = [[], ['w0'], ['w1'], ['w0', 'w1']]
  return {
    logs,
    witnesses: listed.map(({ name, key }) => [name, key]),
    quorum: sets.map((set) => isQuorum(new Set(set))),
  }
}

/** A threshold of another digit is another policy. One flipped bit makes none of these two out of two witnesses. */
test.each(['2', 'any'])('a policy for %s of two is refused with any bit changed, or means the same', (threshold) => {
  const text = policyFor(threshold)
  const meaning = meaningOf(readPolicy(text))
  const idle = [...text.matchAll(/^# .*|https:\S+/gm)].flatMap(({ index, 0: part }) =>
    Array.from(part, (_, at) => index + at),
  )

  const harmless = new Set<number>()
  for (const [at, byte] of utf8(text).entries())
    for (const bit of ALL_BITS) {
      const changed = textOf(utf8(text).with(at, byte ^ (1 << bit)))
      const read = findOrRefuse(() => readPolicy(changed))
      const isSame = read !== null && JSON.stringify(meaningOf(read)) === JSON.stringify(meaning)
      if (isSame) harmless.add(at)
      else if (read)
        expect(findOrRefuse(() => verifyLeadProof(small.leadProof, { policy: read, labelKeys }))).toBeNull()
    }

  expect([...harmless].filter((at) => !idle.includes(at)).map((at) => `${at} ${JSON.stringify(text[at])}`)).toEqual([])
  expect(harmless.size).toBeGreaterThan(0)
})
