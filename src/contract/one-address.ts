/** What one plain address is: both sides ask before a mail server does. */
import { EMAIL_PATTERN } from './checkout/checkout.ts'

/** What a mail server would take for a list of addresses, or for a name around one. */
const NOT_ONE_ADDRESS = /[<>()[\]\\,;:"]/

/** Whether a text is exactly one plain address, as mail servers take it. */
export function isOneAddress(text: string): boolean {
  return EMAIL_PATTERN.test(text) && !NOT_ONE_ADDRESS.test(text)
}
