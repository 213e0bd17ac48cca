import { type Found, type FoundCounty, foundCounty } from './found-county.ts'
import type { ListedCounty, Places } from './read-places.ts'

const ZIP_DIGITS = 5
/** Fewer digits are half a state. */
const DIGITS_MIN = 3

/**
 * The digits of a ZIP code in what was typed, complete or not, without the last four of a ZIP+4; undefined if there is
 * none.
 */
export function zipIn(text: string): string | undefined {
  const complete = /(?<![\w-])(\d{5})(?:-\d{0,4})?(?!\w)/.exec(text)?.[1]
  return complete ?? /^\s*(\d+)\s*$/.exec(text)?.[1]
}

/** Finds the counties of a ZIP code, the largest share first, or those of all that begin with the digits. */
export function findByZip(places: Places, digits: string, limit: number): Found {
  if (digits.length > ZIP_DIGITS) return { counties: [], note: 'A ZIP code has five digits.' }
  if (digits.length < DIGITS_MIN) return { counties: [], note: 'Type at least three digits of the ZIP code.' }
  return digits.length === ZIP_DIGITS ? findComplete(places, digits, limit) : findBegun(places, digits, limit)
}

function findComplete(places: Places, digits: string, limit: number): Found {
  const wanted = Number(digits)
  const counties: ListedCounty[] = []
  places.eachZip((zip, county, rank) => {
    if (zip === wanted) counties[rank] = county
  })
  const known = counties.filter(Boolean)
  const note =
    known.length === 0
      ? `We can’t find the ZIP code ${digits}. Check the digits, or type the city.`
      : known.length > 1
        ? `ZIP code ${digits} lies in ${known.length} counties, the largest share first.`
        : ''
  return { counties: known.slice(0, limit).map((county) => ofZip(county, digits)), note }
}

/** Counties with many ZIP codes of this beginning come first. */
function findBegun(places: Places, digits: string, limit: number): Found {
  const size = 10 ** (ZIP_DIGITS - digits.length)
  const first = Number(digits) * size
  const counts = new Map<ListedCounty, number>()
  places.eachZip((zip, county, rank) => {
    if (zip >= first && zip < first + size && rank === 0) counts.set(county, (counts.get(county) ?? 0) + 1)
  })
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || b.population - a.population)
  const shown = digits.padEnd(ZIP_DIGITS, '…').slice(0, digits.length + 1)
  return {
    counties: sorted.slice(0, limit).map(([county]) => ofZip(county, shown)),
    note: sorted.length === 0 ? `No ZIP code begins with ${digits}. Check its digits, or type the city.` : '',
  }
}

/** The ZIP code comes before the cities, because it is what was searched for. */
function ofZip(county: ListedCounty, digits: string): FoundCounty {
  const found = foundCounty(county, undefined)
  return { ...found, detail: `${digits} · ${found.detail}` }
}
