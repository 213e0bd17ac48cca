import { expect, test } from 'vitest'
import { formatDay, formatDays, formatMonth, formatShortDay, formatShortMonth } from './format-day.ts'

test('a day is the same day in every time zone', () => {
  expect([formatDay('2026-03-01'), formatShortDay('2026-03-01')]).toEqual(['Mar 1, 2026', 'Mar 1'])
  expect([formatMonth('2026-03-01'), formatShortMonth('2026-03-01')]).toEqual(['March 2026', 'Mar 2026'])
})

test('a period shows its first year only if it differs', () => {
  expect(formatDays('2026-10-24', '2026-11-22')).toBe('Oct 24 to Nov 22, 2026')
  expect(formatDays('2025-12-24', '2026-01-22')).toBe('Dec 24, 2025 to Jan 22, 2026')
  expect(formatDays('2026-11-22', '2026-11-22')).toBe('Nov 22, 2026')
})
