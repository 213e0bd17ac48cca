import * as z from 'zod/mini'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { listOrders } from './order-screen.ts'

const Filters = z.omit(listOrders.query, { cursor: true, limit: true })

export const ORDER_COUNT_MAX = 10_000

export const countOrders = defineEndpoint('admin', 'GET', '/api/admin/order-count', {
  key: 'read',
  summary: `How many orders a filter matches; \`isMore\`: at least so many, among the newest ${ORDER_COUNT_MAX}.`,
  query: Filters,
  reply: z.object({ count: z.int(), isMore: z.boolean() }),
  refusals: ['period_invalid'],
})

export const exportOrders = defineEndpoint('admin', 'GET', '/api/admin/orders.csv', {
  key: 'read',
  summary:
    'All orders that a filter matches as a CSV file, in the list’s order; streamed, and written to the audit log.',
  query: Filters,
  file: CSV_TYPE,
  refusals: ['period_invalid'],
})
