/** The sales team's customers: a rep sees their own, an administrator all. */
import * as z from 'zod/mini'
import type { CsvCells } from '#contract/csv-table.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
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
  /** Of a paid link; null: none yet. */
  lastSaleAt: z.nullable(Instant),
  /** What their links brought after refunds, as dollars with two decimals. */
  spentTotal: z.string(),
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
export const CUSTOMERS_PAGE_MAX = 200

export const CUSTOMER_SORTS = ['name', 'sale', 'spent'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

const CustomerFilters = z.object({
  search: z.optional(PlainText(100)),
  sort: z.optional(z.enum(CUSTOMER_SORTS)),
  /** Only those without a sale in so many days. */
  quietDays: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3_650))),
})

export const listCustomers = defineEndpoint('session', 'GET', '/api/sales/customers', {
  key: 'read',
  summary:
    'One page of the caller’s customers (an administrator’s: of all), by name, or by last sale or what they spent, most first; a search finds the words in any order in name, email, business and phone, and the reference of an order.',
  query: z.extend(PageQuery(CUSTOMERS_PAGE_MAX), CustomerFilters.shape),
  reply: z.array(Customer),
  isPaged: true,
})

export const exportCustomers = defineEndpoint('session', 'GET', '/api/sales/customers.csv', {
  key: 'read',
  summary: 'All customers that a filter of the caller’s list matches as a CSV file, in its order; streamed and logged.',
  query: CustomerFilters,
  file: CSV_TYPE,
})

/** Customers as rows of a file. */
export const CUSTOMER_CELLS: CsvCells<Customer> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Business: ({ businessName }) => businessName,
  Phone: ({ phone }) => phone,
  Address: ({ address }) => address,
  Orders: ({ orderCount }) => orderCount,
  Spent: ({ spentTotal }) => spentTotal,
  'Last sale (zone)': ({ lastSaleAt }, clock) => clock(lastSaleAt),
  'Added (zone)': ({ createdAt }, clock) => clock(createdAt),
  Rep: ({ repName }) => repName,
}

export const ALL_CUSTOMERS_MAX = 500

export const listAllCustomers = defineEndpoint('session', 'GET', '/api/customers/all', {
  key: 'read',
  summary:
    'The customers an invoice can be made for: the caller’s own, an administrator’s all; of their history, what was sent last.',
  query: z.object({ search: z.optional(PlainText(100)) }),
  reply: z.array(
    z.extend(z.omit(Customer, { salesHistory: true, orderCount: true, lastSaleAt: true, spentTotal: true }), {
      lastSale: z.nullable(CustomerSale),
    }),
  ),
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
