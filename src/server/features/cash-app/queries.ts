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

/** Up to $1 orders that wait for the cash app, the latest chosen first, each with how many wait in all. */
export const listWaitingOrders = statement<QueueRow>(
  'cash_app.list_waiting',
  `select ${orderWithLines('o.revision')}, o.cell_phone, o.business_name, p.created_at as chosen_at,
     count(*) over ()::int as waiting
   from orders o join payments p on p.order_id = o.order_id and p.state = 'promised'
   where o.state = 'awaiting_payment' and o.payment_method = 'cash_app'
   order by p.created_at desc, o.order_id desc limit $1`,
)
