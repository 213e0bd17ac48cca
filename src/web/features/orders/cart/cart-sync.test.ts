import { expect, test } from 'vitest'
import { departedLines, isBackFromPaying } from './cart-sync.tsx'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const live = { holdId: 'hld_live', expiresAt: new Date(NOW + 60_000).toISOString() }
const over = { holdId: 'hld_over', expiresAt: new Date(NOW - 1_000).toISOString() }
const NONE = { expired: [], paying: [], others: [] }

test.each([
  ['after its time has expired', [live, over], [live], [], { ...NONE, expired: [over] }],
  ['before its time was removed, bought or taken back', [live, over], [over], [], { ...NONE, others: [live] }],
  ['with its payment has not expired', [live], [], [live], { ...NONE, paying: [live] }],
  ['with its payment has not expired, even if learned late', [over], [], [over], { ...NONE, paying: [over] }],
  ['while another is being paid has expired', [live, over], [], [live], { ...NONE, expired: [over], paying: [live] }],
])('a line that left the cart %s', (_what, before, now, paid, departed) => {
  const beingPaid = new Set(paid.map(({ holdId }) => holdId))
  expect(departedLines(before, now, beingPaid, NOW)).toEqual(departed)
})

test.each([
  ['came back to it', []],
  ['is in it when the page is opened', null],
])('a line whose payment is in progress no longer counts as being paid when it %s', (...row) => {
  expect(isBackFromPaying(row[1], [live], new Set(['hld_live']))).toBe(true)
})
