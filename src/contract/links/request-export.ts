import * as z from 'zod/mini'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
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
