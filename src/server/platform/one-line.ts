/** What people type, made safe for one line: of a mail's header, a list, a document. */
import { isOneAddress } from '#contract/one-address.ts'
import { Refusal } from './refusal.ts'

/**
 * One line of text: control characters (a pasted line break, an attempt at a mail header) become spaces; null when
 * nothing is left.
 */
export function oneLine(text: string | null | undefined): string | null {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null
}

/**
 * A typed address as it is kept.
 *
 * @throws Refusal `bad_request` for a text that is not exactly one plain address
 */
export function readAddress(text: string): string {
  const address = oneLine(text)
  if (!address || !isOneAddress(address)) {
    throw new Refusal('bad_request.email')
  }
  return address
}
