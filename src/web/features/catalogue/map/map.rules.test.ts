import { expect, test } from 'vitest'
import { drawStockMaps, readAtlas } from '#web/build/atlas-files.ts'
import { makeScale, stockStep } from './map-data.ts'
import { nearestShape } from './map-drawing.tsx'

const maps = drawStockMaps(readAtlas())
const shapesOf = (code: string): Record<string, [path: string, x: number, y: number]> =>
  JSON.parse(maps.get(`maps/${code}.json`) ?? '{}').shapes
const centersOf = (code: string) => Object.entries(shapesOf(code)).map(([fips, [, x, y]]) => ({ fips, x, y }))

test('the drawings have a shape for each of the 51 states and 3,142 counties', () => {
  const codes = Object.keys(shapesOf('us'))
  expect(codes).toHaveLength(51)
  expect(new Set(codes.flatMap((code) => Object.keys(shapesOf(code)))).size).toBe(3142)
})

test('the drawings keep an outline for every county, however small', () => {
  const shapes = [...maps.keys()].flatMap((file) => Object.entries(shapesOf(/maps\/(\w+)/.exec(file)?.[1] ?? '')))
  expect(shapes.filter(([, [path]]) => path === '').map(([fips]) => fips)).toEqual([])
})

test('arrow keys reach every county of Texas from Travis', () => {
  const counties = centersOf('48')
  const seen = new Set(['48453'])
  for (const fips of seen)
    for (const direction of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const) {
      const next = nearestShape(counties, fips, direction)
      if (next) seen.add(next)
    }
  expect(seen.size).toBe(254)
})

test('the shades divide places into fifths by amount', () => {
  const scale = makeScale([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 5000])
  expect([10, 20, 30, 50, 70, 90, 5000].map((amount) => stockStep(scale, amount))).toEqual([1, 1, 2, 3, 4, 5, 5])
})
