import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { listAllCustomers } from '#contract/links/customers.ts'
import { query } from '#web/lib/call-api.ts'
import type { InvoiceFields } from './invoice-draft.ts'

/** A customer as the picker and the palette list them: without their history. */
export type KnownCustomer = ReplyOutputOf<typeof listAllCustomers>[number]

/** A picker reopened soon shows the same people; sending an invoice or adding a customer reloads them. */
const CUSTOMERS_FRESH_MS = 60_000

/** The customers to choose from, searched by the server. */
export function useKnownCustomers(search: string, isEnabled: boolean) {
  return useQuery({
    ...query(listAllCustomers, {}, { search }),
    placeholderData: keepPreviousData,
    staleTime: CUSTOMERS_FRESH_MS,
    enabled: isEnabled,
  })
}

/** The fields of the form that a customer fills in. */
export function fieldsOfCustomer(
  customer: Pick<KnownCustomer, 'name' | 'email' | 'businessName' | 'phone' | 'address'>,
): Omit<InvoiceFields, 'specialOffers'> {
  return {
    fullName: customer.name,
    email: customer.email,
    businessName: customer.businessName ?? '',
    cellPhone: customer.phone ?? '',
    address: customer.address ?? '',
  }
}

/** The field for a text that found no customer: email address, phone or name. */
export function fieldsOfText(text: string): Partial<InvoiceFields> {
  if (text === '') return {}
  if (text.includes('@')) return { email: text }
  return /^[+\d\s().-]{7,}$/.test(text) ? { cellPhone: text } : { fullName: text }
}
