/** States and counties that may have their own prices: by their names, and by the code in `area_prices`. */
import type { NamedArea, PriceArea, PriceLevel } from '#contract/admin/price-areas.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import type { Places } from './places.ts'

const STATE_DIGITS = 2

/** Returns the code of an area: of a state, two digits. @throws Refusal `unknown_state`, `unknown_county` */
export function areaCodeOf(places: Places, { state, county }: PriceArea): string {
  if (county !== null) return places.county(state, county).fips
  const [first] = places.countiesOf(state)
  invariant(first, 'a state has counties')
  return first.fips.slice(0, STATE_DIGITS)
}

/**
 * Returns the codes of the areas that a change names, each once, in order; null alone stands for everywhere.
 * @throws Refusal `unknown_state`, `unknown_county`; `bad_request` for a county with its state, which would have two prices
 */
export function areaCodesOf(places: Places, areas: readonly PriceArea[] | null): (string | null)[] {
  if (!areas) return [null]
  const codes = new Set(areas.map((area) => areaCodeOf(places, area)))
  const isTwice = [...codes].some((code) => code.length > STATE_DIGITS && codes.has(code.slice(0, STATE_DIGITS)))
  if (isTwice) throw new Refusal('bad_request', { message: 'Name a state or its counties, not both.' })
  return [...codes].sort()
}

/** The level of an area's own prices. */
export function levelOfCode(code: string | null): PriceLevel {
  if (code === null) return 'national'
  return code.length > STATE_DIGITS ? 'county' : 'state'
}

/** Returns the area with this code. */
export function areaOfCode(places: Places, code: string): NamedArea {
  if (code.length > STATE_DIGITS) {
    const { state, name: county } = places.countyByFips(code)
    return { state, county, name: countyName({ state, county, fips: code }) }
  }
  const state = places.states.find((one) => places.countiesOf(one)[0]?.fips.startsWith(code))
  invariant(state !== undefined, `no state has the code ${code}`)
  return { state, county: null, name: state }
}

/** The areas whose own prices apply in an area: itself, and a county's state. Null stands for everywhere. */
export function areasAround(code: string | null): string[] {
  if (code === null) return []
  return code.length > STATE_DIGITS ? [code.slice(0, STATE_DIGITS), code] : [code]
}

/** The codes of its counties; null: all. */
export function countiesIn(places: Places, code: string | null): string[] {
  if (code === null) return places.states.flatMap((state) => places.countiesOf(state).map(({ fips }) => fips))
  const { state, county } = areaOfCode(places, code)
  return county === null ? places.countiesOf(state).map(({ fips }) => fips) : [code]
}

/** Beyond this, everything is announced as changed: naming each county would empty as many caches one by one. */
const COUNTIES_TOLD_MAX = 200

/** What this node announces after a change in these areas. */
export function wordsFor(places: Places, codes: readonly (string | null)[]): readonly string[] {
  const counties = codes.includes(null) ? [] : codes.flatMap((code) => countiesIn(places, code))
  return counties.length === 0 || counties.length > COUNTIES_TOLD_MAX ? [EVERY_COUNTY] : counties
}
