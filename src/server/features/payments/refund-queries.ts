/** The SQL of refunds, after `oweRefund` wrote one. */
import { statement } from '#server/platform/database.ts'

export interface RefundRow {
  refund_id: string
  payment_id: string
  amount_cents: number
  state: 'due' | 'made' | 'failed'
  attempts: number
}

/** $1 refund. */
export const findRefund = statement<RefundRow>(
  'payments.find_refund',
  'select refund_id, payment_id, amount_cents, state, attempts from refunds where refund_id = $1',
)

/** The end of a refund that is due: $1 refund, $2 state, $3 the provider's id, $4 now. */
export const noteRefund = statement(
  'payments.note_refund',
  `update refunds set state = $2, provider_refund_id = $3, made_at = $4, try_at = null where refund_id = $1 and state = 'due'`,
)

/** One more try that did not make it: $1 refund, $2 what was said, $3 when to try again. */
export const noteRefundFailure = statement(
  'payments.note_refund_failure',
  `update refunds set attempts = attempts + 1, last_error = $2, try_at = $3 where refund_id = $1 and state = 'due'`,
)

/**
 * Takes the refund that waits longest for its next try and keeps it from others until $3: $1 now, $2 when one that
 * nobody ever tried must have been written.
 */
export const claimDueRefund = statement<{ refund_id: string }>(
  'payments.claim_due_refund',
  `update refunds set try_at = $3 where refund_id = (
     select refund_id from refunds
     where state = 'due' and case when try_at is null then created_at <= $2 else try_at <= $1 end
     order by coalesce(try_at, created_at), refund_id limit 1 for update skip locked)
   returning refund_id`,
)

/** How many refunds wait, how many of them were tried at least $1 times, and how many the provider refused for good. */
export const countUnmadeRefunds = statement<{ due: number; overdue: number; failed: number }>(
  'payments.count_unmade_refunds',
  `select count(*) filter (where state = 'due')::int as due,
     count(*) filter (where state = 'due' and attempts >= $1)::int as overdue,
     count(*) filter (where state = 'failed')::int as failed
   from refunds where state <> 'made'`,
)
