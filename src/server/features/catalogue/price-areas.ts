/** States and counties that may have their own prices: by their names, and by the code in `area_prices`. */
import type { NamedArea, PriceArea } from '#contract/admin/price-areas.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { invariant } from '#server/platform/errors.ts'
import type { Places } from './places.ts'

const STATE_DIGITS = 2

/** Returns the code of an area: of a state, two digits. @throws Refusal `unknown_state`, `unknown_county` */
export function areaCodeOf(places: Places, { state, county }: PriceArea): string {
  if (county !== null) return places.county(state, county).fips
  const [first] = places.countiesOf(state)
  invariant(first, 'a state has counties')
  return first.fips.slice(0, STATE_DIGITS)
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

/** The codes of its counties. */
export function countiesIn(places: Places, code: string): string[] {
  const { state, county } = areaOfCode(places, code)
  return county === null ? places.countiesOf(state).map(({ fips }) => fips) : [code]
}
