/** Checks for one plain address, on both sides, before a mail server does. */
import { EMAIL_PATTERN } from './checkout/checkout.ts'

/** Characters that a mail server would take for a list of addresses, or for a name around one. */
const NOT_ONE_ADDRESS = /[<>()[\]\\,;:"]/

/** Whether a text is exactly one plain address that mail servers accept. */
export function isOneAddress(text: string): boolean {
  return EMAIL_PATTERN.test(text) && !NOT_ONE_ADDRESS.test(text)
}
