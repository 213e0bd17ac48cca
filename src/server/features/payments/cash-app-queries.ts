/** SQL for Cash App orders and payments. Changes lock the promised payment's row, which decides which comes first. */
import { type OrderRow, orderWithLines } from '#server/features/orders/order-row.ts'
import { statement } from '#server/platform/database/statement.ts'

export const listWaitingOrders = statement('cash_app.list_waiting')`
  select ${orderWithLines('o.revision')}, o.cell_phone, o.business_name, p.created_at as chosen_at,
    count(*) over ()::int as waiting
  from orders o join payments p on p.order_id = o.order_id and p.state = 'promised'
  where o.state = 'awaiting_payment' and o.payment_method = 'cash_app'
  order by o.pay_until, o.order_id limit $limit`.as<OrderRow & { pay_until: Date }>()

/** Makes counts of orders with one of these keys wait for each other. Locked in one order. */
export const lockWaiting = statement('cash_app.lock_waiting')`
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('cash_app ' || name, 0) as key from unnest($keys::text[]) as name order by key
  ) keys`

/** Besides the order of this cart, for a network and an address; and whether that address has been confirmed. */
export const countWaiting = statement('cash_app.count_waiting')`
  with waiting as (
    select p.network_key is not distinct from $networkKey? and $networkKey::text is not null as is_of_network, lower(o.email) = lower($address) as is_of_address,
      (select count(*) from order_lines l where l.order_id = o.order_id and l.revision = o.revision)::int as units
    from payments p join orders o on o.order_id = p.order_id
    where p.state = 'promised' and o.owner_id <> $ownerId
  )
  select count(*) filter (where is_of_network)::int as network_orders,
    coalesce(sum(units) filter (where is_of_network), 0)::int as network_units,
    count(*) filter (where is_of_address)::int as address_orders,
    coalesce(sum(units) filter (where is_of_address), 0)::int as address_units,
    exists (select from buyer_addresses where address = lower($address) and verified_at is not null) as is_verified
  from waiting where is_of_network or is_of_address`

export const insertPromise = statement('payments.insert_promise')`
  insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, network_key)
  values ($paymentId, $orderId, 'promised', $amountCents, $revision, $now, $now, $networkKey?) on conflict do nothing returning payment_id`

/** Replaces a card payment that the provider has canceled by a promise. No row if the order has another by now. */
export const replaceByPromise = statement('payments.replace_by_promise')`
  update payments set payment_id = $paymentId, state = 'promised', amount_cents = $amountCents, revision = $revision, created_at = $now, check_at = $now,
    client_secret = null, challenged_at = null, network_key = $networkKey?
  where order_id = $orderId and payment_id = $replacedPaymentId and state = 'open' returning payment_id`

export const insertManualPayment = statement('payments.insert_manual')`
  insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
  values ($paymentId, $orderId, 'succeeded', $amountCents, $revision, $now, $now, $now) on conflict do nothing returning payment_id`

/** In place of a card payment that the provider has canceled. No row if the order has another by now. */
export const replaceByManualPayment = statement('payments.replace_by_manual')`
  update payments set payment_id = $paymentId, state = 'succeeded', amount_cents = $amountCents, revision = $revision, created_at = $now, check_at = $now,
    succeeded_at = $now, client_secret = null, challenged_at = null
  where order_id = $orderId and payment_id = $replacedPaymentId and state in ('open', 'cancelled') returning payment_id`

/** No row if it has ended already; the same for the next two. */
export const keepPromise = statement('payments.keep_promise')`
  update payments set state = 'succeeded', succeeded_at = $succeededAt, network_key = null
  where payment_id = $paymentId and state = 'promised' returning revision`

export const breakPromise = statement('payments.break_promise')`
  update payments set state = 'cancelled', network_key = null where payment_id = $paymentId and state = 'promised' returning revision`

export const withdrawPromise = statement('payments.withdraw_promise')`
  delete from payments where payment_id = $paymentId and state = 'promised' returning revision`
