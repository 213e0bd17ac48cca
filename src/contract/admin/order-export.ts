/** The export of a list of orders, and its rows. */
import * as z from 'zod/mini'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CsvCells } from '#contract/csv-table.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { type ListedOrder, listOrders } from './order-screen.ts'

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

/** Orders as rows of a file. */
export const ORDER_CELLS: CsvCells<ListedOrder> = {
  Reference: (order) => order.reference,
  State: (order) => order.status,
  'Ordered (zone)': (order, clock) => clock(order.createdAt),
  'Paid (zone)': (order, clock) => clock(order.paidAt),
  Total: (order) => order.total,
  Refunded: (order) => order.refundedTotal,
  'Refund state': (order) => order.refundState,
  'Paid by': (order) => order.paymentMethod,
  'Sold through': (order) => order.channel,
  Rep: (order) => order.repName,
  Buyer: (order) => order.fullName,
  Email: (order) => order.email,
  Packages: (order) => order.packages,
  'First package': (order) => order.firstLine && packageName(order.firstLine),
  County: ({ firstLine }) => firstLine && `${firstLine.county}, ${firstLine.state}`,
  Disputed: (order) => (order.isDisputed ? 'yes' : 'no'),
}
