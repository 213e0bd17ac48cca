import { EMAIL_LENGTH_MAX, EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import type { Customer } from '#contract/links/customers.ts'

/** The contract's limits, so the browser stops where the server would. */
export const CUSTOMER_LENGTHS_MAX = {
  name: 200,
  email: EMAIL_LENGTH_MAX,
  businessName: 200,
  phone: 40,
  address: 500,
  notes: 4000,
} as const

/** The input of the customer form. */
export type CustomerFields = Record<keyof typeof CUSTOMER_LENGTHS_MAX, string>

/** The form of a customer; empty for a new one. */
export function fieldsOf(customer: Customer | null): CustomerFields {
  return {
    name: customer?.name ?? '',
    email: customer?.email ?? '',
    businessName: customer?.businessName ?? '',
    phone: customer?.phone ?? '',
    address: customer?.address ?? '',
    notes: customer?.notes ?? '',
  }
}

/** What is wrong with a field; undefined if it can be saved. Name and email are required. */
export const CUSTOMER_RULES = {
  name: (text: string) => (text.trim() === '' ? 'Name is required.' : undefined),
  email: (text: string) => {
    if (text.trim() === '') return 'Email is required.'
    return readEmail(text) === null ? EMAIL_WRONG : undefined
  },
}

/** The form in wire format: trimmed, empty fields as null. */
export function customerBody(fields: CustomerFields) {
  const optional = (text: string) => text.trim() || null
  return {
    name: fields.name.trim(),
    email: fields.email.trim(),
    businessName: optional(fields.businessName),
    phone: optional(fields.phone),
    address: optional(fields.address),
  }
}
