import { isIndependentCity } from '#contract/catalogue/county-name.ts'
import { normalize, spelledOut } from '#web/features/catalogue/search/read-places.ts'
import type { CountyFinder } from './county-finder.ts'
import { majorityOf, type Shares, sharesOf } from './shares.ts'
import type { City, PostOffice, ZipShares } from './sources.ts'
import { peopleByCounty } from './zip-counties.ts'

/** A city, town or post office that the search finds. */
export interface FoundCity {
  name: string
  population: number
  /** Largest first; an independent city itself comes first in any case. */
  counties: Shares
  /** Whether mail is addressed to it; other names are those of suburbs and quarters. */
  isPostal: boolean
}

interface Sources {
  cities: readonly City[]
  areas: readonly ZipShares[]
  offices: readonly PostOffice[]
  countyOfZip: (zip: string) => string | undefined
  isCounty: (fips: string) => boolean
  countyAt: CountyFinder
  countyName: (fips: string) => string
}

/** Mail of a city also goes to streets outside of it, so a small share says little; of a town, even less. */
const shareMinOf = (population: number) => (population >= CITY_PEOPLE_MIN ? 0.05 : 0.1)
const CITY_PEOPLE_MIN = 25_000

/** The five boroughs, each a county. No source says that the city has more than one. */
const NEW_YORK_CITY = { name: 'New York City', counties: ['36005', '36047', '36061', '36081', '36085'] }

/** What two sources have for one name within a state. */
const nameKey = (stateFips: string, name: string) => `${stateFips} ${spelledOut(normalize(name))}`

interface Town {
  name: string
  people: Map<string, number>
}

/**
 * Joins the cities of GeoNames with the postal cities. GeoNames knows how many people live in the city itself; the
 * postal cities know in which counties. Where the sources disagree about the county, two of three voices decide, and
 * otherwise the outline.
 * @param peopleOf how many people live in a county
 */
export function findCities(sources: Sources, peopleOf: ReadonlyMap<string, number>): FoundCity[] {
  const { isCounty, countyAt, countyName } = sources
  // Most mail of an independent city may go to the county around it.
  const isOwnCounty = (name: string, fips: string) =>
    isIndependentCity(fips) &&
    normalize(countyName(fips)).replace(/ city$/, '') === normalize(cleanName(name)).replace(/ city$/, '')
  const towns = postalTowns(sources)
  const joined = new Set<Town>()
  const found: FoundCity[] = []
  const seen = new Set<string>()
  for (const city of sources.cities.toSorted((a, b) => b.population - a.population)) {
    const key = nameKey(city.stateFips, cleanName(city.name))
    if (key === nameKey('36', NEW_YORK_CITY.name)) continue
    const town = towns.get(key)
    const shares = town ? sharesOf(town.people, shareMinOf(city.population)) : []
    const named = city.countyFips && isCounty(city.countyFips) ? city.countyFips : undefined
    const drawn = countyAt(city)
    const isOwn = named !== undefined && isOwnCounty(city.name, named)
    const home = isOwn ? named : (majorityOf([drawn, named, shares[0]?.[0]]) ?? drawn ?? named ?? shares[0]?.[0])
    if (!home || seen.has(`${key} ${home}`)) continue
    seen.add(`${key} ${home}`)
    // A quarter of a large city may have the name of a town elsewhere in the state.
    const isSame = town !== undefined && !joined.has(town) && (isOwn || shares.some(([fips]) => fips === home))
    if (isSame) joined.add(town)
    const counties = isSame && !isOwn ? shares : withFirst(home, isSame ? shares : [])
    // Some suburbs have a whole region's population.
    const peopleMax = counties.reduce((sum, [fips]) => sum + (peopleOf.get(fips) ?? 0), 0) * 1.2
    const population = city.population > peopleMax ? 0 : city.population
    found.push({ name: cleanName(city.name), population, counties, isPostal: isSame })
  }
  for (const town of towns.values()) if (!joined.has(town)) found.push(ofTown(town))
  const boroughs = new Map(NEW_YORK_CITY.counties.map((fips) => [fips, peopleOf.get(fips) ?? 0]))
  return [
    ...found,
    { ...ofTown({ name: NEW_YORK_CITY.name, people: boroughs }), counties: sharesOf(boroughs, 0), isPostal: false },
  ]
}

function ofTown({ name, people }: Town): FoundCity {
  const population = Math.round([...people.values()].reduce((sum, count) => sum + count, 0))
  return { name, population, counties: sharesOf(people, shareMinOf(population)), isPostal: true }
}

function postalTowns(sources: Sources): Map<string, Town> {
  const towns = new Map<string, Town>()
  const townOf = (stateFips: string, name: string) => {
    const key = nameKey(stateFips, name)
    const town = towns.get(key) ?? { name, people: new Map() }
    towns.set(key, town)
    return town
  }
  const add = ({ people }: Town, fips: string, count: number) => people.set(fips, (people.get(fips) ?? 0) + count)
  const areas = new Set<string>()
  for (const area of sources.areas) {
    areas.add(area.zip)
    const town = townOf(area.stateFips, area.city)
    for (const [fips, count] of peopleByCounty(area, sources)) add(town, fips, count)
  }
  // A post office counts only if nobody lives in a ZIP code of this name.
  const lived = new Set(towns.keys())
  for (const { zip, stateFips, place } of sources.offices) {
    const fips = areas.has(zip) ? undefined : sources.countyOfZip(zip)
    if (fips && !lived.has(nameKey(stateFips, place))) add(townOf(stateFips, place), fips, 1)
  }
  return new Map([...towns].filter(([, { people }]) => people.size > 0))
}

const withFirst = (home: string, shares: Shares): Shares => [
  ...(shares.some(([fips]) => fips === home) ? shares : [[home, 1] as const]).filter(([fips]) => fips === home),
  ...shares.filter(([fips]) => fips !== home),
]

/** As people write it: without the state's initials and the article. */
const cleanName = (name: string) => name.replace(/, .*$/, '').replace(/^The (?=Bronx$)/, '')
