/** Finds the catalogue's name of a place as people and programs write it: `TX`, `travis county`, `Orleans Parish`. */
import { foldText } from '#contract/plain-values.ts'
import { STATE_BY_CODE, stateCodeOf } from './state-codes.ts'

/** What people put behind a county's name; longer words first. */
const KIND = / (?:city and borough|census area|municipality|borough|county|parish|cnty|city|co)$/

/** Lowercase words without accents, apostrophes and punctuation, with `saint` in its short form. */
const plain = (name: string): string =>
  foldText(name.replaceAll('.', ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bsaint(e?)\b/g, 'st$1')
    .trim()

/** Without spaces, so that `De Kalb` is `DeKalb`. */
const squashed = (name: string): string => plain(name).replaceAll(' ', '')

/** Returns a state's proper name for its code or its name in any letter case; undefined if there is no such state. */
export function findState(written: string): string | undefined {
  return STATE_BY_CODE.get(stateCodeOf(written.replace(/\s+/g, ' ')))
}

/** A county’s name as listed. What fits as written wins: Fairfax City and Fairfax County are two places in Virginia. */
export function findCounty(counties: readonly string[], written: string): string | undefined {
  const wanted = [plain(written), plain(written).replace(KIND, '')].map(squashed)
  for (const name of wanted) {
    const found = counties.find((county) => squashed(county) === name)
    if (found !== undefined) return found
  }
  return undefined
}
