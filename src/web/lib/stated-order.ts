import type { ContactInfo, StatedLine } from '#contract/checkout/checkout.ts'
import { readEmail } from '#contract/email-address.ts'
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
