import { ownUses, returnUses } from '#server/features/catalogue/return-uses.ts'
import { statement } from '#server/platform/database/statement.ts'
import { type OrderRow, orderWithLines } from './order-row.ts'
import { returnCredit } from './return-credit.ts'

const PROMISED = `o.state = 'awaiting_payment' and o.payment_method = 'cash_app'`

const HOLD_IDS = (order: string) =>
  `array(select hold_id from order_lines l where l.order_id = ${order}.order_id and l.revision = ${order}.revision
         and hold_id is not null) as hold_ids`

export const findPromisedOrder = statement('orders.find_promised')`
  select ${orderWithLines('o.revision')} from orders o where o.owner_id = $ownerId and ${PROMISED}`.as<OrderRow>()

export const findOrderByReference = statement('orders.find_by_reference')`
  select ${orderWithLines('o.revision')} from orders o where o.reference = $reference`.as<OrderRow>()

export const findOverdueOrders = statement('orders.find_overdue')`
  select o.order_id from orders o where ${PROMISED} and o.pay_until <= $now order by o.pay_until limit $limit`

export const findCardOrder = statement('orders.find_card_order')`
  select order_id from orders where owner_id = $ownerId and state = 'awaiting_payment' and not is_frozen`

export const findCardOrderOfPackage = statement('orders.find_card_order_of_package')`
  select o.order_id from orders o where o.owner_id = $ownerId and o.state = 'awaiting_payment' and not o.is_frozen
    and exists (select from order_lines l where l.order_id = o.order_id and l.package_id = $packageId)`

/** Never a link's. */
export const findCardOrderOfHold = statement('orders.find_card_order_of_hold')`
  select o.order_id from order_lines l join orders o on o.order_id = l.order_id
  where l.hold_id = $holdId and l.outcome <> 'sold' and o.state = 'awaiting_payment' and not o.is_frozen
    and o.payment_request_id is null limit 1`

export const promiseOrder = statement('orders.promise')`
  with ${ownUses('$orderId', 'null')}
  update orders o set payment_method = 'cash_app', is_frozen = true, pay_until = $payUntil
  where order_id = $orderId and revision = $revision and state = 'awaiting_payment' and not is_frozen
  returning owner_id, ${HOLD_IDS('o')}`

/** Whatever comes next is a new revision that opens a new payment, even with the same lines. */
export const returnOrder = statement('orders.return')`
  with ${ownUses('$orderId', '(select owner_id from orders where order_id = $orderId)')}
  update orders o set payment_method = 'stripe', is_frozen = false, pay_until = null, lines_digest = '',
    opening_revision = null, opening_cents = null
  where order_id = $orderId and ${PROMISED} returning owner_id, ${HOLD_IDS('o')}`

export const lockPromisedOrder = statement('orders.lock_promised')`
  select ${HOLD_IDS('o')} from orders o where o.order_id = $orderId and ${PROMISED} for update of o`

export const closePromisedOrder = statement('orders.close_promised')`
  with waiting as (
    select o.order_id from orders o where o.order_id = $orderId and ${PROMISED} for update
  ), ${returnUses('u.order_id in (select order_id from waiting)')}, ${returnCredit(
    `select order_id, 0 as keep_cents, 'closed' as cause, $now::timestamptz as made_at from waiting`,
  )}
  update orders o set state = 'cancelled', closed_at = $now, is_frozen = false, close_reason = $closeReason, decided_by = $decidedBy?, decision_note = $decisionNote?
  from waiting where o.order_id = waiting.order_id`

export const recordDecision = statement('orders.note_decision')`
  update orders set decided_by = $decidedBy?, decision_note = $decisionNote? where order_id = $orderId`
