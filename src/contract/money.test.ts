import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCents, centsFromDollars, dollarsFromCents, dollarTextFromCents, splitCents, toCents } from './money.ts'
import { CENTS_MAX, formatCents, pricePerLead } from './plain-values.ts'
import type { Cents } from './values.ts'

const anyCents = fc.integer({ min: 0, max: CENTS_MAX }).map(toCents)

it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, CENTS_MAX + 1, 2 ** 53])('cents cannot be %s', (value) => {
  expect(() => toCents(value)).toThrow(RangeError)
})

it('cents add up exactly', () => {
  expect(addCents([10, 20, 29900].map(toCents))).toBe(29930)
  expect(addCents([])).toBe(0)
})

it('cents refuse a sum above the maximum instead of losing money', () => {
  expect(() => addCents([toCents(CENTS_MAX), toCents(1)])).toThrow(RangeError)
})

describe('dollars on the wire', () => {
  it.each<[number | string, number]>([
    [299, 29900],
    [129.5, 12950],
    ['299.00', 29900],
    [' 49 ', 4900],
    // The classic that floating point gets wrong: 1.15 × 100 is 114.99999999999999.
    [1.15, 115],
    ['9999999.99', CENTS_MAX],
  ])('%s are read as %s cents', (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents)
  })

  const NO_AMOUNTS = [
    '',
    ' ',
    '-3',
    -3,
    '1.005',
    1.005,
    '1e3',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1,000',
    '$5',
    '10000000',
    '１２',
  ]
  it.each<number | string>(NO_AMOUNTS)('%s is not an amount', (dollars) => {
    expect(centsFromDollars(dollars)).toBeNull()
  })

  it('every amount survives a round trip, as a number and as text', () => {
    const survives = (cents: Cents) =>
      [dollarsFromCents(cents), dollarTextFromCents(cents)].every((dollars) => centsFromDollars(dollars) === cents)
    fc.assert(fc.property(anyCents, survives))
  })
})

it.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [12950, '$129.50'],
  [129900, '$1,299.00'],
  [CENTS_MAX, '$9,999,999.99'],
])('%s cents are shown as %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

describe('splitting', () => {
  const amountAndWeights = fc.tuple(
    anyCents,
    fc
      .array(fc.integer({ min: 0, max: CENTS_MAX }), { minLength: 1, maxLength: 60 })
      .filter((weights) => weights.some(Boolean)),
  )

  it('neither loses nor invents a cent, and gives each share its exact part, less than one cent off, and no more than its weight', () => {
    fc.assert(
      fc.property(amountAndWeights, ([amount, weights]) => {
        expect(addCents(splitCents(amount, weights))).toBe(amount)
        const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
        splitCents(amount, weights).forEach((share, index) => {
          const apart = BigInt(share) * total - BigInt(amount) * BigInt(weights[index] ?? 0)
          expect(apart > -total && apart < total).toBe(true)
          if (BigInt(amount) <= total) expect(share).toBeLessThanOrEqual(weights[index] ?? -1)
        })
      }),
    )
  })

  it('gives leftover cents to the largest remainders, earlier ones first', () => {
    expect(splitCents(toCents(100), [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitCents(toCents(100), [1, 2, 4])).toEqual([14, 29, 57])
  })

  it('splits zero into zeros, and refuses to split money if all weights are zero', () => {
    expect(splitCents(toCents(0), [0, 0])).toEqual([0, 0])
    expect(() => splitCents(toCents(1), [0, 0])).toThrow(RangeError)
  })
})

it.each([
  [299, 20, 14.95],
  [399, 30, 13.3],
  [0, 50, 0],
])('%s dollars for %s leads are %s dollars per lead', (price, size, perLead) => {
  expect(pricePerLead(price, size)).toBe(perLead)
})
