import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { listAllCustomers } from '#contract/links/customers.ts'
import { callApi } from '#web/lib/call-api.ts'
import type { InvoiceFields } from './invoice-draft.ts'

/** A customer as the picker and the palette list them: without their history. */
export type KnownCustomer = ReplyOutputOf<typeof listAllCustomers>[number]

const PATH = '/api/customers/all'
/** A picker opened again soon shows the same people; sending an invoice or adding a customer reads them anew. */
const CUSTOMERS_FRESH_MS = 60_000

/** The customers an invoice can be made for, searched by the server. */
export function useKnownCustomers(search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [PATH, { search }],
    queryFn: ({ signal }) => callApi<typeof listAllCustomers>('GET', PATH, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: CUSTOMERS_FRESH_MS,
    enabled: isEnabled,
  })
}

/** Which of these customers an address belongs to; upper and lower case are the same address. */
export function customerOfAddress<C extends { email: string }>(customers: readonly C[], email: string): C | undefined {
  const wanted = email.trim().toLowerCase()
  return wanted === '' ? undefined : customers.find((customer) => customer.email.toLowerCase() === wanted)
}

/** The fields of the form that a customer fills. */
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
