/** The SQL of refunds that an administrator looks after. */
import type { UnmadeRefund } from '#contract/admin/job-desk.ts'
import { statement } from '#server/platform/statement.ts'

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
 * Refunds that are not made, those that wait longest first, each with how many there are: `limit` how many rows, `attempts`
 * only those that were tried so often or that the provider refused for good. There are a handful.
 */
export const listUnmade = statement<{ limit: number; attempts: number }, UnmadeRefundRow & { unmade: number }>(
  'payments.list_unmade_refunds',
  `select ${COLUMNS}, count(*) over ()::int as unmade from refunds r join orders o on o.order_id = r.order_id
   where r.state <> 'made' and (r.state = 'failed' or r.attempts >= $attempts::int)
   order by r.created_at, r.refund_id limit $limit`,
)

/** `refundId` refund, `underWayFor` (interval) how long it may be under way after it was sent. */
export const findUnmade = statement<{ refundId: string; underWayFor: string }, SettlableRow>(
  'payments.find_unmade_refund',
  `select ${COLUMNS}, r.payment_id, r.sent_at, coalesce(r.sent_at > clock_timestamp() - $underWayFor::interval, false) as is_under_way
   from refunds r join orders o on o.order_id = r.order_id where r.refund_id = $refundId`,
)

/**
 * Lets a refund be sent now: it is due, kept from `retry-refunds` until `tryAt`, and its job is queued. `refundId` refund,
 * `lastError` what the provider said of one that it ended as failed: that one gets another key, once. No row when it was made
 * meanwhile.
 */
export const sendAgain = statement<{ refundId: string; tryAt: Date; lastError: string }, { id: string }>(
  'payments.send_refund_again',
  `with due as (
     update refunds set state = 'due', try_at = $tryAt,
       key_number = key_number + case when state = 'failed' and last_error = $lastError then 1 else 0 end
     where refund_id = $refundId and state <> 'made' returning refund_id
   )
   select job.id from due, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
     job_key := 'refund:' || refund_id, max_attempts := 25) as job`,
)

/**
 * Notes a refund as made: `refundId` refund, `providerRefundId` where it can be found, `now` now, `isByHand` whether that was
 * by hand, `sentAt` when it was last sent as the provider was asked about it, `overdueAfter` (interval) how long it may be
 * under way after that. No row when it was made, or sent meanwhile: whoever sends it writes that into the same row first, so
 * one of the two comes too late.
 */
export const settleByHand = statement<
  {
    refundId: string
    providerRefundId: string
    now: Date
    isByHand: boolean
    sentAt: Date | null
    overdueAfter: string
  },
  { refund_id: string }
>(
  'payments.settle_refund_by_hand',
  `update refunds set state = 'made', provider_refund_id = $providerRefundId, made_at = $now, try_at = null, is_by_hand = $isByHand
   where refund_id = $refundId and state <> 'made' and sent_at is not distinct from $sentAt
     and coalesce(sent_at <= clock_timestamp() - $overdueAfter::interval, true)
   returning refund_id`,
)
