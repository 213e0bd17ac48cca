/** What a cursor's keys may be, before they reach PostgreSQL. */
import { expect, test } from 'vitest'
import { isDayKey, isInstantKey } from './cursor.ts'

test.each(['2026-11-22T04:30:00.000Z', '2026-11-22 04:30:00+00', '2024-02-29 23:59:59.123456-05:30'])(
  'the instant %s is accepted, as the lists write it',
  (key) => expect(isInstantKey(key)).toBe(true),
)

test.each([
  undefined,
  '',
  ...['foo 1', '1', '2026-11-22', '2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-11-22T24:00:00.000Z'],
  ...['2026-11-22 04:30:00+15', '2026-11-22T04:30:00.000Z '],
])('%s is refused as an instant for PostgreSQL', (key) => expect(isInstantKey(key)).toBe(false))

test('accepts a day and nothing else', () => {
  expect(['2026-11-22', '2026-02-30', '0000-01-01', 'foo 1', ''].map(isDayKey)).toEqual([true, ...Array(4).fill(false)])
})
