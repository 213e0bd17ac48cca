/** All SQL of orders that wait for the cash app, and of the administrators' queue. */
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

/** Lets the orders of each of the keys $1 be counted one after the other, until the transaction ends. In one order, whoever asks. */
export const lockWaiting = statement(
  'cash_app.lock_waiting',
  `select pg_advisory_xact_lock(key) from (
     select distinct hashtextextended('cash_app ' || name, 0) as key from unnest($1::text[]) as name order by key
   ) keys`,
)

/**
 * What waits for the cash app beside the order of cart $3: of a network $1 (null: of none) and of an address $2, in any
 * letters; and whether somebody confirmed that address.
 */
export const countWaiting = statement<{
  network_orders: number
  network_units: number
  address_orders: number
  address_units: number
  is_verified: boolean
}>(
  'cash_app.count_waiting',
  `with waiting as (
     select p.network_key is not distinct from $1 and $1::text is not null as is_of_network, lower(o.email) = lower($2) as is_of_address,
       (select count(*) from order_lines l where l.order_id = o.order_id and l.revision = o.revision)::int as units
     from payments p join orders o on o.order_id = p.order_id
     where p.state = 'promised' and o.owner_id <> $3
   )
   select count(*) filter (where is_of_network)::int as network_orders,
     coalesce(sum(units) filter (where is_of_network), 0)::int as network_units,
     count(*) filter (where is_of_address)::int as address_orders,
     coalesce(sum(units) filter (where is_of_address), 0)::int as address_units,
     exists (select from buyer_addresses where address = lower($2) and verified_at is not null) as is_verified
   from waiting where is_of_network or is_of_address`,
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
