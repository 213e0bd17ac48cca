import { formatCount } from '#web/lib/format.ts'

/** A state or county as map and table show it. */
export interface MapPlace {
  fips: string
  name: string
  /** Packages it could have in stock. */
  all: number
  packagesInStock: number
  /** The table's other figure: a state's counties in stock, or a county's units. */
  second: number
  /** What the shade is based on: a state's packages, or a county's units. */
  amount: number
}

/** `12 of 48 packages in stock`. */
export const figureOf = ({ packagesInStock, all }: MapPlace): string =>
  packagesInStock > 0 ? `${formatCount(packagesInStock)} of ${formatCount(all)} packages in stock` : 'nothing in stock'

export interface PlaceOrder {
  key: 'name' | 'packagesInStock' | 'second'
  isDescending: boolean
}

const byName = new Intl.Collator('en').compare

/** Equal figures are sorted by name, so the order is stable. */
export function sortPlaces(places: readonly MapPlace[], { key, isDescending }: PlaceOrder): readonly MapPlace[] {
  const sign = isDescending ? -1 : 1
  return [...places].sort((a, b) =>
    key === 'name' ? sign * byName(a.name, b.name) : sign * (a[key] - b[key]) || byName(a.name, b.name),
  )
}
