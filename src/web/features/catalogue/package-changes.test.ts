import { describe, expect, test } from 'vitest'
import { type Package, packageIdOf, type Size } from '#contract/catalogue/catalogue.ts'
import { changesBetween, newsOf } from './package-changes.ts'

const aPackage = (size: Size, facts: { price?: number; available?: number } = {}): Package => ({
  id: packageIdOf({ fips: '48453', leadType: 'vacant', tier: 'vip', size }),
  tier: 'vip',
  leadType: 'vacant',
  size,
  price: 299,
  available: 50,
  description: '',
  state: 'Texas',
  county: 'Travis',
  ...facts,
})
const news = (before: Package, after: Package) => newsOf(changesBetween([before], [after]))

describe('the news about a change', () => {
  test.each([
    [{ price: 299 }, { price: 279 }, 'VIP Junior Package now costs $279, it was $299.'],
    [{ available: 1 }, { available: 0 }, 'VIP Junior Package is out of stock.'],
    [{ available: 0 }, { available: 5 }, 'VIP Junior Package is back in stock.'],
    [{ available: 11 }, { available: 10 }, 'VIP Junior Package: 10 left.'],
    [{ available: 40 }, { available: 39 }, ''],
    [{ available: 5000 }, { available: 4000 }, ''],
    [{ available: 5 }, { available: 5 }, ''],
  ])('%j, then %j: "%s"', (before, after, sentence) => {
    expect(news(aPackage(20, before), aPackage(20, after))).toBe(sentence)
  })
})

test('a changed count is highlighted even if there is no news about it', () => {
  const changes = changesBetween([aPackage(20, { available: 40 })], [aPackage(20, { available: 39 })])

  expect(changes).toHaveLength(1)
})

test('a package not known before is not a change', () => {
  expect(changesBetween([], [aPackage(20)])).toEqual([])
})

test('many changes at once are three sentences and a count', () => {
  const sizes = [20, 30, 50, 100] as const

  const all = newsOf(
    changesBetween(
      sizes.map((size) => aPackage(size)),
      sizes.map((size) => aPackage(size, { available: 0 })),
    ),
  )

  expect(all.match(/out of stock/g)).toHaveLength(3)
  expect(all).toMatch(/1 more changed\.$/)
})
