import type { KnownName, ListedCounty } from './read-places.ts'

/** A county that was found, in two lines. */
export interface FoundCounty {
  fips: string
  state: string
  county: string
  /** "Travis County, TX" */
  title: string
  /** "Austin, Pflugerville": first the city that was searched for, then the largest ones. */
  detail: string
}

export interface Found {
  counties: readonly FoundCounty[]
  /** What to know about all of them, in a sentence; empty if there is nothing. */
  note: string
}

const TOWNS_SHOWN = 2

/** Writes the two lines. @param name what was searched for, which comes first if it is a city */
export function foundCounty(county: ListedCounty, name: KnownName | undefined): FoundCounty {
  const { fips, state, title, towns, isIndependentCity } = county
  const shown = name && !name.isCounty ? [name.label, ...towns.filter((town) => town !== name.label)] : towns
  const detail = isIndependentCity ? 'Independent city' : shown.slice(0, TOWNS_SHOWN).join(', ')
  return { fips, state: state.name, county: county.name, title, detail }
}
