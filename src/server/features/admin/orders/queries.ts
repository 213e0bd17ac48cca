/** SQL for one order, as administrators see it. Each is read by key, whatever the planner thinks of the tables. */

import { CREDIT_ENTRIES_SHOWN } from '#contract/credit/credits.ts'
import { type OrderRow, orderWithLines } from '#server/features/orders/order-row.ts'
import { statement } from '#server/platform/statement.ts'
import { CHANNEL } from './list-queries.ts'

export interface AdminOrderRow extends OrderRow {
  channel: 'storefront' | 'link' | 'team'
  business_name: string | null
  cell_phone: string | null
  address: string | null
  rep_id: string | null
  commission_bps: number
  closed_at: Date | null
  forgotten_at: Date | null
  decided_by: string | null
}

export const findAdminOrder = statement(
  'order_screen.find_order',
  `select ${orderWithLines('o.revision')}, ${CHANNEL} as channel, o.business_name, o.cell_phone, o.address, o.rep_id,
     o.commission_bps, o.closed_at, o.forgotten_at, o.decided_by from orders o where o.order_id = $orderId`,
).as<AdminOrderRow>()

export interface AdminPaymentRow {
  payment_id: string
  state: 'open' | 'promised' | 'succeeded' | 'cancelled'
  amount_cents: number
  created_at: Date
  succeeded_at: Date | null
  declines: { at: string; reason: string }[]
}

/** Never its client secret. */
export const findAdminPayment = statement(
  'order_screen.find_payment',
  `select payment_id, state, amount_cents, created_at, succeeded_at,
     coalesce((select jsonb_agg(jsonb_build_object('at', d.declined_at, 'reason', d.reason) order by d.declined_at)
               from payment_declines d where d.payment_id = p.payment_id), '[]') as declines
   from payments p where order_id = $orderId`,
).as<{ declines: { at: string; reason: string }[] }>()

export const listAdminRefunds = statement(
  'order_screen.list_refunds',
  `select r.refund_id, r.amount_cents, r.credit_cents, r.reason, r.state, r.provider_refund_id, r.created_at, r.made_at, r.attempts,
     r.last_error, r.try_at, r.note, r.decided_by, r.is_by_hand
   from refunds r where r.order_id = $orderId order by r.created_at, r.refund_id`,
)

/** What is left of an order's commission. */
export const sumCommission = statement(
  'order_screen.sum_commission',
  'select coalesce(sum(commission_cents), 0)::int as cents from sale_entries where order_id = $orderId',
)

export interface AdminRequestRow {
  payment_request_id: string
  token: string
  status: string
  created_at: Date
  opened_at: Date | null
  mailings: number
}

export const findAdminRequest = statement(
  'order_screen.find_request',
  'select payment_request_id, token, status, created_at, opened_at, mailings from payment_requests where order_id = $orderId',
)

export interface AdminMessageRow {
  message_id: string
  kind: string
  channel: 'email' | 'sms'
  state: 'waiting' | 'sent' | 'failed' | 'stopped'
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

/** Messages with these ids and those that repeat them, oldest first. */
export const listAdminMessages = statement(
  'order_screen.list_messages',
  `select message_id, kind, channel, state, attempts, last_error, created_at, sent_at from (
     select * from messages where message_id = any($messageIds::text[])
     union all select * from messages
     where resent_from = any($messageIds::text[]) and resent_from is not null and message_id <> all($messageIds::text[])
   ) m order by created_at, message_id`,
).as<{
  channel: 'email' | 'sms'
  state: 'waiting' | 'sent' | 'failed' | 'stopped'
  last_error: string | null
  sent_at: Date | null
}>()

export const listCreditEntries = statement(
  'credits.list_entries',
  `select e.entry_id, e.made_at, e.reason, e.cents, e.order_id, o.reference, e.note, e.decided_by
   from (select * from credit_entries where customer_key = $customerKey order by made_at desc, entry_id limit ${CREDIT_ENTRIES_SHOWN}) e
   join orders o on o.order_id = e.order_id order by e.made_at desc, e.entry_id`,
)
