/** Counties as lists name them: by code or by name, in any of the ways that people write it. */
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'
import { foldText } from '#contract/plain-values.ts'

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

const stateWord = (state: string): string => {
  const word = state.trim().toUpperCase().replace(/\./g, '')
  return STATE_BY_CODE.get(word)?.toUpperCase() ?? word
}

export type CountyReading =
  | { ok: true; code: number }
  | { ok: false; reason: 'county_missing' | 'county_unknown' | 'county_contradicted' }

/** Finds counties by code or name. Remembers each spelling, because a million rows name few counties. */
export class KnownCounties {
  readonly #codes: ReadonlySet<number>
  readonly #codeByPlace = new Map<string, number>()
  readonly #known = new Map<string, CountyReading>()

  constructor(counties: readonly { fips: string; state: string; name: string }[]) {
    this.#codes = new Set(counties.map(({ fips }) => Number(fips)))
    for (const { fips, state, name } of counties)
      this.#codeByPlace.set(`${stateWord(state)}/${countyWord(name)}`, Number(fips))
  }

  has(fips: string): boolean {
    return this.#codes.has(Number(fips))
  }

  /** @param code five digits, or four if a spreadsheet dropped the zero; empty: the names count */
  find(code: string, state: string, county: string): CountyReading {
    const way = `${code}\t${state}\t${county}`
    const known = this.#known.get(way)
    if (known) return known
    const reading = this.#judge(code, state, county)
    if (this.#known.size > 20_000) this.#known.clear()
    this.#known.set(way, reading)
    return reading
  }

  #judge(code: string, state: string, county: string): CountyReading {
    const byName = state && county ? this.#byName(state, county) : null
    if (!code && byName === null) return { ok: false, reason: 'county_missing' }
    if (!code) return byName ? { ok: true, code: byName } : { ok: false, reason: 'county_unknown' }
    const byCode = /^\d{4,5}$/.test(code) && this.#codes.has(Number(code)) ? Number(code) : 0
    if (byCode === 0) return { ok: false, reason: 'county_unknown' }
    // If only the name is unknown, the code counts.
    return byName && byName !== byCode ? { ok: false, reason: 'county_contradicted' } : { ok: true, code: byCode }
  }

  /** 0: there is no county with that name. */
  #byName(state: string, county: string): number {
    const place = `${stateWord(state)}/${countyWord(county)}`
    return this.#codeByPlace.get(place) ?? this.#codeByPlace.get(place.replace(/CITY$/, '')) ?? 0
  }
}
