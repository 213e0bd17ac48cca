/** The SQL of payments by the cash app. The row of one that is promised decides, by its lock, who comes first. */
import { statement } from '#server/platform/database.ts'

/**
 * Promises the payment of an order that has none: $1 payment, $2 order, $3 cents, $4 revision, $5 now, $6 the network's key
 * (null: a member's). No row when it has one.
 */
export const insertPromise = statement<{ payment_id: string }>(
  'payments.insert_promise',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, network_key)
   values ($1, $2, 'promised', $3, $4, $5, $5, $6) on conflict do nothing returning payment_id`,
)

/**
 * Puts a promise in the place of an order's card payment $7, which the provider has cancelled: $1 to $6 as above. No row
 * when another stands there by now.
 */
export const replaceByPromise = statement<{ payment_id: string }>(
  'payments.replace_by_promise',
  `update payments set payment_id = $1, state = 'promised', amount_cents = $3, revision = $4, created_at = $5, check_at = $5,
     client_secret = null, challenged_at = null, network_key = $6
   where order_id = $2 and payment_id = $7 and state = 'open' returning payment_id`,
)

/** Writes that an order was paid by hand, where it has no payment: $1 payment, $2 order, $3 cents, $4 revision, $5 now. */
export const insertManualPayment = statement<{ payment_id: string }>(
  'payments.insert_manual',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
   values ($1, $2, 'succeeded', $3, $4, $5, $5, $5) on conflict do nothing returning payment_id`,
)

/**
 * Writes the same in the place of the order's card payment $6, which the provider has cancelled: $1 to $5 as above. No row
 * when another stands there by now, or it succeeded.
 */
export const replaceByManualPayment = statement<{ payment_id: string }>(
  'payments.replace_by_manual',
  `update payments set payment_id = $1, state = 'succeeded', amount_cents = $3, revision = $4, created_at = $5, check_at = $5,
     succeeded_at = $5, client_secret = null, challenged_at = null
   where order_id = $2 and payment_id = $6 and state in ('open', 'cancelled') returning payment_id`,
)

/** The promise is kept: $1 payment, $2 now. No row when it was decided before. */
export const keepPromise = statement<{ revision: number }>(
  'payments.keep_promise',
  `update payments set state = 'succeeded', succeeded_at = $2, network_key = null
   where payment_id = $1 and state = 'promised' returning revision`,
)

/** The promise is not kept: $1 payment. No row when it was decided before. */
export const breakPromise = statement<{ revision: number }>(
  'payments.break_promise',
  `update payments set state = 'cancelled', network_key = null where payment_id = $1 and state = 'promised' returning revision`,
)

/** The promise is taken back, so that another payment can be opened: $1 payment. No row when it was decided before. */
export const withdrawPromise = statement<{ revision: number }>(
  'payments.withdraw_promise',
  `delete from payments where payment_id = $1 and state = 'promised' returning revision`,
)
