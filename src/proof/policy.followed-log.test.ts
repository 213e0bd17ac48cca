import { expect, test } from 'vitest'
import { readLabelKeys, readLogStart, writeLabelKeys } from './lead-proof.ts'
import { type FollowedLog, isWhole } from './policy.ts'

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
  expect(readLabelKeys(text, ORIGIN)).toEqual(KEYS)
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
