import type { CountyFinder } from './county-finder.ts'
import { majorityOf, type Shares, sharesOf } from './shares.ts'
import { asInCatalogue, type PostOffice, type ZipShares } from './sources.ts'

interface Sources {
  areas: readonly ZipShares[]
  offices: readonly PostOffice[]
  isCounty: (fips: string) => boolean
  countyAt: CountyFinder
}

/** A ZIP code's houses are counted, so even a small share is real. */
const ZIP_SHARE_MIN = 0.01

/** How many people of a ZIP code live in each county of the catalogue. */
export function peopleByCounty(area: ZipShares, { isCounty, countyAt }: Omit<Sources, 'areas' | 'offices'>) {
  const people = new Map<string, number>()
  for (const [code, percent] of Object.entries(area.percents)) {
    // Connecticut's planning regions of 2022 are newer than the catalogue.
    const known = asInCatalogue(code)
    const fips = isCounty(known) ? known : countyAt(area)
    // A ZIP code without people still has its shares; one person stands for them.
    if (fips) people.set(fips, (people.get(fips) ?? 0) + (Math.max(area.population, 1) * percent) / 100)
  }
  return people
}

/**
 * Returns the counties of every ZIP code. Where people live, their shares decide. A ZIP code of post office boxes has
 * one county: if the outline at its point disagrees with the one that GeoNames names, the county where most people of
 * the same postal city live decides, and without one the outline.
 */
export function countiesOfZips(sources: Sources): ReadonlyMap<string, Shares> {
  const zips = new Map<string, Shares>()
  const cities = new Map<string, Map<string, number>>()
  const cityKey = (state: string, city: string) => `${state} ${city}`
  for (const area of sources.areas) {
    const people = peopleByCounty(area, sources)
    if (people.size > 0) zips.set(area.zip, sharesOf(people, ZIP_SHARE_MIN))
    const city = cities.get(cityKey(area.stateFips, area.city)) ?? new Map<string, number>()
    cities.set(cityKey(area.stateFips, area.city), city)
    for (const [fips, count] of people) city.set(fips, (city.get(fips) ?? 0) + count)
  }
  for (const office of sources.offices) {
    if (zips.has(office.zip)) continue
    const named = sources.isCounty(office.countyFips) ? office.countyFips : undefined
    const drawn = sources.countyAt(office)
    const city = cities.get(cityKey(office.stateFips, office.place))
    const lived = city && sharesOf(city, 1)[0]?.[0]
    const fips = majorityOf([drawn, named, lived]) ?? drawn ?? named
    if (fips) zips.set(office.zip, [[fips, 1]])
  }
  return zips
}
