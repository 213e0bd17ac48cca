/** The SQL of refunds that an administrator looks after. */
import type { UnmadeRefund } from '#contract/job-desk.ts'
import { statement } from '#server/platform/database.ts'

export interface UnmadeRefundRow {
  refund_id: string
  order_id: string
  reference: string
  amount_cents: number
  reason: UnmadeRefund['reason']
  state: 'due' | 'made' | 'failed'
  attempts: number
  last_error: string | null
  created_at: Date
  try_at: Date | null
  provider_refund_id: string | null
}

/** A refund with what says whether it may be settled by hand. */
export interface SettlableRow extends UnmadeRefundRow {
  payment_id: string
  sent_at: Date | null
  is_under_way: boolean
}

const COLUMNS = `r.refund_id, r.order_id, o.reference, r.amount_cents, r.reason, r.state, r.attempts, r.last_error,
     r.created_at, r.try_at, r.provider_refund_id`

/**
 * Refunds that are not made, those that wait longest first, each with how many there are: $1 how many rows, $2 only those
 * that were tried so often or that the provider refused for good. There are a handful.
 */
export const listUnmade = statement<UnmadeRefundRow & { unmade: number }>(
  'payments.list_unmade_refunds',
  `select ${COLUMNS}, count(*) over ()::int as unmade from refunds r join orders o on o.order_id = r.order_id
   where r.state <> 'made' and (r.state = 'failed' or r.attempts >= $2::int)
   order by r.created_at, r.refund_id limit $1`,
)

/** $1 refund, $2 (interval) how long it may be under way after it was sent. */
export const findUnmade = statement<SettlableRow>(
  'payments.find_unmade_refund',
  `select ${COLUMNS}, r.payment_id, r.sent_at, coalesce(r.sent_at > clock_timestamp() - $2::interval, false) as is_under_way
   from refunds r join orders o on o.order_id = r.order_id where r.refund_id = $1`,
)

/**
 * Lets a refund be sent now: it is due, kept from `retry-refunds` until $2, and its job is queued. $1 refund, $3 what the
 * provider said of one that it ended as failed: that one gets another key, once. No row when it was made meanwhile.
 */
export const sendAgain = statement<{ id: string }>(
  'payments.send_refund_again',
  `with due as (
     update refunds set state = 'due', try_at = $2,
       key_number = key_number + case when state = 'failed' and last_error = $3 then 1 else 0 end
     where refund_id = $1 and state <> 'made' returning refund_id
   )
   select job.id from due, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
     job_key := 'refund:' || refund_id, max_attempts := 25) as job`,
)

/**
 * Notes a refund as made: $1 refund, $2 where it can be found, $3 now, $4 whether that was by hand, $5 when it was last sent
 * as the provider was asked about it, $6 (interval) how long it may be under way after that. No row when it was made, or
 * sent meanwhile: whoever sends it writes that into the same row first, so one of the two comes too late.
 */
export const settleByHand = statement<{ refund_id: string }>(
  'payments.settle_refund_by_hand',
  `update refunds set state = 'made', provider_refund_id = $2, made_at = $3, try_at = null, is_by_hand = $4
   where refund_id = $1 and state <> 'made' and sent_at is not distinct from $5
     and coalesce(sent_at <= clock_timestamp() - $6::interval, true)
   returning refund_id`,
)
