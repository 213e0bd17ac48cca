import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToPhoneFilter, FILTER_BYTES, mayHavePhone } from './phone-filter.ts'

const keys = (count: number) => {
  const all = randomBytes(16 * count)
  return Array.from({ length: count }, (_, at) => all.toString('hex', 16 * at, 16 * (at + 1)))
}
const uuidOf = (key: string) => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

test('a filter misses none of its phones, and takes few others for them', () => {
  const filter = Buffer.alloc(FILTER_BYTES)
  const listed = keys(20_000)
  for (const key of listed) addToPhoneFilter(filter, key)
  expect(listed.filter((key) => !mayHavePhone(filter, uuidOf(key)))).toEqual([])
  // Twenty thousand of five bits each set less than one of 100 bits; that to the fifth is next to nothing.
  expect(keys(10_000).filter((key) => mayHavePhone(filter, uuidOf(key))).length).toBeLessThan(3)
})

test('an empty filter has no phone', () => {
  const empty = Buffer.alloc(FILTER_BYTES)
  expect(keys(1_000).filter((key) => mayHavePhone(empty, uuidOf(key)))).toEqual([])
})
