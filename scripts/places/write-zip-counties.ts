import type { Shares } from './shares.ts'

const HEAD =
  '# The counties of ZIP codes, written by `npm run places`; see decision 51. ZIP code shares: SimpleMaps ' +
  '(simplemaps.com/data/us-zips). Post offices: GeoNames (geonames.org). Both CC BY 4.0; changed: joined, reduced.'

/** Writes a line for each county with its ZIP codes; src/server/features/stock/zip-counties.ts reads it. */
export function writeZipCounties(zips: ReadonlyMap<string, Shares>): string {
  const zipsOf = new Map<string, string[]>()
  for (const [zip, shares] of zips)
    for (const [fips] of shares) {
      const known = zipsOf.get(fips)
      if (known) known.push(zip)
      else zipsOf.set(fips, [zip])
    }
  const lines = [...zipsOf].map(([fips, its]) => `${fips}: ${its.toSorted().join(' ')}`).sort()
  return `${[HEAD, ...lines].join('\n')}\n`
}
