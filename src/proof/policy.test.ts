import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { COSIGNATURE, ED25519, formatVerifierKey, makeVerifierKey } from './checkpoint.ts'
import { readLogStart, writeLabelKeys } from './lead-proof.ts'
import { type FollowedLog, isWhole, PolicyError, readPolicy } from './policy.ts'

const keyOf = (seed: number, type: typeof ED25519 | typeof COSIGNATURE) =>
  formatVerifierKey(makeVerifierKey(`key.example/${seed}`, type, ed25519.getPublicKey(new Uint8Array(32).fill(seed))))
const LOG = keyOf(1, ED25519)
const [A, B, C] = [2, 3, 4].map((seed) => keyOf(seed, COSIGNATURE))

const POLICY = `# Two of three, or the one that counts for all.
log ${LOG} https://store.example/log

witness A ${A} https://a.example
\twitness B ${B}
witness  C\t${C}
group two 2 A B
group both all two C
quorum both
`

test('a policy says which witnesses are enough', () => {
  const policy = readPolicy(POLICY)

  expect(policy.logs.map(formatVerifierKey)).toEqual([LOG])
  expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
    ['A', 'https://a.example'],
    ['B', null],
    ['C', null],
  ])
  expect(policy.isQuorum(new Set(['A', 'B', 'C']))).toBe(true)
  for (const few of [[], ['A', 'B'], ['A', 'C'], ['C']]) expect(policy.isQuorum(new Set(few))).toBe(false)
})

test('a policy can do without witnesses', () => {
  expect(readPolicy('quorum none').isQuorum(new Set())).toBe(true)
})

test.each([
  ['without a quorum', `log ${LOG}`],
  ['with two quorums', 'quorum none\nquorum none'],
  ['with a quorum of nothing known', 'quorum X'],
  ['with a group of a later name', `group g any A\nwitness A ${A}\nquorum g`],
  ['with a member of two groups', `witness A ${A}\ngroup g any A\ngroup h any A\nquorum h`],
  ['with a witness in a group twice', `witness A ${A}\ngroup g 2 A A\nquorum g`],
  ['that asks for more than there are', `witness A ${A}\ngroup g 2 A\nquorum g`],
  ['that asks for none', `witness A ${A}\ngroup g 0 A\nquorum g`],
  ['with the same key twice', `witness A ${A}\nwitness B ${A}\nquorum A`],
  ['with a witness under the key of a log', `witness A ${LOG}\nquorum A`],
  ['with a witness called none', `witness none ${A}\nquorum none`],
  ['with a word it does not know', 'trust me\nquorum none'],
  ['with a form feed', '\fquorum none'],
])('a policy is refused %s', (_, text) => {
  expect(() => readPolicy(text)).toThrow(PolicyError)
})

const ORIGIN = 'store.example/log/2'
const KEYS = new Map([[2026, new Uint8Array(32).fill(1)]])
const signed = { origin: 'store.example/log', size: 812, root: new Uint8Array(32).fill(2) }
const kept = { ...signed, size: 800, root: new Uint8Array(32).fill(3) }
const reason = 'The database was restored from an older copy'

test.each<[string, FollowedLog, boolean]>([
  ['all of it', { signed, kept: signed, reason }, true],
  ['less than was signed', { signed, kept, reason }, false],
])('the first entry of a log names the closed one and that %s can be read', (_, follows, isAll) => {
  const text = writeLabelKeys(ORIGIN, KEYS, follows)

  expect(readLogStart(text, ORIGIN)).toEqual({ keys: KEYS, follows })
  expect(isWhole(follows)).toBe(isAll)
})

test('the first entry of a store’s first log follows none', () => {
  expect(readLogStart(writeLabelKeys(ORIGIN, KEYS), ORIGIN)).toEqual({ keys: KEYS, follows: null })
})

test('every other spelling of it is refused', () => {
  const text = writeLabelKeys(ORIGIN, KEYS, { signed, kept, reason })
  const lines = text.split('\n').slice(3, -1)
  for (const [at, line] of lines.entries()) {
    const others = [[line, line], [`${line} `], [` ${line}`], [line.replace(/ 8/, ' 08')], [line.replace(' ', '  ')]]
    for (const other of others) {
      const changed = [...text.split('\n').slice(0, 3), ...lines.toSpliced(at, 1, ...other), ''].join('\n')
      if (changed !== text) expect(readLogStart(changed, ORIGIN), changed).toBeNull()
    }
  }
  // What can be read is said apart only where it is less.
  expect(readLogStart(text.replace(/^kept .*$/m, `kept ${/follows (.*)/.exec(text)?.[1]}`), ORIGIN)).toBeNull()
})
