import { expect, test } from 'vitest'
import { DEMAND_SORTS } from '#contract/sales/demand.ts'
import { comparePlaces, conversionOf, type Demand, type Place, placeOf } from './list-demand.ts'

const aCounty = (changes: Partial<Demand>): Demand => ({
  fips: '48453',
  state: 'Texas',
  county: 'Travis',
  views: 0,
  holds: 0,
  sellOuts: 0,
  sales: 0,
  revenue: 0,
  conversion: null,
  ...changes,
})

test.each([
  [0, 0, null],
  [3, 0, null],
  [0, 40, 0],
  [1, 3, 33.3],
  [5, 4, 125],
])('%s storefront orders after %s views are %s per 100', (orders, views, conversion) => {
  expect(conversionOf(orders, views)).toBe(conversion)
})

test('unknown values come last in both directions', () => {
  const places: Place[] = [
    [null, '01001'],
    [2, '01003'],
    [10, '01005'],
  ]

  const order = (direction: 'asc' | 'desc') =>
    places.toSorted((a, b) => comparePlaces(a, b, direction)).map(([value]) => value)

  expect([order('asc'), order('desc')]).toEqual([
    [2, 10, null],
    [10, 2, null],
  ])
})

test('no two counties share a place in any order', () => {
  const twins = [aCounty({ fips: '48453' }), aCounty({ fips: '48201' })] as const
  for (const sort of DEMAND_SORTS) {
    const [one, other] = twins.map((row) => placeOf(row, sort)) as [Place, Place]
    expect(comparePlaces(one, other, 'desc')).toBe(1)
    expect(comparePlaces(other, one, 'desc')).toBe(-1)
    expect(comparePlaces(one, one, 'desc')).toBe(0)
  }
})

test('names are sorted as people expect', () => {
  const names = ['DeSoto', 'De Soto', 'Zavala', 'Ángel'].map((county) => placeOf(aCounty({ county }), 'county'))
  expect(names.toSorted((a, b) => comparePlaces(a, b, 'asc')).map(([value]) => value)).toEqual([
    'Texas Ángel',
    'Texas De Soto',
    'Texas DeSoto',
    'Texas Zavala',
  ])
})
