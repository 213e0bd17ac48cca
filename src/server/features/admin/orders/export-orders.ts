import type { exportOrders as endpoint } from '#contract/admin/order-export.ts'
import { ORDERS_PAGE_MAX } from '#contract/admin/order-screen.ts'
import { ORDER_COLUMNS, orderRow } from '#contract/admin/orders-csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { listOrders } from './list-orders.ts'

/**
 * Streams all orders that the filters match as a file, in the list's order.
 *
 * @throws Refusal `period_invalid`
 */
export const exportOrders = (ctx: WebContext, filters: QueryOf<typeof endpoint>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'orders',
    subject: 'the list of orders',
    columns: ORDER_COLUMNS,
    rowOf: orderRow,
    filters,
    readPage: (cursor) =>
      listOrders(ctx, { ...filters, limit: ORDERS_PAGE_MAX, ...(cursor !== undefined && { cursor }) }),
  })
