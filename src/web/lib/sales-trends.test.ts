import { expect, test } from 'vitest'
import { ticksOf } from './sales-trends.tsx'

test.each<[what: string, values: number[], ticks: number[], isWhole?: boolean]>([
  ['nothing', [], [0, 1]],
  ['all zero', [0, 0, 0], [0, 1]],
  ['one order', [0, 1], [0, 1], true],
  ['one dollar', [1], [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ['999', [12, 999], [0, 200, 400, 600, 800, 1_000]],
  ['1,000', [1_000], [0, 200, 400, 600, 800, 1_000]],
  ['12,345', [12_345], [0, 5_000, 10_000, 15_000]],
  ['cents', [0.37], [0, 0.1, 0.2, 0.3, 0.4]],
  ['one cent', [0.01], [0, 0.01]],
  ['dollars with cents', [299.95], [0, 100, 200, 300]],
  ['a day with more refunds than sales', [-279, 578], [-400, -200, 0, 200, 400, 600]],
  ['counts of less than one', [0.4], [0, 1], true],
])('the ticks for %s are round and include zero', (_what, values, ticks, isWhole = false) => {
  expect(ticksOf(values, isWhole)).toEqual(ticks)
})

test('no values have more than six ticks, nor one outside them', () => {
  for (let highest = 0.01; highest < 1e8; highest *= 1.07) {
    const ticks = ticksOf([highest], false)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest - 1e-6)
  }
})
