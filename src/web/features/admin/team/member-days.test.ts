import { expect, test } from 'vitest'
import { averagePerDay, everyDay } from './member-days.ts'

const TODAY = '2026-03-10'
const SALE = { date: '2026-03-08', revenue: 299, orders: 1, packages: 1 }
const NOTHING = { revenue: 0, orders: 0, packages: 0 }

test('the past 30 days end today and include every day', () => {
  const days = everyDay({ period: '30days', dailyData: [SALE] }, TODAY)

  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ date: '2026-02-09', ...NOTHING })
  expect(days.slice(-3)).toEqual([SALE, { date: '2026-03-09', ...NOTHING }, { date: TODAY, ...NOTHING }])
})

test('the lifetime view starts with the first sale', () => {
  const days = everyDay({ period: 'lifetime', dailyData: [{ ...SALE, date: '2025-12-31' }, SALE] }, TODAY)

  expect(days).toHaveLength(70)
  expect(days[0]?.date).toBe('2025-12-31')
})

test('a member without sales has no days to draw', () => {
  expect(everyDay({ period: '30days', dailyData: [] }, TODAY)).toEqual([])
})

test('the average counts all 30 days', () => {
  expect(averagePerDay({ totalRevenue: 299 })).toBeCloseTo(9.9667, 4)
})
