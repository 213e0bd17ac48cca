/** Counties as lists name them: by code or by name, in any of the ways that people write it. */
import { countyName } from '#contract/catalogue/county-name.ts'
import { stateCodeOf, stateFipsOf } from '#contract/catalogue/state-codes.ts'
import { foldText } from '#contract/plain-values.ts'

const KNOWN_MAX = 20_000
/** Longest first: `City and Borough` ends with `Borough`. */
const KINDS = /\s(?:CITY AND BOROUGH|CENSUS AREA|PLANNING REGION|MUNICIPALITY|COUNTY|PARISH|BOROUGH|CO)$/

/** A county’s name without its kind, and without anything that people write in several ways. */
function countyWord(name: string): string {
  return foldText(name.replaceAll('.', ''))
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
    .replace(KINDS, '')
    .replace(/^SAINT /, 'ST ')
    .replace(/^SAINTE /, 'STE ')
    .replaceAll(' ', '')
}

/** A text may be a slice of its file’s piece; kept as it is, it would keep that piece in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString()

export type CountyReading =
  | { ok: true; code: number; isInOtherState: boolean }
  | { ok: false; reason: 'county_missing' | 'county_unknown' | 'county_contradicted' }

/** What a reader that finds counties is given. */
export interface CountyOptions {
  counties: readonly { fips: string; state: string; name: string }[]
}

/** Finds counties by code or name. Remembers each spelling, because a million rows name few counties. */
export class KnownCounties {
  readonly #names = new Map<number, string>()
  readonly #codeByPlace = new Map<string, number>()
  readonly #known = new Map<string, Map<string, Map<string, CountyReading>>>()
  #knownCount = 0

  constructor(counties: CountyOptions['counties']) {
    for (const { fips, state, name } of counties) {
      this.#names.set(Number(fips), countyName({ fips, state, county: name }))
      this.#codeByPlace.set(`${stateCodeOf(state)}/${countyWord(name)}`, Number(fips))
    }
  }

  /** `Travis County, Texas`; undefined if there is no such county. */
  nameOf = (code: number): string | undefined => this.#names.get(code)

  /** @param code five digits, or four if a spreadsheet dropped the zero; empty: the names count */
  find(code: string, state: string, county: string): CountyReading {
    // One map in another, because joining the three texts into one key takes longer than all three look-ups.
    const known = this.#known.get(code)?.get(state)?.get(county)
    if (known) return known
    const reading = this.#judge(code, state, county)
    this.#knownCount += 1
    if (this.#knownCount % KNOWN_MAX === 0) this.#known.clear()
    const states = this.#known.get(code) ?? new Map<string, Map<string, CountyReading>>()
    const names = states.get(state) ?? new Map<string, CountyReading>()
    this.#known.set(copyOf(code), states.set(copyOf(state), names.set(copyOf(county), reading)))
    return reading
  }

  #judge(code: string, state: string, county: string): CountyReading {
    const byName = state && county ? this.#byName(state, county) : null
    if (!code && byName === null) return { ok: false, reason: 'county_missing' }
    if (!code)
      return byName ? { ok: true, code: byName, isInOtherState: false } : { ok: false, reason: 'county_unknown' }
    const byCode = /^\d{4,5}$/.test(code) && this.#names.has(Number(code)) ? Number(code) : 0
    if (byCode === 0) return { ok: false, reason: 'county_unknown' }
    // If only the name is unknown, the code counts.
    if (byName && byName !== byCode) return { ok: false, reason: 'county_contradicted' }
    // Also if there is no such state.
    return { ok: true, code: byCode, isInOtherState: state !== '' && stateFipsOf(state) !== Math.floor(byCode / 1_000) }
  }

  /** 0: there is no county with that name. */
  #byName(state: string, county: string): number {
    const place = `${stateCodeOf(state)}/${countyWord(county)}`
    return this.#codeByPlace.get(place) ?? this.#codeByPlace.get(place.replace(/CITY$/, '')) ?? 0
  }
}
