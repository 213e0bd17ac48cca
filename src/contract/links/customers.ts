/** The sales team's customers: a rep sees their own, an administrator all. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CustomerId, EmailAddress, Instant, PageQuery, PaymentRequestId, PlainText } from '#contract/values.ts'
import { PaymentRequest, PaymentRequestStatus, TimelineEntry } from './payment-request-values.ts'

export const CustomerSale = z.object({
  id: PaymentRequestId,
  token: z.string(),
  status: PaymentRequestStatus,
  /** Dollars as text with two decimals. */
  total: z.string(),
  createdAt: Instant,
  paidAt: z.nullable(Instant),
})
export type CustomerSale = z.infer<typeof CustomerSale>

/** Requests of a customer in a list; the customer's own page has all of them in its timeline. */
export const CUSTOMER_SALES_MAX = 20

export const Customer = z.object({
  id: CustomerId,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  notes: z.string(),
  createdAt: Instant,
  repName: z.string(),
  orderCount: z.int(),
  salesHistory: z.array(CustomerSale),
})
export type Customer = z.infer<typeof Customer>

/** Extended, never spread: see `Shown` in payment-request-values.ts. */
const CustomerFields = z.object({
  name: PlainText(200).check(z.minLength(1)),
  email: EmailAddress,
  phone: z.nullish(PlainText(40)),
  address: z.nullish(PlainText(500)),
  businessName: z.nullish(PlainText(200)),
})
const CustomerParams = z.object({ customerId: CustomerId })

export const CUSTOMERS_PAGE_DEFAULT = 50

export const listCustomers = defineEndpoint('session', 'GET', '/api/sales/customers', {
  key: 'read',
  summary:
    'One page of the caller’s customers (an administrator’s: of all), by name; a search finds the words in any order in name, email, business and phone, and the reference of an order.',
  query: z.extend(PageQuery(200), { search: z.optional(PlainText(100)) }),
  reply: z.array(Customer),
  isPaged: true,
})

export const ALL_CUSTOMERS_MAX = 500

export const listAllCustomers = defineEndpoint('session', 'GET', '/api/customers/all', {
  key: 'read',
  summary: 'The customers an invoice can be made for: the caller’s own, an administrator’s all; without their history.',
  query: z.object({ search: z.optional(PlainText(100)) }),
  reply: z.array(z.omit(Customer, { salesHistory: true, orderCount: true })),
})

export const getCustomer = defineEndpoint('session', 'GET', '/api/sales/customers/:customerId', {
  key: 'read',
  summary: 'One customer with their newest requests and everything that happened, newest first.',
  params: CustomerParams,
  reply: z.extend(Customer, { requests: z.array(PaymentRequest), timeline: z.array(TimelineEntry) }),
  refusals: ['customer_not_found'],
})

export const createCustomer = defineEndpoint('session', 'POST', '/api/sales/customers', {
  key: 'write',
  summary: 'Adds a customer of the caller; one per email address.',
  body: z.extend(CustomerFields, { notes: z.nullish(PlainText(4_000)) }),
  reply: Customer,
  /** `customer_exists` has `details: { customerId }`. */
  refusals: ['customer_exists'],
})

export const updateCustomer = defineEndpoint('session', 'PUT', '/api/sales/customers/:customerId', {
  key: 'write',
  summary: 'Changes a customer’s data; requests already sent keep what they were sent with.',
  params: CustomerParams,
  body: CustomerFields,
  reply: Customer,
  refusals: ['customer_not_found', 'customer_exists'],
})

export const updateCustomerNotes = defineEndpoint('session', 'PATCH', '/api/sales/customers/:customerId/notes', {
  key: 'write',
  summary: 'Replaces the notes on a customer.',
  params: CustomerParams,
  body: z.object({ notes: PlainText(4_000) }),
  reply: Customer,
  refusals: ['customer_not_found'],
})
