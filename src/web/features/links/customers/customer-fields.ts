import { EMAIL_PATTERN } from '#contract/checkout/checkout.ts'
import type { Customer } from '#contract/links/customers.ts'

/** What the customer form holds, every field as text, as the inputs have it. */
export interface CustomerFields {
  name: string
  email: string
  businessName: string
  phone: string
  address: string
  notes: string
}

/** The limits of the contract, so that the browser stops where the server would. */
export const CUSTOMER_LENGTHS_MAX: Readonly<Record<keyof CustomerFields, number>> = {
  name: 200,
  email: 254,
  businessName: 200,
  phone: 40,
  address: 500,
  notes: 4000,
}

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

/** What is wrong with a form, by field; empty when it can be saved. SPEC.md section 5: name and email are required. */
export function complaintsOf({ name, email }: Pick<CustomerFields, 'name' | 'email'>): {
  name?: string
  email?: string
} {
  const address = email.trim()
  return {
    ...(name.trim() === '' ? { name: 'Name is required.' } : {}),
    ...(address === ''
      ? { email: 'Email is required.' }
      : EMAIL_PATTERN.test(address)
        ? {}
        : { email: 'Please enter a valid email address.' }),
  }
}

/** The form as the wire carries it: trimmed, what was left empty as null. */
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
