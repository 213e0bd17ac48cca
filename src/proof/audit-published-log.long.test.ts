/** Flips bits at every place of all that a checker reads: of two small logs, one with a tile of the second level. */
import { describe, expect, test } from 'vitest'
import { makeProvenLog } from '#testing/proofs.ts'
import { auditPublishedLog, auditTree } from './audit-published-log.ts'
import { utf8 } from './bytes.ts'
import { verifyLabelKeys, verifyLeadProof } from './lead-proof.ts'
import { TILE_WIDTH } from './merkle-tree.ts'
import { type Policy, PolicyError, readPolicy } from './policy.ts'
import { ProofError, verifyCheckpoint } from './verify-log.ts'

/** A log of its keys, a day, two leads and so many short statements: what anyone may fetch, and two proofs. */
function makeLog(statements: number) {
  let seed = 0
  const bytesOf = (length: number) => new Uint8Array(length).fill(++seed)
  const witnesses = { w0: 1_795_000_000, w1: 1_795_000_001 }
  const { log: files, proofs } = makeProvenLog({ witnesses, bytesOf }, () =>
    Array.from({ length: statements }, (_, at) => utf8(String(at % 10))),
  )
  const [policy = '', keysProof = '', leadProof = ''] = ['policy.txt', 'keys.tlog-proof', '001.tlog-proof'].map(
    (name) => proofs.get(name),
  )
  return { files, policy, keysProof, leadProof }
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

/** Whatever byte of a text is changed, `check` refuses it. */
function expectRefused(text: string, check: (changed: string) => unknown): void {
  for (const [where, changed] of flipped(utf8(text), 'one')) {
    const found = findOrRefuse(() => check(textOf(changed)))
    expect(found, where).toBeNull()
  }
}

const [small, large] = [makeLog(0), makeLog(TILE_WIDTH - 5)]
/** With a comment and an address, which decide nothing. */
const policyFor = (threshold: string): string =>
  `# Who is trusted, and where they are.\n${small.policy}`
    .replace(/^log .*$/m, '$& https://store.example/log')
    .replace('all-of-them all', `all-of-them ${threshold}`)
const policy = readPolicy(policyFor('2'))
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
  expectRefused(textOf(checkpointOf(small)), (changed) => verifyCheckpoint(changed, policy))
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
const logOnly = readPolicy(`${small.policy.split('\n')[0]}\nquorum none`)

describe('a proof is refused with any byte changed', () => {
  const checkLead = (text: string, trusted: Policy) => verifyLeadProof(text, { policy: trusted, labelKeys })

  test.each([
    ['of a lead', small.leadProof, checkLead],
    ['of the keys', small.keysProof, verifyLabelKeys],
  ])('%s, before the checkpoint', (_, proof, check) => {
    expect(findOrRefuse(() => check(proof, logOnly))).not.toBeNull()
    const start = proof.indexOf('\n\n') + 2
    expectRefused(proof.slice(0, start), (changed) => check(changed + proof.slice(start), logOnly))
  })

  test('of the keys, in the checkpoint', () => {
    const start = small.keysProof.indexOf('\n\n') + 2
    const before = small.keysProof.slice(0, start)
    expectRefused(small.keysProof.slice(start), (changed) => verifyLabelKeys(before + changed, policy))
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
