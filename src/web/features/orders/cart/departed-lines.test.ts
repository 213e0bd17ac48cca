import { describe, expect, test } from 'vitest'
import { departedLines, isBackFromPaying } from './departed-lines.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const lineEndingIn = (holdId: string, seconds: number) => ({
  holdId,
  expiresAt: new Date(NOW + seconds * 1000).toISOString(),
})
const live = lineEndingIn('hld_live', 60)
const over = lineEndingIn('hld_over', -1)
const idsOf = (lines: readonly { holdId: string }[]) => lines.map(({ holdId }) => holdId)

describe('a line that left the cart', () => {
  test('when its time was up has expired', () => {
    const { expired, paying } = departedLines([live, over], [live], new Set(), NOW)

    expect(idsOf(expired)).toEqual(['hld_over'])
    expect(paying).toEqual([])
  })

  test('before its time was up did not expire: it was removed or bought, or the store took it back', () => {
    expect(departedLines([live, over], [over], new Set(), NOW)).toEqual({ expired: [], paying: [], others: [live] })
  })

  test.each([
    ['before', live],
    ['after', over],
  ])('with its payment is being paid and never expired, also when the page hears of it %s its time', (...row) => {
    const [, line] = row
    const { expired, paying } = departedLines([line], [], new Set([line.holdId]), NOW)

    expect(expired).toEqual([])
    expect(idsOf(paying)).toEqual([line.holdId])
  })

  test('beside a line that is being paid has expired all the same', () => {
    const { expired, paying } = departedLines([live, over], [], new Set(['hld_live']), NOW)

    expect(idsOf(expired)).toEqual(['hld_over'])
    expect(idsOf(paying)).toEqual(['hld_live'])
  })
})

describe('a line whose payment was under way', () => {
  const marked = new Set(['hld_live'])

  test('is known to be paid while it stays in the cart', () => {
    expect(isBackFromPaying([live], [live], marked)).toBe(false)
  })

  test.each([
    ['came back to it', []],
    ['is in it when the page is opened', null],
  ])('is no longer taken for one that is being paid when it %s', (...row) => {
    expect(isBackFromPaying(row[1], [live], marked)).toBe(true)
  })

  test('stays known as such when others are in the cart', () => {
    expect(isBackFromPaying([], [over], marked)).toBe(false)
  })
})
