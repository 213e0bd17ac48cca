/** How many orders a filter matches, and all of them as a file. */
import * as z from 'zod/mini'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { listOrders } from './order-screen.ts'

const Filters = z.omit(listOrders.query, { cursor: true, limit: true })

/** Orders are counted up to this number. */
export const ORDER_COUNT_MAX = 10_000

export const countOrders = defineEndpoint({
  name: 'countOrders',
  method: 'GET',
  path: '/api/admin/order-count',
  access: 'admin',
  key: 'read',
  summary: `How many orders a filter matches; \`isMore\`: at least so many, among the newest ${ORDER_COUNT_MAX}.`,
  query: Filters,
  reply: z.object({ count: z.int(), isMore: z.boolean() }),
  refusals: ['unauthenticated', 'forbidden', 'period_invalid'],
})

export const exportOrders = defineEndpoint({
  name: 'exportOrders',
  method: 'GET',
  path: '/api/admin/orders.csv',
  access: 'admin',
  key: 'read',
  summary:
    'All orders that a filter matches as a CSV file, in the list’s order; streamed, and written to the audit log.',
  query: Filters,
  file: CSV_TYPE,
  reply: z.unknown(),
  refusals: ['unauthenticated', 'forbidden', 'period_invalid'],
})
