/** Makes typed text safe where it is shown or kept. */
import { readEmail } from '#contract/email-address.ts'
import { Refusal } from '#server/platform/errors.ts'

/** One line of text: control characters (a pasted line break, a forged email header) become spaces; null if empty. */
export const oneLine = (text: string | null | undefined) => text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null

/** Reads a typed address as it is stored, see `readEmail`. @throws Refusal `bad_request` if it is not a plain address */
export function readAddress(text: string): string {
  const address = readEmail(text)
  if (address === null) throw new Refusal('bad_request.email')
  return address
}

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

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes text safe inside HTML and XML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
