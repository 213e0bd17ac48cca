import type { StateOutlines } from './catalogue-data.ts'

export type Neighbor = { fips: string; county: string; state: string }

/** Lists a county's neighbors by name; those in another state come last. */
export function neighborsOf(fips: string, state: string, outlines: StateOutlines): readonly Neighbor[] {
  const codes = outlines.counties[fips]?.neighbors ?? []
  return codes
    .flatMap((code): Neighbor[] => {
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
