import { expect, test } from 'vitest'
import { formatStoreDay } from './store-days.ts'

test.each([
  ['America/New_York', 'Nov 19, 2026'],
  ['America/Los_Angeles', 'Nov 18, 2026'],
])('the start of Nov 19 in New York is, in %s, on %s', (timeZone, day) => {
  expect(formatStoreDay('2026-11-19T05:00:00.000Z', timeZone)).toBe(day)
})
