import type { Atlas } from './atlas.ts'
import { POSTAL_CODES } from './postal-codes.ts'

/**
 * Lists every county's name by its code, state by state, as `counties.json`. The county search reads it when it is
 * first used.
 */
export function listCountyNames({ counties, states }: Atlas): ReadonlyMap<string, string> {
  const list = states
    .filter(({ fips }) => fips in POSTAL_CODES)
    .map(({ fips, name }) => ({
      state: name,
      fips,
      postalCode: POSTAL_CODES[fips],
      counties: Object.fromEntries(
        counties.filter((county) => county.fips.startsWith(fips)).map((county) => [county.fips.slice(2), county.name]),
      ),
    }))
    .sort((a, b) => a.state.localeCompare(b.state, 'en'))
  return new Map([['counties.json', JSON.stringify(list)]])
}
