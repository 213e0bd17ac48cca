/** Makes typed text safe where it is shown or kept. */
import { readEmail } from '#contract/email-address.ts'
import { Refusal } from './errors.ts'

/* Makes what people type safe for one line: in an email's header, a list, a document. */

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

/* Recognizes texts that need no second look, like nearly all cells of a lead file. */

const FIRST_PRINTABLE = 0x20
const LAST_PRINTABLE = 0x7e

/** Whether a text has only printable ASCII. A loop, because it runs several million times for one file. */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < FIRST_PRINTABLE || code > LAST_PRINTABLE) return false
  }
  return true
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes text safe inside HTML and XML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
