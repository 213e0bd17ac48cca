/** The SQL of payments by the cash app. The row of one that is promised decides, by its lock, who comes first. */
import { statement } from '#server/platform/statement.ts'

/**
 * Promises the payment of an order that has none: `paymentId` payment, `orderId` order, `amountCents` cents, `revision`
 * revision, `now` now, `networkKey` the network's key (null: a member's). No row when it has one.
 */
export const insertPromise = statement<
  { paymentId: string; orderId: string; amountCents: number; revision: number; now: Date; networkKey: string | null },
  { payment_id: string }
>(
  'payments.insert_promise',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, network_key)
   values ($paymentId, $orderId, 'promised', $amountCents, $revision, $now, $now, $networkKey) on conflict do nothing returning payment_id`,
)

/**
 * Puts a promise in the place of an order's card payment `replacedPaymentId`, which the provider has canceled: `paymentId` to
 * `networkKey` as above. No row when another stands there by now.
 */
export const replaceByPromise = statement<
  {
    paymentId: string
    orderId: string
    amountCents: number
    revision: number
    now: Date
    networkKey: string | null
    replacedPaymentId: string
  },
  { payment_id: string }
>(
  'payments.replace_by_promise',
  `update payments set payment_id = $paymentId, state = 'promised', amount_cents = $amountCents, revision = $revision, created_at = $now, check_at = $now,
     client_secret = null, challenged_at = null, network_key = $networkKey
   where order_id = $orderId and payment_id = $replacedPaymentId and state = 'open' returning payment_id`,
)

/** Writes that an order was paid by hand, where it has no payment. */
export const insertManualPayment = statement<
  { paymentId: string; orderId: string; amountCents: number; revision: number; now: Date },
  { payment_id: string }
>(
  'payments.insert_manual',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
   values ($paymentId, $orderId, 'succeeded', $amountCents, $revision, $now, $now, $now) on conflict do nothing returning payment_id`,
)

/**
 * Writes the same in the place of the order's card payment `replacedPaymentId`, which the provider has canceled: `paymentId`
 * to `now` as above. No row when another stands there by now, or it succeeded.
 */
export const replaceByManualPayment = statement<
  {
    paymentId: string
    orderId: string
    amountCents: number
    revision: number
    now: Date
    replacedPaymentId: string
  },
  { payment_id: string }
>(
  'payments.replace_by_manual',
  `update payments set payment_id = $paymentId, state = 'succeeded', amount_cents = $amountCents, revision = $revision, created_at = $now, check_at = $now,
     succeeded_at = $now, client_secret = null, challenged_at = null
   where order_id = $orderId and payment_id = $replacedPaymentId and state in ('open', 'cancelled') returning payment_id`,
)

/** The promise is kept: `succeededAt` now. No row when it was decided before. */
export const keepPromise = statement<{ paymentId: string; succeededAt: Date }, { revision: number }>(
  'payments.keep_promise',
  `update payments set state = 'succeeded', succeeded_at = $succeededAt, network_key = null
   where payment_id = $paymentId and state = 'promised' returning revision`,
)

/** The promise is not kept. No row when it was decided before. */
export const breakPromise = statement<{ paymentId: string }, { revision: number }>(
  'payments.break_promise',
  `update payments set state = 'cancelled', network_key = null where payment_id = $paymentId and state = 'promised' returning revision`,
)

/** The promise is taken back, so that another payment can be opened. No row when it was decided before. */
export const withdrawPromise = statement<{ paymentId: string }, { revision: number }>(
  'payments.withdraw_promise',
  `delete from payments where payment_id = $paymentId and state = 'promised' returning revision`,
)
