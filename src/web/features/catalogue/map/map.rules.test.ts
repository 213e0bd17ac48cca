import { describe, expect, test } from 'vitest'
import { readAtlas } from '../../../build/atlas.ts'
import { drawStockMaps } from '../../../build/stock-maps.ts'
import { nearestShape } from './nearest-shape.ts'
import { sortPlaces } from './sort-places.ts'
import { makeScale, rangesOf, stockStep } from './stock-steps.ts'

const maps = drawStockMaps(readAtlas())
const shapesOf = (code: string): Record<string, [path: string, x: number, y: number]> =>
  JSON.parse(maps.get(`maps/${code}.json`) ?? '{}').shapes
const centersOf = (code: string) => Object.entries(shapesOf(code)).map(([fips, [, x, y]]) => ({ fips, x, y }))

describe('the drawings', () => {
  test('have a shape for each of the 51 states and 3,142 counties', () => {
    const codes = Object.keys(shapesOf('us'))
    const counties = codes.flatMap((code) => Object.keys(shapesOf(code)))

    expect(codes).toHaveLength(51)
    expect(new Set(counties).size).toBe(3142)
  })

  test('keep an outline for every county, however small', () => {
    const lost = [...maps.keys()].flatMap((file) => {
      const shapes = shapesOf(/maps\/(\w+)/.exec(file)?.[1] ?? '')
      return Object.entries(shapes).filter(([, [path]]) => path === '')
    })

    expect(lost.map(([fips]) => fips)).toEqual([])
  })
})

describe('arrow keys', () => {
  test.each([
    ['48', 'ArrowRight', '05'],
    ['48', 'ArrowUp', '40'],
    ['06', 'ArrowLeft', undefined],
    ['99', 'ArrowLeft', undefined],
  ] as const)('from state %s, %s leads to %s', (from, direction, to) => {
    const states = centersOf('us')
    const found = nearestShape(states, from, direction)

    expect(to === '05' ? ['05', '22'] : [to]).toContain(found)
  })

  test('reach every county of Texas from Travis', () => {
    const counties = centersOf('48')
    const seen = new Set(['48453'])
    for (const fips of seen)
      for (const direction of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const) {
        const next = nearestShape(counties, fips, direction)
        if (next) seen.add(next)
      }

    expect(seen.size).toBe(254)
  })
})

describe('the shades', () => {
  test('divide places into fifths by amount', () => {
    const scale = makeScale([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 5000])

    expect([10, 20, 30, 50, 70, 90, 5000].map((amount) => stockStep(scale, amount))).toEqual([1, 1, 2, 3, 4, 5, 5])
  })

  test('keep sold-out places outside the steps', () => {
    expect(stockStep(makeScale([0, 1, 2]), 0)).toBe(0)
    expect(stockStep(makeScale([0, 0]), 0)).toBe(0)
    expect(makeScale([])).toEqual([])
  })

  test('use fewer steps, the darkest ones, for repeated amounts', () => {
    const scale = makeScale([7, 7, 7, 7])

    expect(scale).toEqual([7])
    expect(stockStep(scale, 7)).toBe(5)
  })

  test('put an amount beyond the scale in the top step', () => {
    expect(stockStep([1, 2, 3, 4, 5], 99)).toBe(5)
  })

  test('have a legend without gaps between the steps', () => {
    const ranges = rangesOf(makeScale([3, 9, 12, 40, 100]))

    expect(ranges.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 9],
      [10, 12],
      [13, 40],
      [41, 100],
    ])
  })
})

test('the table sorts by name or stock, both ways, and ties by name', () => {
  const places = [
    { fips: '1', name: 'Bee', all: 48, packagesInStock: 5, second: 1, amount: 1 },
    { fips: '2', name: 'Ada', all: 48, packagesInStock: 5, second: 9, amount: 1 },
    { fips: '3', name: 'Cole', all: 48, packagesInStock: 0, second: 2, amount: 1 },
  ]
  const names = (key: 'name' | 'packagesInStock' | 'second', isDescending: boolean) =>
    sortPlaces(places, { key, isDescending }).map(({ name }) => name)

  expect(names('name', false)).toEqual(['Ada', 'Bee', 'Cole'])
  expect(names('name', true)).toEqual(['Cole', 'Bee', 'Ada'])
  expect(names('packagesInStock', true)).toEqual(['Ada', 'Bee', 'Cole'])
  expect(names('packagesInStock', false)).toEqual(['Cole', 'Ada', 'Bee'])
  expect(names('second', true)).toEqual(['Ada', 'Cole', 'Bee'])
})
