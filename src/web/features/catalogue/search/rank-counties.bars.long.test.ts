/** Checks the search against its sources, not against the list made from them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoContains } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { expect, test } from 'vitest'
import { stateCodeOfFips } from '#contract/catalogue/state-codes.ts'
import { randomFrom } from '#testing/random-from.ts'
import { PLACES_FILE } from '../../../../../scripts/places/render-places.ts'
import { readCities, readPostOffices, readZipShares } from '../../../../../scripts/places/sources.ts'
import { takeAtOnce } from './in-steps.ts'
import { makeCountyIndex } from './rank-counties.ts'

const index = takeAtOnce(makeCountyIndex(readFileSync(PLACES_FILE, 'utf8')))
const firstOf = (text: string) => index.find(text).counties[0]?.fips

/** The catalogue's outlines on the globe; the list was made from the projected ones. */
const atlasFile = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')
const atlas: Topology<{ counties: GeometryCollection }> = JSON.parse(readFileSync(atlasFile, 'utf8'))
const outlines = feature(atlas, atlas.objects.counties).features.map((shape) => ({ fips: String(shape.id), shape }))
const countyAt = (stateFips: string, { longitude, latitude }: { longitude: number; latitude: number }) =>
  outlines.find(({ fips, shape }) => fips.startsWith(stateFips) && geoContains(shape, [longitude, latitude]))?.fips
const isCounty = (fips: string) => outlines.some((one) => one.fips === fips)

/**
 * Where the largest share of a city is not in the county that GeoNames names for it, because its center is in another
 * one or, for New York City, because it names none.
 */
const LARGEST_SHARE_ELSEWHERE: Readonly<Record<string, string>> = {
  'New York City, NY': '36047',
  'Carrollton, TX': '48121',
  'Aurora, CO': '08005',
}

/** Hamlets that GeoNames gives more people than their whole county has. */
const NO_CITIES = ['Ironville, KY', 'Meads, KY']

test('each of the 300 largest cities finds its county first, by its name alone or with its state', () => {
  const seen = new Set<string>()
  const cities = readCities()
    .sort((a, b) => b.population - a.population)
    .map((city) => ({ ...city, place: `${city.name.replace(/, D\.C\.$/, '')}, ${stateCodeOfFips(city.stateFips)}` }))
    .filter(({ place }) => !NO_CITIES.includes(place))
    .slice(0, 300)
  const wrong: string[] = []
  for (const city of cities) {
    const { place, countyFips: named } = city
    const right = LARGEST_SHARE_ELSEWHERE[place] ?? (named && isCounty(named) ? named : countyAt(city.stateFips, city))
    const [name = ''] = place.split(',')
    // A smaller city of the same name needs its state.
    const asked = seen.has(name) ? [place] : [name, place]
    seen.add(name)
    for (const text of asked) if (firstOf(text) !== right) wrong.push(`${text}: ${firstOf(text)} and not ${right}`)
  }
  expect(cities).toHaveLength(300)
  expect(wrong).toEqual([])
})

test('500 random ZIP codes find the right county first', () => {
  const random = randomFrom(17)
  const shares = new Map(readZipShares().map((area) => [area.zip, area]))
  const offices = readPostOffices()
  const drawn = new Map<string, (typeof offices)[number]>()
  while (drawn.size < 500) {
    const office = offices[Math.floor(random() * offices.length)]
    if (office) drawn.set(office.zip, office)
  }
  const wrong: string[] = []
  let undecided = 0
  for (const office of drawn.values()) {
    const area = shares.get(office.zip)
    const [largest] = Object.entries(area?.percents ?? {}).sort(([, a], [, b]) => b - a)[0] ?? []
    // Connecticut's planning regions are not counties in the catalogue.
    const right = largest ?? office.countyFips
    const outline = countyAt(office.stateFips, area ?? office)
    const accepted = new Set([isCounty(right) ? right : outline])
    // Without shares, a source and the outline may disagree: the ZIP code of a post office has no area.
    if (!largest && outline && outline !== right) {
      accepted.add(outline)
      undecided += 1
    }
    if (!accepted.has(firstOf(office.zip))) wrong.push(`${office.zip}: ${firstOf(office.zip)} and not ${[...accepted]}`)
  }
  expect(wrong).toEqual([])
  expect(undecided).toBeLessThan(10)
})
