import { describe, expect, test } from 'vitest'
import { drawStockMaps, readAtlas } from '#web/build/atlas-files.ts'
import { makeScale, stockStep } from './map-data.ts'
import { nearestShape } from './map-drawing.tsx'

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
})
