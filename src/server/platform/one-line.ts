/** Makes what people type safe for one line: in an email's header, a list, a document. */
import { readEmail } from '#contract/email-address.ts'
import { Refusal } from './refusal.ts'

/**
 * Returns one line of text: control characters (a pasted line break, an attempt at an email header) become spaces; null
 * if nothing is left.
 */
export function oneLine(text: string | null | undefined): string | null {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null
}

/**
 * Reads a typed address as it is stored, see `readEmail`.
 *
 * @throws Refusal `bad_request` for a text that is not exactly one plain address
 */
export function readAddress(text: string): string {
  const address = readEmail(text)
  if (address === null) throw new Refusal('bad_request.email')
  return address
}
