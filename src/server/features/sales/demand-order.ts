/** The order of the list, and where its pages begin. */
import type { DemandRow, DemandSort } from '#contract/sales/demand.ts'

/** A county's demand before its stock is looked up. */
export type Demand = Omit<DemandRow, 'packagesInStock'>
/** What a place in the list is told by: the value it is ordered by, and the county. */
export type Place = readonly [value: string | number | null, fips: string]

/** Packages sold for 100 views, with one decimal. */
export const conversionOf = (sales: number, views: number): number | null =>
  views === 0 ? null : Math.round((sales / views) * 1_000) / 10

const byName = new Intl.Collator('en').compare

/** Where a county stands in an order. */
export const placeOf = (row: Demand, sort: DemandSort): Place => [
  sort === 'county' ? `${row.state} ${row.county}` : row[sort],
  row.fips,
]

/** Compares two places: what is not known comes last either way, and equal values stand in the order of their counties. */
export function comparePlaces(a: Place, b: Place, direction: 'asc' | 'desc'): number {
  const [one, other] = [a[0], b[0]]
  if (one === null || other === null) {
    if (one !== other) return one === null ? 1 : -1
  } else if (one !== other) {
    const order =
      typeof one === 'string' || typeof other === 'string' ? byName(String(one), String(other)) : one - other
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0
}
