import type { exportOrders as endpoint } from '#contract/admin/order-export.ts'
import { ORDERS_PAGE_MAX } from '#contract/admin/order-screen.ts'
import { ORDER_COLUMNS, orderRow } from '#contract/admin/orders-csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import type { AdminRefundRow } from '#server/features/admin/refunds/list-refunds.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { creditMessageIds } from '#server/features/credit/open-credit.ts'
import { messageIdsOfOrder } from '#server/features/delivery/hand-over.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { INSTRUCTIONS_MAX } from '#server/features/messages/queue-message.ts'
import { type RefundedLineRow, readRefundedLines } from '#server/features/payments/refund-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { type DisputeRow, listDisputesOfOrder } from './dispute-queries.ts'
import { listOrders } from './list-orders.ts'
import * as sql from './queries.ts'

/** Streams all orders that the filters match as a file, in the list's order. @throws Refusal `period_invalid` */
export const exportOrders = (ctx: WebContext, filters: QueryOf<typeof endpoint>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'orders',
    subject: 'the list of orders',
    columns: ORDER_COLUMNS,
    rowOf: orderRow,
    filters,
    readPage: (cursor) => listOrders(ctx, { ...filters, limit: ORDERS_PAGE_MAX, ...(cursor && { cursor }) }),
  })

export interface OrderFile {
  order: sql.AdminOrderRow
  payment: sql.AdminPaymentRow | undefined
  refunds: readonly AdminRefundRow[]
  /** By line number; only those that a refund named. */
  refundedLines: ReadonlyMap<number, RefundedLineRow>
  request: sql.AdminRequestRow | undefined
  messages: readonly sql.AdminMessageRow[]
  disputes: readonly DisputeRow[]
  commissionCents: number
  names: ReadonlyMap<string, string>
}

/** The ids of all messages that may have been written about an order. */
function messageIdsOf(
  orderId: string,
  refunds: readonly AdminRefundRow[],
  request: sql.AdminRequestRow | undefined,
): string[] {
  const ids = ['order_confirmation', 'buyer_verification', 'money_returned', 'cash_app_closed']
  const numbered = (kind: string, subjectId: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${kind}.${subjectId}.${index + 1}`)
  return [
    ...ids.map((kind) => `${kind}.${orderId}`),
    `order_confirmation.${orderId}.sms`,
    ...numbered('cash_app_instructions', orderId, INSTRUCTIONS_MAX),
    ...numbered('cash_app_withdrawn', orderId, INSTRUCTIONS_MAX),
    ...refunds.map(({ refund_id }) => `order_refunded.${refund_id}`),
    ...(request ? numbered('payment_request', request.payment_request_id, request.mailings) : []),
    ...(request ? [`payment_reminder.${request.payment_request_id}`] : []),
  ]
}

/** Reads everything the store recorded about an order. @throws Refusal `order_not_found` */
export async function readOrderFile(ctx: PlatformContext, orderId: OrderId): Promise<OrderFile> {
  const { database } = ctx
  const [[order], [payment], refunds, refundedLines, [request], disputes, [commission], names] = await Promise.all([
    database.run(sql.findAdminOrder, { orderId }),
    database.run(sql.findAdminPayment, { orderId }),
    database.run(sql.listAdminRefunds, { orderId }),
    readRefundedLines(database, orderId),
    database.run(sql.findAdminRequest, { orderId }),
    database.run(listDisputesOfOrder, { orderId }),
    database.run(sql.sumCommission, { orderId }),
    readMemberNames(ctx),
  ])
  if (!order) throw new Refusal('order_not_found')
  const others = await Promise.all([messageIdsOfOrder(ctx, orderId), creditMessageIds(ctx, orderId)])
  const messageIds = [...messageIdsOf(orderId, refunds, request), ...others.flat()]
  const messages = await database.run(sql.listAdminMessages, { messageIds })
  const commissionCents = commission?.cents ?? 0
  return { order, payment, refunds, refundedLines, request, messages, disputes, commissionCents, names }
}
