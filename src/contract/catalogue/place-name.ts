import { countyName } from './county-name.ts'

/** Cities that belong to no county, as the catalogue names them. The census has no more of them. */
const INDEPENDENT: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Maryland: 'Baltimore City',
    Missouri: 'St. Louis City',
    Nevada: 'Carson City',
    Virginia:
      'Alexandria|Bristol|Buena Vista|Charlottesville|Chesapeake|Colonial Heights|Covington|Danville|Emporia|Fairfax City|Falls Church|Franklin City|Fredericksburg|Galax|Hampton|Harrisonburg|Hopewell|Lexington|Lynchburg|Manassas|Manassas Park|Martinsville|Newport News|Norfolk|Norton|Petersburg|Poquoson|Portsmouth|Radford|Richmond City|Roanoke City|Salem|Staunton|Suffolk|Virginia Beach|Waynesboro|Williamsburg|Winchester',
  }).map(([state, names]) => [state, new Set(names.split('|'))]),
)

/** Names the place of a line as people say it, where its federal code is not at hand: `Travis County, Texas`. */
export function placeName({ state, county }: { state: string; county: string }): string {
  if (INDEPENDENT.get(state)?.has(county)) return `${county}, ${state}`
  // Any code of a county.
  return countyName({ state, county, fips: '00001' })
}
