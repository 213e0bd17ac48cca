/** SQL for payments whose order a restore lost. */
import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { statement } from '#server/platform/statement.ts'

/** Records that a restored store starts, and the time that it lost. */
export const writeRestore = statement<{ now: Date; restoredTo: Date }>(
  'payments.write_restore',
  'insert into restores (started_at, restored_to) values ($now, $restoredTo) on conflict do nothing',
)

export interface RestoreRow {
  started_at: Date
  restored_to: Date
}

/** Lists restores since `startedAfter` after which the provider was not asked since `readBefore`. */
export const listRestores = statement<{ startedAfter: Date; readBefore: Date }, RestoreRow>(
  'payments.list_restores',
  `select started_at, restored_to from restores
   where started_at > $startedAfter and (read_at is null or read_at < $readBefore) order by started_at`,
)

export const markRead = statement<{ startedAt: Date; now: Date }>(
  'payments.mark_restore_read',
  'update restores set read_at = $now where started_at = $startedAt',
)

/**
 * Writes payments of no order here that were opened in a time that a restore lost, each once. Another store may use the
 * same account, so payments of other times are left alone.
 */
export const writeUnknown = statement<
  {
    paymentIds: readonly string[]
    orderIds: readonly string[]
    amounts: readonly number[]
    createdAts: readonly Date[]
    contacts: readonly (string | null)[]
    slack: string
    now: Date
  },
  { payment_id: string }
>(
  'payments.write_unknown',
  `insert into unknown_payments (payment_id, order_id, amount_cents, created_at, contact, found_at)
   select given.payment_id, given.order_id, given.amount_cents, given.created_at, given.contact, $now
   from unnest($paymentIds::text[], $orderIds::text[], $amounts::int[], $createdAts::timestamptz[], $contacts::text[])
     as given (payment_id, order_id, amount_cents, created_at, contact)
   where exists (select from restores r
                 where given.created_at between r.restored_to - $slack::interval and r.started_at + $slack::interval)
     and not exists (select from orders o where o.order_id = given.order_id)
     and not exists (select from payments p where p.payment_id = given.payment_id)
   on conflict do nothing returning payment_id`,
)

export interface UnknownRow {
  payment_id: string
  order_id: string
  amount_cents: number
  created_at: Date
  contact: string | null
  refund_asked_at: Date | null
  settled_at: Date | null
  last_error: string | null
}

const COLUMNS = 'payment_id, order_id, amount_cents, created_at, contact, refund_asked_at, settled_at, last_error'

/** Lists what is neither settled nor on its way back, oldest first, with its number. */
export const listUnknown = statement<{ limit: number }, UnknownRow & { waiting: number }>(
  'payments.list_unknown',
  `with waiting as materialized (
     select ${COLUMNS} from unknown_payments
     where settled_at is null and (refund_asked_at is null or last_error is not null)
     order by created_at limit ${ATTENTION_COUNT_MAX + 1}
   )
   select w.*, (select count(*)::int from waiting) as waiting from waiting w order by w.created_at limit $limit`,
)

export const findUnknown = statement<{ paymentId: string }, UnknownRow>(
  'payments.find_unknown',
  `select ${COLUMNS} from unknown_payments where payment_id = $paymentId`,
)

/** Requests the refund of a payment. Returns whether it is new, not already under way; no row if it is settled. */
export const askUnknownRefund = statement<{ paymentId: string; now: Date }, { is_new: boolean }>(
  'payments.ask_unknown_refund',
  `with before as materialized (select * from unknown_payments where payment_id = $paymentId for update)
   update unknown_payments u set refund_asked_at = coalesce(b.refund_asked_at, $now), last_error = null
   from before b where u.payment_id = b.payment_id and b.settled_at is null
   returning b.refund_asked_at is null or b.last_error is not null as is_new`,
)

/** Records a try to refund a payment: `lastError` null if its money is back. */
export const recordUnknownRefund = statement<{ paymentId: string; settledAt: Date | null; lastError: string | null }>(
  'payments.record_unknown_refund',
  `update unknown_payments set settled_at = $settledAt, last_error = $lastError
   where payment_id = $paymentId and settled_at is null`,
)

/**
 * Records that a payment is settled without a refund. Returns no row if it was settled before, or is on its way back.
 */
export const settleUnknown = statement<{ paymentId: string; now: Date }, { payment_id: string }>(
  'payments.settle_unknown',
  `update unknown_payments set settled_at = $now
   where payment_id = $paymentId and settled_at is null and (refund_asked_at is null or last_error is not null)
   returning payment_id`,
)

export const forgetUnknown = statement<{ before: Date; limit: number }, { rows: number }>(
  'payments.forget_unknown',
  `with gone as (
     delete from unknown_payments where payment_id = any(array(
       select payment_id from unknown_payments where found_at < $before order by found_at limit $limit for update skip locked))
     returning payment_id
   )
   select count(*)::int as rows from gone`,
)
