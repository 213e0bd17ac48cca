/** All SQL of the administrators' queue. */
import { type OrderRow, orderWithLines } from '#server/features/orders/order-row.ts'
import { statement } from '#server/platform/database.ts'

export interface QueueRow extends OrderRow {
  pay_until: Date
  chosen_at: Date
  cell_phone: string | null
  business_name: string | null
  waiting: number
}

/** Up to $1 orders that wait for the cash app, those that end first at the top, each with how many wait in all. */
export const listWaitingOrders = statement<QueueRow>(
  'cash_app.list_waiting',
  `select ${orderWithLines('o.revision')}, o.cell_phone, o.business_name, p.created_at as chosen_at,
     count(*) over ()::int as waiting
   from orders o join payments p on p.order_id = o.order_id and p.state = 'promised'
   where o.state = 'awaiting_payment' and o.payment_method = 'cash_app'
   order by o.pay_until, o.order_id limit $1`,
)

export interface DecisionRow {
  order_id: string
  reference: string
  total_cents: number
  full_name: string | null
  paid_at: Date | null
  close_reason: 'expired' | 'rejected' | null
  decided_by: string | null
  decision_note: string | null
  at: string
  decided_at: Date
}

/** What became of orders that waited for the cash app, the newest first: $1 and $2 the cursor (instant, order), $3 how many. */
export const listDecisions = statement<DecisionRow>(
  'cash_app.list_decisions',
  `select order_id, reference, total_cents, full_name, paid_at, close_reason, decided_by, decision_note,
     coalesce(paid_at, closed_at) as decided_at, coalesce(paid_at, closed_at)::text as at
   from orders
   where payment_method = 'cash_app' and state <> 'awaiting_payment'
     and (coalesce(paid_at, closed_at), order_id) < (coalesce($1::timestamptz, 'infinity'), $2::text)
   order by coalesce(paid_at, closed_at) desc, order_id desc limit $3`,
)
