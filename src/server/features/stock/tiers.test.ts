import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { tierAt } from './tiers.ts'

const NOW = new Date('2026-03-20T12:00:00Z')
const aged = (ageDays: number, lessMs = 0) => new Date(NOW.getTime() - days(ageDays) + lessMs)

test.each([
  [0, 'vip', 3],
  [2, 'vip', 3],
  [3, 'premier', 10],
  [9, 'premier', 10],
  [10, 'premium', 30],
  [29, 'premium', 30],
  [30, 'standard', 61],
  [60, 'standard', 61],
] as const)('tierAt a lead of %i days is %s until it is %i days old', (ageDays, tier, untilDays) => {
  const acquiredAt = aged(ageDays)
  expect(tierAt(acquiredAt, NOW)).toEqual({ tier, until: new Date(acquiredAt.getTime() + days(untilDays)) })
})

test.each([
  [3, 'vip'],
  [10, 'premier'],
  [30, 'premium'],
  [61, 'standard'],
] as const)('tierAt one millisecond before it is %i days old it is %s', (ageDays, tier) => {
  expect(tierAt(aged(ageDays, 1), NOW)?.tier).toBe(tier)
})

test('tierAt from 61 days on, a lead is in no tier', () => {
  expect(tierAt(aged(61), NOW)).toBeNull()
})

test('tierAt a lead slightly in the future because of a clock counts as new', () => {
  expect(tierAt(aged(0, 5), NOW)?.tier).toBe('vip')
})
