/** The SQL of refunds that an administrator decides. */
import { statement } from '#server/platform/statement.ts'

/** The refund of an attempt. */
export const findAttempt = statement<
  { orderId: string; attemptId: string },
  {
    refund_id: string
    amount_cents: number
    credit_cents: number
    is_by_hand: boolean
  }
>(
  'payments.find_refund_attempt',
  `select refund_id, amount_cents, credit_cents, is_by_hand from refunds where order_id = $orderId and attempt_id = $attemptId`,
)

export interface RefundedLineRow {
  line_number: number
  cents: number
  credit_cents: number
  given_cents: number
  is_returned: boolean
  is_gone: boolean
}

/**
 * What refunds changed about an order's lines so far: in all, as store credit, and what was given for a line while it stayed.
 * Older versions did not write that down: all that went back in one of their refunds counts as given.
 */
export const listRefundedLines = statement<{ orderId: string }, RefundedLineRow>(
  'payments.list_refunded_lines',
  `select rl.line_number, sum(rl.amount_cents)::int as cents, sum(rl.credit_cents)::int as credit_cents,
     sum(coalesce(rl.given_cents, case when rl.is_gone then 0 else greatest(rl.amount_cents, 0) end))::int as given_cents,
     bool_or(rl.is_returned) as is_returned,
     bool_or(rl.is_gone or rl.is_returned) as is_gone
   from refunds r join refund_lines rl using (refund_id) where r.order_id = $orderId group by rl.line_number`,
)

/**
 * Writes a refund with its lines, and the job that sends it where the card provider is to make it: `refundId` refund,
 * `paymentId` payment, `orderId` order, `amountCents` cents that go back the way the money came, `now` now, `attemptId`
 * attempt, `note` why, `decidedBy` who, `isByHand` whether that is by hand (then it counts as made, as one of store credit
 * alone does), `lineNumbers` line numbers, `cents` cents of each in all, `isReturneds` whether each is returned, `creditCents`
 * cents that come back as store credit, `creditCentsOfLines` those of each line,
 * `givenCents` what is given for each while it stays, `isGones` whether each fell away.
 */
export const writeRefund = statement<{
  refundId: string
  paymentId: string
  orderId: string
  amountCents: number
  now: Date
  attemptId: string
  note: string
  decidedBy: string
  isByHand: boolean
  lineNumbers: readonly number[]
  cents: readonly number[]
  isReturneds: readonly boolean[]
  creditCents: number
  creditCentsOfLines: readonly number[]
  givenCents: readonly number[]
  isGones: readonly boolean[]
}>(
  'payments.write_refund',
  `with written as (
     insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at, attempt_id, note, decided_by,
       is_by_hand, state, made_at, credit_cents)
     values ($refundId, $paymentId, $orderId, $amountCents::int, 'admin', $now, $attemptId, $note, $decidedBy, $isByHand, case when $isByHand::boolean or $amountCents::int = 0 then 'made' else 'due' end,
       case when $isByHand::boolean or $amountCents::int = 0 then $now::timestamptz end, $creditCents)
     returning refund_id, state
   ), lines as (
     insert into refund_lines (refund_id, line_number, amount_cents, is_returned, credit_cents, given_cents, is_gone)
     select $refundId, l.* from unnest($lineNumbers::int[], $cents::int[], $isReturneds::boolean[], $creditCentsOfLines::int[], $givenCents::int[], $isGones::boolean[]) as l
   )
   select job.id from written, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
     job_key := 'refund:' || refund_id, max_attempts := 25) as job where state = 'due'`,
)

/** What lines that stay cost more since a refund, because they lost a discount with the lines that fell away. */
export const sumLostDiscount = statement<{ refundId: string }, { cents: number }>(
  'payments.sum_lost_discount',
  `select coalesce(-sum(amount_cents), 0)::int as cents from refund_lines where refund_id = $refundId and amount_cents < 0`,
)
