import { join } from 'node:path'
import { isIndependentCity } from '#contract/catalogue/county-name.ts'
import { stateCodeOfFips } from '#contract/catalogue/state-codes.ts'
import { readAtlas } from '#web/build/atlas-files.ts'
import { findCities } from './cities.ts'
import { makeCountyFinder } from './county-finder.ts'
import { readAlaskanKinds, readCities, readPostOffices, readZipShares } from './sources.ts'
import { writePlaces } from './write-places.ts'
import { writeZipCounties } from './write-zip-counties.ts'
import { countiesOfZips, peopleByCounty } from './zip-counties.ts'

/** Kept in the repository, because `npm start` installs without the packages that it is made from. */
export const PLACES_FILE = join(import.meta.dirname, '../../src/web/build/places.txt')
/** The server's own list, of ZIP codes only. */
export const ZIP_COUNTIES_FILE = join(import.meta.dirname, '../../src/server/features/stock/zip-counties.txt')
const LOUISIANA = '22'
const ALASKA = '02'
const COLUMBIA = '11001'

/** Both lists as text. They depend only on the versions of the packages. */
export function renderPlaces(): { places: string; zipCounties: string } {
  const atlas = readAtlas()
  const counties = new Set(atlas.counties.map(({ fips }) => fips).filter((fips) => stateCodeOfFips(fips) !== ''))
  const isCounty = (fips: string) => counties.has(fips)
  const countyAt = makeCountyFinder(atlas)
  const [areas, offices] = [readZipShares(), readPostOffices()]
  const peopleOf = new Map<string, number>()
  for (const area of areas)
    for (const [fips, count] of peopleByCounty(area, { isCounty, countyAt }))
      peopleOf.set(fips, (peopleOf.get(fips) ?? 0) + count)
  const zips = countiesOfZips({ areas, offices, isCounty, countyAt })
  const names = new Map(atlas.counties.map(({ fips, name }) => [fips, name]))
  const countyName = (fips: string) => names.get(fips) ?? ''
  const countyOfZip = (zip: string) => zips.get(zip)?.[0]?.[0]
  const cities = findCities(
    { cities: readCities(), areas, offices, isCounty, countyAt, countyName, countyOfZip },
    peopleOf,
  )
  const alaskan = readAlaskanKinds()
  const kindOf = (fips: string): string => {
    if (fips === COLUMBIA || isIndependentCity(fips)) return ''
    if (fips.startsWith(LOUISIANA)) return 'Parish'
    return fips.startsWith(ALASKA) ? (alaskan.get(fips) ?? 'Census Area') : 'County'
  }
  return { places: writePlaces({ atlas, peopleOf, kindOf, cities, zips }), zipCounties: writeZipCounties(zips) }
}
