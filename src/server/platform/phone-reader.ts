/** American telephone numbers of lists, by the million: one call of the library for each exchange instead of each number. */
import { createRequire } from 'node:module'
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'

const ALL: MetadataJson = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json')
const US = ALL.countries.US
/** Only what is American, so that numbers of other countries are none. */
const METADATA = { ...ALL, country_calling_codes: { 1: ['US'] }, countries: { US } } as MetadataJson

/** Digits and what people put between them; all else (extensions, letters) is left to the library. */
const PLAIN = /^[\d\s().+-]+$/
const NOT_DIGITS = /\D+/g
const PREFIXES = 1_000_000
const ANY_LINE = '0100'

const parse = (text: string): string | null => {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false }, METADATA)
  return number?.isValid() ? number.number : null
}

/** Reads numbers; remembers which exchanges exist, in a megabyte. */
export class PhoneReader {
  /** By the first six digits, which say alone whether a number can exist. 0: not asked yet, 1: none, 2: valid. */
  readonly #known = new Uint8Array(PREFIXES)

  /** @returns the number as E.164, `+15125550100`; null for what is no American number */
  read(text: string): string | null {
    if (!PLAIN.test(text)) return parse(text)
    const digits = text.replace(NOT_DIGITS, '')
    const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
    const plus = text.lastIndexOf('+')
    if (national.length !== 10 || plus > 0 || (plus === 0 && digits.length === 10)) return parse(text)
    const prefix = Number(national.slice(0, 6))
    if (this.#known[prefix] === 0) this.#known[prefix] = parse(national.slice(0, 6) + ANY_LINE) === null ? 1 : 2
    return this.#known[prefix] === 2 ? `+1${national}` : null
  }
}
