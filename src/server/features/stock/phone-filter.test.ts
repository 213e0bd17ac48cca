import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToPhoneFilter, FILTER_BYTES, mayHavePhone } from './phone-filter.ts'

const keys = (count: number) => Array.from({ length: count }, () => randomBytes(16).toString('hex'))
const uuidOf = (key: string) => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

test('a filter misses none of its phones, and takes few others for them', () => {
  const filter = Buffer.alloc(FILTER_BYTES)
  const listed = keys(1_000_000)
  for (const key of listed) addToPhoneFilter(filter, key)

  expect(listed.filter((key) => !mayHavePhone(filter, uuidOf(key)))).toEqual([])
  // A million of five bits each set 26 of 100 bits; 0.26 to the fifth is 0.0012.
  expect(keys(100_000).filter((key) => mayHavePhone(filter, uuidOf(key))).length).toBeLessThan(300)
})

test('an empty filter has no phone', () => {
  expect(keys(1_000).filter((key) => mayHavePhone(Buffer.alloc(FILTER_BYTES), uuidOf(key)))).toEqual([])
})
