import { type exportOrders as endpoint, ORDER_CELLS } from '#contract/admin/order-export.ts'
import { ORDERS_PAGE_MAX } from '#contract/admin/order-screen.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { creditMessageIds } from '#server/features/credit/open-credit.ts'
import { messageIdsOfOrder } from '#server/features/delivery/hand-over.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { INSTRUCTIONS_MAX } from '#server/features/messages/queue-message.ts'
import { type OrderRow, orderWithLines } from '#server/features/orders/order-row.ts'
import { type RefundedLineRow, readRefundedLines } from '#server/features/payments/refund-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { type DisputeRow, listDisputesOfOrder } from './dispute-queries.ts'
import { listOrders } from './list-orders.ts'
import { CHANNEL } from './list-queries.ts'

/** Streams all orders that the filters match as a file, in the list's order. @throws Refusal `period_invalid` */
export const exportOrders = (ctx: WebContext, filters: QueryOf<typeof endpoint>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'orders',
    subject: 'the list of orders',
    cells: ORDER_CELLS,
    filters,
    readPage: (cursor) => listOrders(ctx, { ...filters, limit: ORDERS_PAGE_MAX, ...(cursor && { cursor }) }),
  })

/* SQL for one order, as administrators see it. Each is read by key, whatever the planner thinks of the tables. */

export const findAdminOrder = statement('order_screen.find_order')`
  select ${orderWithLines('o.revision')}, ${CHANNEL} as channel, o.business_name, o.cell_phone, o.address, o.rep_id,
    o.commission_bps, o.closed_at, o.forgotten_at, o.decided_by from orders o where o.order_id = $orderId`.as<
  OrderRow & { channel: 'storefront' | 'link' | 'team' }
>()
export type AdminOrderRow = RowOf<typeof findAdminOrder>

/** Never its client secret. */
export const findAdminPayment = statement('order_screen.find_payment')`
  select payment_id, state, amount_cents, created_at, succeeded_at,
    coalesce((select jsonb_agg(jsonb_build_object('at', d.declined_at, 'reason', d.reason) order by d.declined_at)
              from payment_declines d where d.payment_id = p.payment_id), '[]') as declines
  from payments p where order_id = $orderId`.as<{ declines: { at: string; reason: string }[] }>()
export type AdminPaymentRow = RowOf<typeof findAdminPayment>

export const listAdminRefunds = statement('order_screen.list_refunds')`
  select r.refund_id, r.amount_cents, r.credit_cents, r.reason, r.state, r.provider_refund_id, r.created_at, r.made_at, r.attempts,
    r.last_error, r.try_at, r.note, r.decided_by, r.is_by_hand
  from refunds r where r.order_id = $orderId order by r.created_at, r.refund_id`
export type AdminRefundRow = RowOf<typeof listAdminRefunds>

/** What is left of an order's commission. */
export const sumCommission = statement('order_screen.sum_commission')`
  select coalesce(sum(commission_cents), 0)::int as cents from sale_entries where order_id = $orderId`

export const findAdminRequest = statement('order_screen.find_request')`
  select payment_request_id, token, status, created_at, opened_at, mailings from payment_requests where order_id = $orderId`
export type AdminRequestRow = RowOf<typeof findAdminRequest>

/** Messages with these ids and those that repeat them, oldest first, and whether each confirms the order. */
export const listAdminMessages = statement('order_screen.list_messages')`
  select message_id, kind, channel, state, attempts, last_error, created_at, sent_at,
    kind = 'order_confirmation' or (channel = 'email' and coalesce(
      (select confirms_order from delivery_handovers where handover_id = m.detail_id), false)) as confirms_order from (
    select * from messages where message_id = any($messageIds::text[])
    union all select * from messages
    where resent_from = any($messageIds::text[]) and resent_from is not null and message_id <> all($messageIds::text[])
  ) m order by created_at, message_id`.as<{
  channel: 'email' | 'sms'
  state: 'waiting' | 'sent' | 'failed' | 'stopped'
  last_error: string | null
  sent_at: Date | null
  confirms_order: boolean
}>()
export type AdminMessageRow = RowOf<typeof listAdminMessages>

export interface OrderFile {
  order: AdminOrderRow
  payment: AdminPaymentRow | undefined
  refunds: readonly AdminRefundRow[]
  /** By line number; only those that a refund named. */
  refundedLines: ReadonlyMap<number, RefundedLineRow>
  request: AdminRequestRow | undefined
  messages: readonly AdminMessageRow[]
  disputes: readonly DisputeRow[]
  commissionCents: number
  names: ReadonlyMap<string, string>
}

/** The ids of all messages that may have been written about an order. */
function messageIdsOf(orderId: string, refunds: readonly AdminRefundRow[], request: AdminRequestRow | undefined) {
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
    database.run(findAdminOrder, { orderId }),
    database.run(findAdminPayment, { orderId }),
    database.run(listAdminRefunds, { orderId }),
    readRefundedLines(database, orderId),
    database.run(findAdminRequest, { orderId }),
    database.run(listDisputesOfOrder, { orderId }),
    database.run(sumCommission, { orderId }),
    readMemberNames(ctx),
  ])
  if (!order) throw new Refusal('order_not_found')
  const others = await Promise.all([messageIdsOfOrder(ctx, orderId), creditMessageIds(ctx, orderId)])
  const messageIds = [...messageIdsOf(orderId, refunds, request), ...others.flat()]
  const messages = await database.run(listAdminMessages, { messageIds })
  const commissionCents = commission?.cents ?? 0
  return { order, payment, refunds, refundedLines, request, messages, disputes, commissionCents, names }
}
