import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { isLikeKey, newKey, startOf } from './rules.ts'

const KEY_ID = `key_${'01k9abcdefghjkmnpqrstv'}`

test('a key names its id and ends with a checksum that a scanner can compute', () => {
  const key = newKey(KEY_ID)
  expect(key).toMatch(/^ly_live_01k9abcdefghjkmnpqrstv_[0-9A-Za-z]{49}$/)
  expect(key.startsWith(`${startOf(KEY_ID)}_`)).toBe(true)
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const checksum = [...key.slice(-6)].reduce((sum, letter) => sum * 62 + letters.indexOf(letter), 0)
  expect(checksum).toBe(crc32(key.slice(0, -6)))
})

test('one wrong letter anywhere makes it no key', () => {
  const key = newKey(KEY_ID)
  const wrong = Array.from(key, (letter, at) => `${key.slice(0, at)}${letter === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`)
  expect(isLikeKey(key)).toBe(true)
  expect(wrong.filter(isLikeKey)).toEqual([])
})

test.each([
  ['nothing', ''],
  ['a key and more', `${newKey(KEY_ID)}0`],
  ['a line break', `${newKey(KEY_ID)}\n`],
  ['10 KB', 'ly_live_'.padEnd(10_000, 'a')],
])('%s is no key', (_what, text) => {
  expect(isLikeKey(text)).toBe(false)
})
