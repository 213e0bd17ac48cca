/** What people type, made safe to stand in one line: of a mail's header, a list, a document. */
import { EMAIL_PATTERN } from '#contract/checkout.ts'
import { Refusal } from './refusal.ts'

/** What a mail server would take for a list of addresses, or for a name around one. */
const NOT_ONE_ADDRESS = /[<>()[\]\\,;:"]/

/**
 * One line of text: control characters (a pasted line break, an attempt at a mail header) become spaces; null when
 * nothing is left.
 */
export function oneLine(text: string | null | undefined): string | null {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null
}

/** Whether a text is exactly one plain address, as mail servers take it. */
export function isOneAddress(text: string): boolean {
  return EMAIL_PATTERN.test(text) && !NOT_ONE_ADDRESS.test(text)
}

/**
 * A typed address as it is kept.
 *
 * @throws Refusal `bad_request` for a text that is not exactly one plain address
 */
export function readAddress(text: string): string {
  const address = oneLine(text)
  if (!address || !isOneAddress(address)) {
    throw new Refusal('bad_request', { message: 'Please enter a valid email address.' })
  }
  return address
}
