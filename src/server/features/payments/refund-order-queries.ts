/** The SQL of refunds that an administrator decides. */
import { statement } from '#server/platform/database.ts'

/** The refund of an attempt: $1 order, $2 attempt. */
export const findAttempt = statement<{
  refund_id: string
  amount_cents: number
  credit_cents: number
  is_by_hand: boolean
}>(
  'payments.find_refund_attempt',
  `select refund_id, amount_cents, credit_cents, is_by_hand from refunds where order_id = $1 and attempt_id = $2`,
)

/** What refunds changed about an order's lines so far, in all and as store credit: $1 order. */
export const listRefundedLines = statement<{
  line_number: number
  cents: number
  credit_cents: number
  is_returned: boolean
  is_gone: boolean
}>(
  'payments.list_refunded_lines',
  `select rl.line_number, sum(rl.amount_cents)::int as cents, sum(rl.credit_cents)::int as credit_cents, bool_or(rl.is_returned) as is_returned,
     bool_or(rl.is_gone or rl.is_returned) as is_gone
   from refunds r join refund_lines rl using (refund_id) where r.order_id = $1 group by rl.line_number`,
)

/**
 * Writes a refund with its lines, and the job that sends it where the card provider is to make it: $1 refund, $2 payment,
 * $3 order, $4 cents that go back the way the money came, $5 now, $6 attempt, $7 why, $8 who, $9 whether that is by hand (then it
 * counts as made, as one of store credit alone does), $10 line numbers, $11 cents of each in all, $12 whether each is returned, $13
 * cents that come back as store credit, $14 those of each line, $15 whether each fell away.
 */
export const writeRefund = statement(
  'payments.write_refund',
  `with written as (
     insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at, attempt_id, note, decided_by,
       is_by_hand, state, made_at, credit_cents)
     values ($1, $2, $3, $4::int, 'admin', $5, $6, $7, $8, $9, case when $9::boolean or $4::int = 0 then 'made' else 'due' end,
       case when $9::boolean or $4::int = 0 then $5::timestamptz end, $13)
     returning refund_id, state
   ), lines as (
     insert into refund_lines (refund_id, line_number, amount_cents, is_returned, credit_cents, is_gone)
     select $1, l.* from unnest($10::int[], $11::int[], $12::boolean[], $14::int[], $15::boolean[]) as l
   )
   select job.id from written, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
     job_key := 'refund:' || refund_id, max_attempts := 25) as job where state = 'due'`,
)
