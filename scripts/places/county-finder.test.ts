import { expect, test } from 'vitest'
import { readAtlas } from '#web/build/atlas-files.ts'
import { makeCountyFinder } from './county-finder.ts'

const countyAt = makeCountyFinder(readAtlas())

test.each([
  ['Austin', 30.2672, -97.7431, '48453'],
  ['Anchorage', 61.2181, -149.9003, '02020'],
  ['Honolulu', 21.3069, -157.8583, '15003'],
  ['Hartford', 41.7637, -72.6851, '09003'],
  ['Alexandria, a city beside its county', 38.8048, -77.0469, '51510'],
  ['the Atlantic', 35, -60, undefined],
])('finds the county at %s', (_name, latitude, longitude, fips) => {
  expect(countyAt({ latitude, longitude })).toBe(fips)
})
