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
