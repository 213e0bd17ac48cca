import { expect, test } from 'vitest'
import { addDays, countDays, Day, spansBetween, startOfSpan } from './days.ts'

test('days are counted across months, leap years and clock changes', () => {
  expect(addDays('2026-11-01', -1)).toBe('2026-10-31')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  expect(countDays('2026-10-31', '2026-11-02')).toBe(3)
  expect(countDays('2026-11-02', '2026-11-01')).toBe(0)
})

test('days that do not exist are refused', () => {
  for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'yesterday', '2026-01-01T00:00:00Z'])
    expect(Day.safeParse(text).success, text).toBe(false)
  expect(Day.safeParse('2028-02-29').success).toBe(true)
})

test('days belong to weeks from Monday to Sunday, and to months', () => {
  expect(startOfSpan('2026-11-22', 'week')).toBe('2026-11-16')
  expect(startOfSpan('2026-11-23', 'week')).toBe('2026-11-23')
  expect(startOfSpan('2026-11-30', 'month')).toBe('2026-11-01')
  expect(spansBetween('2026-10-31', '2026-12-01', 'month')).toEqual(['2026-10-01', '2026-11-01', '2026-12-01'])
  expect(spansBetween('2026-11-15', '2026-11-24', 'week')).toEqual(['2026-11-09', '2026-11-16', '2026-11-23'])
  expect(spansBetween('2026-11-01', '2026-11-03', 'day')).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
})
