import { stateCodeOfFips } from '#contract/catalogue/state-codes.ts'
import type { Atlas } from '#web/build/atlas-files.ts'
import type { FoundCity } from './cities.ts'
import type { Shares } from './shares.ts'

interface Parts {
  atlas: Atlas
  peopleOf: ReadonlyMap<string, number>
  /** "Parish", "Borough"; empty for independent cities, which have no such word. */
  kindOf: (fips: string) => string
  cities: readonly FoundCity[]
  zips: ReadonlyMap<string, Shares>
}

const HEAD =
  '# Counties, cities and ZIP codes, written by `npm run places`; see decision 51. Cities and post offices: GeoNames ' +
  '(geonames.org). ZIP code shares: SimpleMaps (simplemaps.com/data/us-zips). Both CC BY 4.0; changed: joined, reduced.'

/** Towns with fewer people are left out: they are half of all names, and few people look for leads in a hamlet. */
const TOWN_PEOPLE_MIN = 1_000
/** Suburbs and quarters that no mail is addressed to; the names of smaller ones are known to few. */
const QUARTER_PEOPLE_MIN = 6_000
/** Smaller places of one name are as good as each other; the population of their counties decides. */
const EXACT_PEOPLE_MIN = 25_000
const STEPS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Writes the list that the search reads: three blocks with one line per county, separated by `#`. Similar lines side by
 * side compress better. The blocks are the counties below their states (`=48TX Texas`), their cities, and their ZIP
 * codes. A county is its code, name, kind (empty for "County") and thousands of people. The code is left out if it is
 * two more than the one before, as most are. src/web/features/catalogue/search/read-places.ts reads it.
 */
export function writePlaces({ atlas, peopleOf, kindOf, cities, zips }: Parts): string {
  const citiesOf = groupByFirstCounty(cities)
  const zipsOf = groupZips(zips)
  const counties = atlas.counties.toSorted((a, b) => a.fips.localeCompare(b.fips))
  const lines: string[] = []
  const order: string[] = []
  for (const { fips: stateFips, name } of atlas.states.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))) {
    lines.push(`=${stateFips}${stateCodeOfFips(stateFips)} ${name}`)
    let expected = 1
    for (const { fips, name: county } of counties.filter((one) => one.fips.startsWith(stateFips))) {
      const code = Number(fips.slice(2))
      const kind = kindOf(fips)
      const shownKind = kind === 'County' ? '' : kind || '-'
      lines.push(
        [code === expected ? '' : fips.slice(2), checked(county), shownKind, thousands(peopleOf.get(fips) ?? 0)].join(
          '|',
        ),
      )
      order.push(fips)
      expected = code + 2
    }
  }
  const cityLines = order.map((fips) => (citiesOf.get(fips) ?? []).map((city) => writeCity(city, fips)).join(';'))
  const zipLines = order.map((fips) => writeZips(zipsOf.get(fips) ?? []))
  return `${[HEAD, ...lines, '#', ...cityLines, '#', ...zipLines].join('\n')}\n`
}

/** Cities that mail is addressed to come first, so the first two stand for the county; then by population. */
function groupByFirstCounty(cities: readonly FoundCity[]): Map<string, FoundCity[]> {
  const groups = new Map<string, FoundCity[]>()
  for (const city of cities) {
    const fips = city.counties[0]?.[0] ?? ''
    groups.set(fips, [...(groups.get(fips) ?? []), city])
  }
  for (const [fips, group] of groups) {
    group.sort((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en'))
    const heads = group
      .filter(({ isPostal }) => isPostal)
      .slice(0, 2)
      .filter(({ population }, index) => index === 0 || population >= TOWN_PEOPLE_MIN)
    groups.set(fips, [...heads, ...group.filter((city) => !heads.includes(city) && isKnown(city))])
  }
  return groups
}

const isKnown = ({ population, isPostal }: FoundCity) => population >= (isPostal ? TOWN_PEOPLE_MIN : QUARTER_PEOPLE_MIN)

/** `Austin932`, or with several counties `Austin932:491`: those after the first, by their share. */
function writeCity({ name, population, counties }: FoundCity, home: string): string {
  const others = counties.slice(1).map(([fips]) => shortCode(fips, home))
  const size = population < EXACT_PEOPLE_MIN ? '' : thousands(population)
  return checked(name) + size + (others.length > 0 ? `:${others.join(',')}` : '')
}

/** The digits that tell a county from others of the same state, or all five. */
const shortCode = (fips: string, home: string) => (fips.slice(0, 2) === home.slice(0, 2) ? fips.slice(2) : fips)
const thousands = (people: number) => (people < 500 ? '' : String(Math.round(people / 1000)))

interface ListedZip {
  zip: number
  /** 0 in the county with the largest share. */
  rank: number
}

function groupZips(zips: ReadonlyMap<string, Shares>): Map<string, ListedZip[]> {
  const groups = new Map<string, ListedZip[]>()
  for (const [zip, shares] of [...zips].sort(([a], [b]) => a.localeCompare(b)))
    for (const [rank, [fips]] of shares.entries()) {
      const group = groups.get(fips) ?? []
      groups.set(fips, group)
      group.push({ zip: Number(zip), rank })
    }
  return groups
}

/** The steps between them in base 26, with a small last digit; a capital letter after one says its rank. */
function writeZips(zips: readonly ListedZip[]): string {
  let next = 0
  return zips
    .map(({ zip, rank }) => {
      const step = zip - next
      next = zip + 1
      const high = Math.floor(step / STEPS.length)
      return `${high || ''}${STEPS[step % STEPS.length]}${rank === 0 ? '' : STEPS[rank]?.toUpperCase()}`
    })
    .join('')
}

/** @throws if a name has a character that the format uses */
function checked(name: string): string {
  if (/[|;:,=#]|\d$/.test(name)) throw new Error(`The list of places cannot contain the name “${name}”.`)
  return name
}
