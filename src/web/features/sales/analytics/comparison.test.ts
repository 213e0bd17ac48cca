import { expect, test } from 'vitest'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { compare, formatChange, formatShare } from './comparison.ts'

test.each([
  [1120, 1000, '$120.00 more (+12%)'],
  [299.1, 299.3, '$0.20 less (-0.1%)'],
  [0, 598, '$598.00 less (-100%)'],
  [598, 0, '$598.00 more, none before'],
  [0, 0, 'none before either'],
  [299, 299, 'the same as before'],
  [598, -100, '$698.00 more'],
  [-100, 0, '$100.00 less, none before'],
])('revenue of %s after %s is "%s"', (now, before, words) => {
  expect(compare(now, before, formatDollars)).toBe(words)
})

test('counts are compared as counts', () => {
  expect(compare(1500, 3, formatCount)).toBe('1,497 more (+49,900%)')
})

test('a growth rate has its sign and one decimal', () => {
  expect([12.54, -3, 0].map(formatChange)).toEqual(['+12.5%', '-3%', '0%'])
})

test('a share of zero is not shown', () => {
  expect([formatShare(299, 897), formatShare(0, 0), formatShare(10, -5)]).toEqual(['33.3%', null, null])
})
