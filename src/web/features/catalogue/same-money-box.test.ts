import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestCombination, type OnSale } from './same-money-box.tsx'

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
  ['$500 of VIP', VACANT_VIP, 50_000, 30],
  ['$600 of VIP', VACANT_VIP, 60_000, 50],
  ['$1,300 of VIP', VACANT_VIP, 130_000, 120],
  ['$500 of Standard', VACANT_STANDARD, 50_000, 160],
  ['one dollar too little', VACANT_VIP, 29_800, 0],
  ['exactly one price', VACANT_VIP, 29_900, 20],
  ['nothing', VACANT_VIP, 0, 0],
])('the most leads for %s', (_name, packages, amountCents, leads) => {
  expect(bestCombination(packages, amountCents).leads).toBe(leads)
})

test('only packages in stock count', () => {
  const { leads, packages } = bestCombination(offers([20, 79, 2], [100, 279, 1]), 100_000)
  expect(leads).toBe(140)
  expect(packages).toEqual([
    { size: 100, count: 1 },
    { size: 20, count: 2 },
  ])
})

test('the same number of leads is bought as cheaply as possible, then in as few packages as possible', () => {
  expect(bestCombination(offers([20, 50], [40, 100]), 10_000).packages).toEqual([{ size: 40, count: 1 }])
  expect(bestCombination(offers([20, 40], [40, 100]), 10_000).costCents).toBe(8_000)
})

test('extra leads of an offer count like others', () => {
  const packages: OnSale[] = [
    { size: 20, leads: 25, priceCents: 10_000, available: 5 },
    { size: 50, leads: 50, priceCents: 20_000, available: 5 },
  ]
  expect(bestCombination(packages, 20_000)).toEqual({
    leads: 50,
    costCents: 20_000,
    packages: [{ size: 50, count: 1 }],
  })
  expect(bestCombination(packages, 30_000)).toEqual({
    leads: 75,
    costCents: 30_000,
    packages: [
      { size: 50, count: 1 },
      { size: 20, count: 1 },
    ],
  })
})

test('any small selection and amount: the result is as good as trying every count', () => {
  const onSale = fc.record({
    size: fc.constantFrom(20, 30, 50, 100),
    leads: fc.integer({ min: 20, max: 110 }),
    priceCents: fc.integer({ min: 100, max: 9_000 }),
    available: fc.integer({ min: 0, max: 4 }),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(onSale, { maxLength: 4, selector: ({ size }) => size }),
      fc.integer({ min: 0, max: 20_000 }),
      (packages, amountCents) => {
        const found = bestCombination(packages, amountCents)
        const best = bruteForce(packages, amountCents)
        expect({ leads: found.leads, costCents: found.costCents }).toEqual(best)
        const leadsOf = (size: number) => packages.find((one) => one.size === size)?.leads ?? 0
        expect(found.packages.reduce((sum, { size, count }) => sum + leadsOf(size) * count, 0)).toBe(found.leads)
        for (const { size, count } of found.packages)
          expect(count).toBeLessThanOrEqual(packages.find((one) => one.size === size)?.available ?? 0)
      },
    ),
  )
})

/** Every count of every size. */
function bruteForce(packages: readonly OnSale[], amountCents: number): { leads: number; costCents: number } {
  const [first, ...others] = packages
  if (!first) return { leads: 0, costCents: 0 }
  let best = { leads: 0, costCents: 0 }
  const most = Math.min(first.available, Math.floor(amountCents / first.priceCents))
  for (let count = 0; count <= most; count += 1) {
    const rest = bruteForce(others, amountCents - count * first.priceCents)
    const total = { leads: rest.leads + count * first.leads, costCents: rest.costCents + count * first.priceCents }
    if (total.leads > best.leads || (total.leads === best.leads && total.costCents < best.costCents)) best = total
  }
  return best
}
