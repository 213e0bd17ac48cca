import { describe, expect, test } from 'vitest'
import { departedLines, isBackFromPaying } from './cart-sync.tsx'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const lineEndingIn = (holdId: string, seconds: number) => ({
  holdId,
  expiresAt: new Date(NOW + seconds * 1000).toISOString(),
})
const live = lineEndingIn('hld_live', 60)
const over = lineEndingIn('hld_over', -1)
const idsOf = (lines: readonly { holdId: string }[]) => lines.map(({ holdId }) => holdId)

describe('a line that left the cart', () => {
  test('after its time has expired', () => {
    const { expired, paying } = departedLines([live, over], [live], new Set(), NOW)

    expect(idsOf(expired)).toEqual(['hld_over'])
    expect(paying).toEqual([])
  })

  test('before its time has not expired: it was removed, bought or taken back', () => {
    expect(departedLines([live, over], [over], new Set(), NOW)).toEqual({ expired: [], paying: [], others: [live] })
  })

  test.each([
    ['before', live],
    ['after', over],
  ])('with its payment is being paid and has not expired, even if the page learns of it %s its time', (...row) => {
    const [, line] = row
    const { expired, paying } = departedLines([line], [], new Set([line.holdId]), NOW)

    expect(expired).toEqual([])
    expect(idsOf(paying)).toEqual([line.holdId])
  })

  test('has expired even if another line is being paid', () => {
    const { expired, paying } = departedLines([live, over], [], new Set(['hld_live']), NOW)

    expect(idsOf(expired)).toEqual(['hld_over'])
    expect(idsOf(paying)).toEqual(['hld_live'])
  })
})

describe('a line whose payment is in progress', () => {
  const marked = new Set(['hld_live'])

  test.each([
    ['came back to it', []],
    ['is in it when the page is opened', null],
  ])('no longer counts as being paid when it %s', (...row) => {
    expect(isBackFromPaying(row[1], [live], marked)).toBe(true)
  })
})
