import { expect, test } from 'vitest'
import { isAtHoldLimit } from './hold-time.ts'

const ADDED = '2026-11-21T10:00:00.000Z'

test.each([
  ['2026-11-21T10:30:00.000Z', false],
  ['2026-11-21T11:59:00.000Z', false],
  ['2026-11-21T12:00:00.000Z', true],
])('whether a hold placed at ten that ends at %s is at its two-hour limit: %s', (expiresAt, isAtLimit) => {
  expect(isAtHoldLimit({ addedAt: ADDED, expiresAt })).toBe(isAtLimit)
})
