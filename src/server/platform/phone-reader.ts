/** Reads American phone numbers of lists, by the million: one call of the library per exchange instead of per number. */
import { createRequire } from 'node:module'
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'

const ALL: MetadataJson = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json')
const US = ALL.countries.US
/** Only American metadata, so that numbers of other countries do not count. */
const METADATA = { ...ALL, country_calling_codes: { 1: ['US'] }, countries: { US } } as MetadataJson

/** What people put between digits; everything else (extensions, letters) is left to the library. */
const BETWEEN_DIGITS: ReadonlySet<number> = new Set([...' ().-'].map((sign) => sign.charCodeAt(0)))
const [DIGIT_0, DIGIT_9, PLUS] = [0x30, 0x39, 0x2b]
const [DIGITS, DIGITS_MAX, COUNTRY] = [10, 11, 10_000_000_000]
const [PREFIXES, PREFIX_DIGITS] = [1_000_000, 6]
const [LINES, LINE_DIGITS, ANY_LINE] = [10_000, 4, '0100']

const parse = (text: string): string | null => {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false }, METADATA)
  return number?.isValid() ? number.number : null
}

/** Reads numbers; remembers which exchanges exist, in a megabyte. */
export class PhoneReader {
  /** By the first six digits, which alone decide whether a number can exist. 0: not asked yet, 1: none, 2: valid. */
  readonly #known = new Uint8Array(PREFIXES)

  read(text: string): string | null {
    let number = 0
    let digits = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= DIGIT_0 && code <= DIGIT_9) {
        digits += 1
        if (digits > DIGITS_MAX) return parse(text)
        number = number * 10 + code - DIGIT_0
      } else if (!BETWEEN_DIGITS.has(code) && (code !== PLUS || at > 0)) return parse(text)
    }
    const hasCountry = digits === DIGITS_MAX && number >= COUNTRY && number < 2 * COUNTRY
    if (!hasCountry && (digits !== DIGITS || text.startsWith('+'))) return parse(text)
    const national = hasCountry ? number - COUNTRY : number
    const prefix = Math.floor(national / LINES)
    if (!this.#exists(prefix)) return null
    return `+1${prefix}${String(national % LINES).padStart(LINE_DIGITS, '0')}`
  }

  /** Whether there are numbers that start with these six digits; none start with 0. */
  #exists(prefix: number): boolean {
    if (this.#known[prefix] === 0) {
      const number = `${String(prefix).padStart(PREFIX_DIGITS, '0')}${ANY_LINE}`
      this.#known[prefix] = parse(number) === null ? 1 : 2
    }
    return this.#known[prefix] === 2
  }
}
