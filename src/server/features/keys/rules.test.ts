import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { hashOf, isLikeKey, newKey, startOf } from './rules.ts'

const KEY_ID = `key_${'01k9abcdefghjkmnpqrstv'}`

test('a key names its id and ends with a checksum that a scanner can compute', () => {
  const key = newKey(KEY_ID)

  expect(key).toMatch(/^ly_live_01k9abcdefghjkmnpqrstv_[0-9A-Za-z]{49}$/)
  expect(key.startsWith(`${startOf(KEY_ID)}_`)).toBe(true)
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const checksum = [...key.slice(-6)].reduce((sum, letter) => sum * 62 + letters.indexOf(letter), 0)
  expect(checksum).toBe(crc32(key.slice(0, -6)))
})

test('a thousand keys differ, in all letters of their secret', () => {
  const secrets = Array.from({ length: 1_000 }, () => newKey(KEY_ID).slice(-49, -6))

  expect(new Set(secrets).size).toBe(1_000)
  // The first letter carries the top 3 of 256 bits.
  for (let at = 1; at < 43; at += 1) expect(new Set(secrets.map((secret) => secret[at])).size, `letter ${at}`).toBe(62)
})

test('one wrong letter anywhere makes it no key', () => {
  const key = newKey(KEY_ID)
  const wrong = Array.from(key, (letter, at) => `${key.slice(0, at)}${letter === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`)

  expect(isLikeKey(key)).toBe(true)
  expect(wrong.filter(isLikeKey)).toEqual([])
})

test.each([
  ['nothing', ''],
  ['a session', 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0'],
  ['a key and more', `${newKey(KEY_ID)}0`],
  ['a line break', `${newKey(KEY_ID)}\n`],
  ['10 KB', 'ly_live_'.padEnd(10_000, 'a')],
  ['a long row of underscores', '_'.repeat(10_000)],
])('%s is no key', (_what, text) => {
  expect(isLikeKey(text)).toBe(false)
})

test('the stored hash is SHA-256 and does not hold the key', () => {
  const key = newKey(KEY_ID)

  expect(hashOf(key)).toMatch(/^[\w-]{43}$/)
  expect(hashOf(key)).not.toBe(hashOf(newKey(KEY_ID)))
})
