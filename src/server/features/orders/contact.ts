import { type ContactInfo, EMAIL_PATTERN } from '#contract/checkout.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Who buys, as an order keeps it; null where nothing was said. */
export interface Contact {
  fullName: string
  email: string
  businessName: string | null
  cellPhone: string | null
  address: string | null
}

/** What a mail server would take for a list of addresses, or for a name around one. */
const NOT_ONE_ADDRESS = /[<>()[\]\\,;:"]/

const isEmail = (text: string): boolean => EMAIL_PATTERN.test(text) && !NOT_ONE_ADDRESS.test(text)

/** One line of text: control characters (a pasted line break, an attempt at a mail header) become spaces. */
const oneLine = (text: string | null | undefined): string | null => text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null

/**
 * The buyer's contact once name and email are there; null before that, since the checkout page asks for a secret while
 * the form is still empty.
 *
 * @throws Refusal `bad_request` for an address that cannot be one
 */
export function readContact(
  contact: { [Field in keyof ContactInfo]?: ContactInfo[Field] | undefined } | undefined,
): Contact | null {
  const fullName = oneLine(contact?.fullName)
  const email = oneLine(contact?.email)
  if (email && !isEmail(email)) {
    throw new Refusal('bad_request', { message: 'Please enter a valid email address.' })
  }
  if (!fullName || !email) return null
  return {
    fullName,
    email,
    businessName: oneLine(contact?.businessName),
    cellPhone: oneLine(contact?.cellPhone),
    address: oneLine(contact?.address),
  }
}

/** The payer as the card provider knows them, kept as strictly as what the buyer types; null where it is unusable. */
export function readBilling(billing: { name: string | null; email: string | null; phone: string | null }) {
  const email = oneLine(billing.email)
  return { name: oneLine(billing.name), email: email && isEmail(email) ? email : null, phone: oneLine(billing.phone) }
}
