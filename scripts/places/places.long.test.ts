/** The list of places is generated and stored. Its totals and some difficult places show whether it is complete. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type ListedCounty, readPlaces } from '#web/features/catalogue/search/read-places.ts'
import { takeAtOnce } from '../../src/web/features/catalogue/search/in-steps.ts'
import { PLACES_FILE } from './render-places.ts'

const text = readFileSync(PLACES_FILE, 'utf8')
const places = takeAtOnce(readPlaces(text))
const zips = new Map<number, ListedCounty[]>()
places.eachZip((zip, county, rank) => {
  const counties = zips.get(zip) ?? []
  zips.set(zip, counties)
  counties[rank] = county
})

const inState = (postalCode: string) => places.counties.filter(({ state }) => state.postalCode === postalCode)
const titles = (postalCode: string) => inState(postalCode).map(({ title }) => title)

test('its totals match those of the country', () => {
  const people = places.counties.reduce((sum, { population }) => sum + population, 0)
  const inSeveral = [...zips.values()].filter(({ length }) => length > 1)

  expect(places.states).toHaveLength(51)
  expect(places.counties).toHaveLength(3142)
  expect(places.names).toHaveLength(22_994)
  expect(zips.size).toBe(40_977)
  expect(inSeveral).toHaveLength(9_409)
  // In thousands; the estimate for 2024 is 340.1 million.
  expect(people).toBeGreaterThan(325_000)
  expect(people).toBeLessThan(345_000)
})

test('every ZIP code has one county with the largest share, and no rank is left out', () => {
  const broken = [...zips].filter(([, counties]) => Array.from(counties).some((county) => county === undefined))
  expect(broken).toEqual([])
})

test('it stays small enough for a phone: 150 KB as sent', () => {
  expect(brotliCompressSync(text).length / 1000).toBeLessThan(150)
})

describe('counties with other names in the sources', () => {
  test.each([
    ['Connecticut keeps its eight counties', 'CT', 8],
    ['Virginia has 95 counties and 38 independent cities', 'VA', 133],
    ['Louisiana has 64 parishes', 'LA', 64],
    ['Alaska has its boroughs and census areas of 2017', 'AK', 29],
  ])('%s, all with ZIP codes', (_promise, postalCode, count) => {
    const reached = new Set([...zips.values()].flat())
    expect(inState(postalCode)).toHaveLength(count)
    expect(inState(postalCode).filter((county) => !reached.has(county))).toEqual([])
  })

  test('have the names that people use', () => {
    expect(titles('LA')).toContain('Orleans Parish, LA')
    expect(titles('AK')).toEqual(
      expect.arrayContaining([
        'Anchorage Municipality, AK',
        'Juneau Borough, AK',
        'Matanuska-Susitna Borough, AK',
        'Valdez-Cordova Census Area, AK',
      ]),
    )
    expect(titles('VA')).toEqual(expect.arrayContaining(['Fairfax County, VA', 'Fairfax City, VA', 'Alexandria, VA']))
    expect(titles('DC')).toEqual(['District of Columbia, DC'])
    expect(titles('CT')).toContain('Fairfield County, CT')
  })

  test.each([
    ['06103', ['Hartford County, CT']],
    ['06901', ['Fairfield County, CT']],
    ['99686', ['Valdez-Cordova Census Area, AK']],
    ['22314', ['Alexandria, VA']],
    ['63101', ['St. Louis City, MO']],
    ['89701', ['Carson City, NV']],
    ['20001', ['District of Columbia, DC']],
    ['70112', ['Orleans Parish, LA']],
    ['78613', ['Williamson County, TX', 'Travis County, TX']],
  ])('ZIP code %s is in %s', (zip, expected) => {
    expect(zips.get(Number(zip))?.map(({ title }) => title)).toEqual(expected)
  })
})
