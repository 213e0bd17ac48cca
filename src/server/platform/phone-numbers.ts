/** Phone numbers as people type them, in the one form that outside services and tables use: E.164. */
import { createRequire } from 'node:module'
import { type MetadataJson, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core'

// Read as JSON, which everything that reads numbers shares; the library's own entry would load a second copy of 10 MB.
const METADATA: MetadataJson = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json')

/** Numbers without a country are American, because the store sells homes there. */
const HOME = 'US'

/**
 * Where the store sends texts: the United States with its territories, and Canada. A text elsewhere costs up to a
 * hundred times as much, and "+1" alone also reaches countries where someone earns from every incoming text.
 */
const TEXTED_COUNTRIES = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'CA'])

/** In North America a number does not reveal whether it is a mobile: most are "either". */
const TEXTED_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Reads what was typed, which must be a number and nothing else; null for anything that no network would connect. */
function parse(typed: string | null | undefined): PhoneNumber | null {
  if (!typed) return null
  const number = parsePhoneNumberFromString(typed.trim(), { defaultCountry: HOME, extract: false }, METADATA)
  return number?.isValid() ? number : null
}

/** Whether a network could connect a number. It says nothing about who has it. */
export const canBeCalled = (typed: string): boolean => parse(typed) !== null

/**
 * Returns a number that can receive the store's text messages, as E.164 (`+15125550100`).
 *
 * @param typed as a person wrote it, e.g. `(512) 555-0100`
 * @returns null for what is not a number, an extension, a toll-free or premium number, or one of another country
 */
export function textableNumber(typed: string | null | undefined): string | null {
  const number = parse(typed)
  if (!number || number.ext) return null
  const isTexted =
    number.country !== undefined && TEXTED_COUNTRIES.has(number.country) && TEXTED_TYPES.has(number.getType() ?? '')
  return isTexted ? number.number : null
}
