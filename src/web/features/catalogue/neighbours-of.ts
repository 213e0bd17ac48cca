import type { StateOutlines } from './catalogue-data.ts'

export interface Neighbour {
  fips: string
  county: string
  state: string
}

/** The counties that border one, by name; those across the state line after those of the same state. */
export function neighboursOf(fips: string, state: string, outlines: StateOutlines): readonly Neighbour[] {
  const codes = outlines.counties[fips]?.neighbors ?? []
  return codes
    .flatMap((code): Neighbour[] => {
      const near = outlines.counties[code]
      if (near) return [{ fips: code, county: near.name, state }]
      const far = outlines.beyond[code]
      return far ? [{ fips: code, county: far.name, state: far.state }] : []
    })
    .sort(
      (a, b) =>
        Number(a.state !== state) - Number(b.state !== state) ||
        a.state.localeCompare(b.state) ||
        a.county.localeCompare(b.county),
    )
}
