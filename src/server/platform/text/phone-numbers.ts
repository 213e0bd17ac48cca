/** Phone numbers as people type them, in the one form that outside services and tables use: E.164. */
import { createRequire } from 'node:module'
import { type MetadataJson, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core'

// Read as JSON, which everything that reads numbers shares; the library's own entry would load a second copy of 10 MB.
const METADATA: MetadataJson = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json')
const HOME = 'US'
/** The USA, its territories, and Canada. Elsewhere texts cost more, and some countries earn from incoming ones. */
const TEXTED_COUNTRIES = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'CA'])
/** In North America a number does not reveal whether it is a mobile: most are "either". */
const TEXTED_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Reads what was typed, which must be a number and nothing else, and one that some network connects. */
function parse(typed: string | null | undefined): PhoneNumber | null {
  if (!typed) return null
  const number = parsePhoneNumberFromString(typed.trim(), { defaultCountry: HOME, extract: false }, METADATA)
  return number?.isValid() ? number : null
}

/** Whether a network could connect a number. It says nothing about who has it. */
export const canBeCalled = (typed: string): boolean => parse(typed) !== null

/** A number that can receive texts, as E.164; null for an extension, a toll-free or a foreign number. */
export function textableNumber(typed: string | null | undefined): string | null {
  const number = parse(typed)
  if (!number || number.ext) return null
  const isTexted = number.country && TEXTED_COUNTRIES.has(number.country) && TEXTED_TYPES.has(number.getType() ?? '')
  return isTexted ? number.number : null
}

/** Only American metadata, so that numbers of other countries do not count. */
const AMERICAN = {
  ...METADATA,
  country_calling_codes: { 1: ['US'] },
  countries: { US: METADATA.countries.US },
} as MetadataJson

/** What people put between digits; everything else (extensions, letters) is left to the library. */
const BETWEEN_DIGITS: ReadonlySet<number> = new Set([...' ().-'].map((sign) => sign.charCodeAt(0)))
const [DIGIT_0, DIGIT_9, PLUS] = [0x30, 0x39, 0x2b]
const [DIGITS, DIGITS_MAX, COUNTRY] = [10, 11, 10_000_000_000]
const [PREFIXES, PREFIX_DIGITS] = [1_000_000, 6]
const [LINES, LINE_DIGITS, ANY_LINE] = [10_000, 4, '0100']

const parseAmerican = (text: string): string | null => {
  const number = parsePhoneNumberFromString(text, { defaultCountry: HOME, extract: false }, AMERICAN)
  return number?.isValid() ? number.number : null
}

/**
 * Reads American numbers of lists, by the million: one call of the library per exchange instead of per number. It
 * remembers which exchanges exist, in a megabyte.
 */
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
        if (digits > DIGITS_MAX) return parseAmerican(text)
        number = number * 10 + code - DIGIT_0
      } else if (!BETWEEN_DIGITS.has(code) && (code !== PLUS || at > 0)) return parseAmerican(text)
    }
    const hasCountry = digits === DIGITS_MAX && number >= COUNTRY && number < 2 * COUNTRY
    if (!hasCountry && (digits !== DIGITS || text.startsWith('+'))) return parseAmerican(text)
    const national = hasCountry ? number - COUNTRY : number
    const prefix = Math.floor(national / LINES)
    if (!this.#exists(prefix)) return null
    return `+1${prefix}${String(national % LINES).padStart(LINE_DIGITS, '0')}`
  }

  /** Whether there are numbers that start with these six digits; none start with 0. */
  #exists(prefix: number): boolean {
    if (this.#known[prefix] === 0) {
      const number = `${String(prefix).padStart(PREFIX_DIGITS, '0')}${ANY_LINE}`
      this.#known[prefix] = parseAmerican(number) === null ? 1 : 2
    }
    return this.#known[prefix] === 2
  }
}
