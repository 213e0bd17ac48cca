import type { ContactInfo, StatedLine } from '#contract/checkout/checkout.ts'
import { EMAIL_LENGTH_MAX, readEmail } from '#contract/email-address.ts'
import type { OrderLine } from '#contract/orders/orders.ts'

/** The lines as the browser states them. The server compares these with what it holds and uses its own. */
export function orderLines(lines: readonly Omit<OrderLine, 'isRefunded'>[]): StatedLine[] {
  return lines.map((line) => ({
    tier: line.tier,
    size: line.size,
    price: line.price,
    leadType: line.leadTypeName,
    state: line.state,
    county: line.county,
    deliveryMethod: line.deliveryMethod,
  }))
}

/** As the contract's ContactInfo has them, so the browser stops where the server would. */
export const CONTACT_LENGTHS_MAX = {
  fullName: 200,
  email: EMAIL_LENGTH_MAX,
  businessName: 200,
  cellPhone: 40,
  address: 500,
}

/** A contact as a form has it: text as typed, empty if nothing was. */
type TypedContact = Readonly<Record<'fullName' | 'email' | 'businessName' | 'cellPhone' | 'address', string>>

/** The form's text in wire format: trimmed, empty fields left out. */
export function contactInfo(draft: TypedContact): ContactInfo {
  const optional = (text: string) => text.trim() || null
  return {
    fullName: draft.fullName.trim(),
    email: readEmail(draft.email) ?? draft.email.trim(),
    businessName: optional(draft.businessName),
    cellPhone: optional(draft.cellPhone),
    address: optional(draft.address),
  }
}
