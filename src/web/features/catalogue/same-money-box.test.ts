import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OnSale, purchaseFor } from './same-money-box.tsx'

const offers = (...prices: readonly [size: number, dollars: number, available?: number][]): OnSale[] =>
  prices.map(([size, dollars, available = 5000]) => ({
    size,
    leads: size,
    priceCents: Math.round(dollars * 100),
    available,
  }))
const VACANT_VIP = offers([20, 299], [30, 399], [50, 599], [100, 999])
const VACANT_STANDARD = offers([20, 79], [30, 109], [50, 159], [100, 279])

test.each([
  ['$500 of VIP', VACANT_VIP, 50_000, { 30: 1 }],
  ['$1,198 of VIP', VACANT_VIP, 119_800, { 100: 1 }],
  ['$1,598 of VIP', VACANT_VIP, 159_800, { 100: 1, 50: 1 }],
  ['$500 of Standard, without 10 more leads for $5.90 each', VACANT_STANDARD, 50_000, { 100: 1, 50: 1 }],
  ['one dollar too little', VACANT_VIP, 29_800, {}],
  ['exactly one price', VACANT_VIP, 29_900, { 20: 1 }],
  ['nothing', VACANT_VIP, 0, {}],
  ['only what is in stock', offers([20, 60, 2], [100, 279, 1]), 100_000, { 100: 1, 20: 2 }],
  ['larger packages among equals', offers([20, 50], [40, 100]), 10_000, { 40: 1 }],
  ['all of a cart, and no more', offers([20, 1]), 100_000, { 20: 50 }],
  ['what costs nothing', offers([20, 0, 3], [30, 109]), 20_000, { 20: 3 }],
])('the lowest price per lead first: %s', (_name, packages, amountCents, counts) => {
  const found = purchaseFor(packages, amountCents).packages
  expect(Object.fromEntries(found.map(({ size, count }) => [size, count]))).toEqual(counts)
})

test('extra leads of an offer are counted, and do not change what is bought', () => {
  const packages: OnSale[] = [
    { size: 20, leads: 40, priceCents: 10_000, available: 5 },
    { size: 50, leads: 50, priceCents: 20_000, available: 5 },
  ]
  expect(purchaseFor(packages, 30_000)).toEqual({
    leads: 90,
    costCents: 30_000,
    packages: [
      { size: 50, count: 1 },
      { size: 20, count: 1 },
    ],
  })
})

test('any selection and amount: never over the amount, the stock or the cart, and no lead over a quarter dearer', () => {
  const onSale = fc.record({
    size: fc.constantFrom(20, 30, 50, 100),
    leads: fc.integer({ min: 20, max: 110 }),
    priceCents: fc.integer({ min: 100, max: 9_000 }),
    available: fc.integer({ min: 0, max: 60 }),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(onSale, { maxLength: 4, selector: ({ size }) => size }),
      fc.integer({ min: 0, max: 200_000 }),
      (onSale, amountCents) => {
        const { packages, costCents } = purchaseFor(onSale, amountCents)
        const bought = packages.flatMap(({ size, count }) => {
          const one = onSale.find((each) => each.size === size)
          return one ? [{ ...one, count, perLead: one.priceCents / size }] : []
        })
        const [first] = bought
        expect(costCents).toBe(bought.reduce((sum, one) => sum + one.count * one.priceCents, 0))
        expect(costCents).toBeLessThanOrEqual(amountCents)
        expect(bought.reduce((sum, one) => sum + one.count, 0)).toBeLessThanOrEqual(50)
        for (const { count, available, perLead } of bought) {
          expect(count).toBeLessThanOrEqual(available)
          expect(perLead).toBeLessThanOrEqual((first?.perLead ?? 0) * 1.25)
        }
      },
    ),
  )
})
