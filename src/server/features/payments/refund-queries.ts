/** The SQL of refunds, after `oweRefund` wrote one. */
import { statement } from '#server/platform/statement.ts'

export interface RefundRow {
  refund_id: string
  order_id: string
  payment_id: string
  amount_cents: number
  attempts: number
  key_number: number
}

/**
 * Says that a refund is being sent, before the provider is asked for it. From here on nobody can note it as made by hand until
 * that is over. Several may send it at once, since its key makes it one. No row when it is not due.
 */
export const sendRefund = statement<{ refundId: string }, RefundRow>(
  'payments.send_refund',
  `update refunds set sent_at = date_trunc('milliseconds', clock_timestamp()) where refund_id = $refundId and state = 'due'
   returning refund_id, order_id, payment_id, amount_cents, attempts, key_number`,
)

/**
 * The provider made a refund: `keyNumber` the key's number, `providerRefundId` the provider's id. The same twice is one. No
 * row when it stands otherwise: made by hand, come back, or sent under another key.
 */
export const recordRefund = statement<
  { refundId: string; keyNumber: number; providerRefundId: string; now: Date },
  { refund_id: string }
>(
  'payments.note_refund',
  `update refunds set state = 'made', provider_refund_id = $providerRefundId, made_at = coalesce(made_at, $now), try_at = null
   where refund_id = $refundId and key_number = $keyNumber and (state = 'due' or (state = 'made' and provider_refund_id = $providerRefundId))
   returning refund_id`,
)

/** One that no later try can make: `keyNumber` the key's number, `lastError` what was said. No row when it is not due. */
export const recordRefundRefused = statement<
  { refundId: string; keyNumber: number; lastError: string },
  { refund_id: string }
>(
  'payments.note_refund_refused',
  `update refunds set state = 'failed', attempts = attempts + 1, last_error = $lastError, try_at = null
   where refund_id = $refundId and key_number = $keyNumber and state = 'due' returning refund_id`,
)

/** One more try that did not make it: `keyNumber` the key's number, `lastError` what was said, `tryAt` when to try again. */
export const recordRefundFailure = statement<{ refundId: string; keyNumber: number; lastError: string; tryAt: Date }>(
  'payments.note_refund_failure',
  `update refunds set attempts = attempts + 1, last_error = $lastError, try_at = $tryAt
   where refund_id = $refundId and key_number = $keyNumber and state = 'due'`,
)

/** Refunds of a payment that the provider may have. One of store credit alone never went there. */
export const listSentRefunds = statement<
  { paymentId: string },
  { refund_id: string; order_id: string; key_number: number }
>(
  'payments.list_sent_refunds',
  `select refund_id, order_id, key_number from refunds
   where payment_id = $paymentId and state in ('due', 'made') and not is_by_hand and amount_cents > 0`,
)

/**
 * Takes back one that the provider ended as failed, also where it was made, or was about to be noted so: `keyNumber` the key's
 * number, `lastError` what was said. No row when it was sent again or settled by hand meanwhile.
 */
export const takeRefundBack = statement<
  { refundId: string; keyNumber: number; lastError: string },
  { refund_id: string }
>(
  'payments.take_refund_back',
  `update refunds set state = 'failed', attempts = attempts + 1, last_error = $lastError, made_at = null, try_at = null
   where refund_id = $refundId and key_number = $keyNumber and state in ('due', 'made') and not is_by_hand returning refund_id`,
)

/**
 * Takes the refund that waits longest for its next try and keeps it from others until `tryAt`: `createdBefore` when one that
 * nobody ever tried must have been written.
 */
export const claimDueRefund = statement<{ now: Date; createdBefore: Date; tryAt: Date }, { refund_id: string }>(
  'payments.claim_due_refund',
  `update refunds set try_at = $tryAt where refund_id = (
     select refund_id from refunds
     where state = 'due' and case when try_at is null then created_at <= $createdBefore else try_at <= $now end
     order by coalesce(try_at, created_at), refund_id limit 1 for update skip locked)
   returning refund_id`,
)

/** How many refunds wait, how many of them were tried at least `attempts` times, and how many the provider refused for good. */
export const countUnmadeRefunds = statement<{ attempts: number }, { due: number; overdue: number; failed: number }>(
  'payments.count_unmade_refunds',
  `select count(*) filter (where state = 'due')::int as due,
     count(*) filter (where state = 'due' and attempts >= $attempts)::int as overdue,
     count(*) filter (where state = 'failed')::int as failed
   from refunds where state <> 'made'`,
)

/** Writes how far the refunds of a locked order are. Money of a second payment is not the order's. */
export const writeRefundState = statement<{ orderId: string }>(
  'payments.write_refund_state',
  `update orders o set refund_state = (
     select case when bool_or(f.state = 'failed') then 'failed' when bool_or(f.state = 'due') then 'pending'
       when count(*) > 0 then 'refunded' end
     from refunds f where f.order_id = o.order_id and (f.reason <> 'not_ours' or o.paid_at is null))
   where o.order_id = $orderId`,
)
