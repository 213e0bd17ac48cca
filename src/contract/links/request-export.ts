/** The export of a list of payment requests, and its rows. */
import * as z from 'zod/mini'
import type { CsvCells } from '#contract/csv-table.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import type { PaymentRequest } from './payment-request-values.ts'
import { listPaymentRequests } from './payment-requests.ts'

const Filters = z.omit(listPaymentRequests.query, { cursor: true, limit: true })

export const REQUEST_COUNT_MAX = 10_000

export const countPaymentRequests = defineEndpoint('session', 'GET', '/api/sales/payment-request-count', {
  key: 'read',
  summary: `How many of the requests that the caller’s list shows a filter matches; \`isMore\`: at least so many.`,
  query: Filters,
  reply: z.object({ count: z.int(), isMore: z.boolean() }),
})

export const exportPaymentRequests = defineEndpoint('session', 'GET', '/api/sales/requests.csv', {
  key: 'read',
  summary: 'All requests that a filter of the caller’s list matches as a CSV file, in its order; streamed and logged.',
  query: Filters,
  file: CSV_TYPE,
})

/** Payment requests as rows of a file. */
export const REQUEST_CELLS: CsvCells<PaymentRequest> = {
  Reference: (request) => request.reference,
  Status: (request) => request.status,
  'Sent (zone)': (request, clock) => clock(request.createdAt),
  'Expires (zone)': (request, clock) => clock(request.expiresAt),
  'Opened (zone)': (request, clock) => clock(request.openedAt),
  'Paid (zone)': (request, clock) => clock(request.paidAt),
  Amount: (request) => request.total,
  Refunded: (request) => request.refundedTotal,
  Customer: (request) => request.customerName,
  Email: (request) => request.customerEmail,
  Phone: (request) => request.customerPhone,
  Business: (request) => request.customerBusinessName,
  Rep: (request) => request.repName,
  Packages: (request) => request.cartData.length,
}
