import { expect, test } from 'vitest'
import { formatRecent } from './format-recent.ts'

test.each([
  ['2026-03-02T15:05:00.000Z', /^Mar \d, \d+:05 [AP]M$/],
  ['2025-06-15T15:05:00.000Z', /^Jun \d+, 2025, \d+:05 [AP]M$/],
])('%s leaves out the current year and no other', (instant, expected) => {
  expect(formatRecent(instant, Date.parse('2026-06-01T12:00:00Z'))).toMatch(expected)
})
