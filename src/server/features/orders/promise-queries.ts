/** The SQL of orders that wait for the cash app. */
import { returnCredit } from '#server/features/credit-ledger/return-credit.ts'
import { ownUses, returnUses } from '#server/features/offers/return-uses.ts'
import { statement } from '#server/platform/database.ts'
import { type OrderRow, orderWithLines } from './order-row.ts'

/** Of all orders, those that wait for the cash app. */
const PROMISED = `o.state = 'awaiting_payment' and o.payment_method = 'cash_app'`

const HOLD_IDS = (order: string) =>
  `array(select hold_id from order_lines l where l.order_id = ${order}.order_id and l.revision = ${order}.revision
         and hold_id is not null) as hold_ids`

/** The order of a cart that waits for the cash app, one at most: $1 owner. */
export const findPromisedOrder = statement<OrderRow>(
  'orders.find_promised',
  `select ${orderWithLines('o.revision')} from orders o where o.owner_id = $1 and ${PROMISED}`,
)

/** $1 reference. */
export const findOrderByReference = statement<OrderRow>(
  'orders.find_by_reference',
  `select ${orderWithLines('o.revision')} from orders o where o.reference = $1`,
)

/** Up to $2 orders that nobody paid by $1 (now), the first to end first. */
export const findOverdueOrders = statement<{ order_id: string }>(
  'orders.find_overdue',
  `select o.order_id from orders o where ${PROMISED} and o.pay_until <= $1 order by o.pay_until limit $2`,
)

/** A cart's other waiting order, which its card payment may still pay: $1 owner. */
export const findCardOrder = statement<{ order_id: string }>(
  'orders.find_card_order',
  `select order_id from orders where owner_id = $1 and state = 'awaiting_payment' and not is_frozen`,
)

/** The same, where any revision of it has a package: $1 owner, $2 package. */
export const findCardOrderOfPackage = statement<{ order_id: string }>(
  'orders.find_card_order_of_package',
  `select o.order_id from orders o where o.owner_id = $1 and o.state = 'awaiting_payment' and not o.is_frozen
     and exists (select from order_lines l where l.order_id = o.order_id and l.package_id = $2)`,
)

/** A cart's waiting order that a card may pay and of which any revision has a hold; never that of a link: $1 hold. */
export const findCardOrderOfHold = statement<{ order_id: string }>(
  'orders.find_card_order_of_hold',
  `select o.order_id from order_lines l join orders o on o.order_id = l.order_id
   where l.hold_id = $1 and l.outcome <> 'sold' and o.state = 'awaiting_payment' and not o.is_frozen
     and o.owner_id not like 'request:%' limit 1`,
)

/** Lets an order wait for the cash app: $1 order, $2 the revision that is promised, $3 until when. Returns its cart and holds. */
export const promiseOrder = statement<{ owner_id: string; hold_ids: string[] }>(
  'orders.promise',
  `with ${ownUses('$1', 'null')}
   update orders o set payment_method = 'cash_app', is_frozen = true, pay_until = $3
   where order_id = $1 and revision = $2 and state = 'awaiting_payment' and not is_frozen
   returning owner_id, ${HOLD_IDS('o')}`,
)

/**
 * Lets an order that waits for the cash app wait for a card again: $1 order. Whatever comes next is a new revision that
 * opens a new payment, also with the same lines. Returns its cart and holds.
 */
export const returnOrder = statement<{ owner_id: string; hold_ids: string[] }>(
  'orders.return',
  `with ${ownUses('$1', '(select owner_id from orders where order_id = $1)')}
   update orders o set payment_method = 'stripe', is_frozen = false, pay_until = null, lines_digest = '',
     opening_revision = null, opening_cents = null
   where order_id = $1 and ${PROMISED} returning owner_id, ${HOLD_IDS('o')}`,
)

/** Locks an order that waits for the cash app: $1 order. Returns its holds. */
export const lockPromisedOrder = statement<{ hold_ids: string[] }>(
  'orders.lock_promised',
  `select ${HOLD_IDS('o')} from orders o where o.order_id = $1 and ${PROMISED} for update of o`,
)

/** Closes an order that waits for the cash app: $1 order, $2 now, $3 why, $4 by whom or null, $5 their words or null. */
export const closePromisedOrder = statement(
  'orders.close_promised',
  `with waiting as (
     select o.order_id from orders o where o.order_id = $1 and ${PROMISED} for update
   ), ${returnUses('u.order_id in (select order_id from waiting)')}, ${returnCredit({
     order: '$1',
     keep: '0',
     cause: `'closed'`,
     at: '$2',
     when: 'exists (select from waiting)',
   })}
   update orders o set state = 'cancelled', closed_at = $2, is_frozen = false, close_reason = $3, decided_by = $4, decision_note = $5
   from waiting where o.order_id = waiting.order_id`,
)

/** Says who found an order's money in the cash app: $1 order, $2 by whom, $3 their words or null. */
export const noteDecision = statement(
  'orders.note_decision',
  'update orders set decided_by = $2, decision_note = $3 where order_id = $1',
)
