import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** Before the provider is asked: no one can record it as made by hand meanwhile. Its key makes it one for all. */
export const sendRefund = statement('payments.send_refund')`
  update refunds set sent_at = date_trunc('milliseconds', clock_timestamp()) where refund_id = $refundId and state = 'due'
  returning refund_id, order_id, payment_id, amount_cents, attempts, key_number`

export type RefundRow = RowOf<typeof sendRefund>

/** Repeating it changes nothing. No row if it was made by hand, failed, or sent under another key. */
export const recordRefund = statement('payments.note_refund')`
  update refunds set state = 'made', provider_refund_id = $providerRefundId, made_at = coalesce(made_at, $now), try_at = null
  where refund_id = $refundId and key_number = $keyNumber and (state = 'due' or (state = 'made' and provider_refund_id = $providerRefundId))
  returning refund_id`

export const recordRefundRefused = statement('payments.note_refund_refused')`
  update refunds set state = 'failed', attempts = attempts + 1, last_error = $lastError, try_at = null
  where refund_id = $refundId and key_number = $keyNumber and state = 'due' returning refund_id`

export const recordRefundFailure = statement('payments.note_refund_failure')`
  update refunds set attempts = attempts + 1, last_error = $lastError, try_at = $tryAt
  where refund_id = $refundId and key_number = $keyNumber and state = 'due'`

/** Refunds that the provider may have. One of store credit alone never went there. */
export const listSentRefunds = statement('payments.list_sent_refunds')`
  select refund_id, order_id, key_number from refunds
  where payment_id = $paymentId and state in ('due', 'made') and not is_by_hand and amount_cents > 0`

/** Even if it was made, or about to be recorded as made. No row if it was sent again or settled by hand meanwhile. */
export const takeRefundBack = statement('payments.take_refund_back')`
  update refunds set state = 'failed', attempts = attempts + 1, last_error = $lastError, made_at = null, try_at = null
  where refund_id = $refundId and key_number = $keyNumber and state in ('due', 'made') and not is_by_hand returning refund_id`

/** Keeps it from others until `tryAt`. One that was never tried must be from before `createdBefore`. */
export const claimDueRefund = statement('payments.claim_due_refund')`
  update refunds set try_at = $tryAt where refund_id = (
    select refund_id from refunds
    where state = 'due' and case when try_at is null then created_at <= $createdBefore else try_at <= $now end
    order by coalesce(try_at, created_at), refund_id limit 1 for update skip locked)
  returning refund_id`

export const hurryRefunds = statement('payments.hurry_refunds')`
  with hurried as (
    update refunds set try_at = $now where refund_id = any(array(
      select refund_id from refunds where state = 'due' and attempts > 0 and try_at > $now
      order by try_at limit $limit for update skip locked))
    returning refund_id
  )
  select count(*)::int as hurried from hurried`

export const countUnmadeRefunds = statement('payments.count_unmade_refunds')`
  select count(*) filter (where state = 'due')::int as due,
    count(*) filter (where state = 'due' and attempts >= $attempts)::int as overdue,
    count(*) filter (where state = 'failed')::int as failed
  from refunds where state <> 'made'`

/** Of a locked order. Money of a second payment is not the order's. */
export const writeRefundState = statement('payments.write_refund_state')`
  update orders o set refund_state = (
    select case when bool_or(f.state = 'failed') then 'failed' when bool_or(f.state = 'due') then 'pending'
      when count(*) > 0 then 'refunded' end
    from refunds f where f.order_id = o.order_id and (f.reason <> 'not_ours' or o.paid_at is null))
  where o.order_id = $orderId`

export const findAttempt = statement('payments.find_refund_attempt')`
  select refund_id, amount_cents, credit_cents, is_by_hand from refunds where order_id = $orderId and attempt_id = $attemptId`

/**
 * What refunds have changed about an order's lines so far: the total, the part as store credit, and what was given for
 * a line while it stayed. Older versions did not record the last; everything in one of their refunds counts as given.
 */
export const listRefundedLines = statement('payments.list_refunded_lines')`
  select rl.line_number, sum(rl.amount_cents)::int as cents, sum(rl.credit_cents)::int as credit_cents,
    sum(coalesce(rl.given_cents, case when rl.is_gone then 0 else greatest(rl.amount_cents, 0) end))::int as given_cents,
    bool_or(rl.is_returned) as is_returned,
    bool_or(rl.is_gone or rl.is_returned) as is_gone
  from refunds r join refund_lines rl using (refund_id) where r.order_id = $orderId group by rl.line_number`

export type RefundedLineRow = RowOf<typeof listRefundedLines>

/**
 * Writes a refund with its lines, and the job that sends it if the card provider is to make it. A refund by hand counts
 * as made, and so does one of store credit alone. `amountCents` goes back the way the money came, `creditCents` as
 * store credit. For each line: `cents` in total, `givenCents` while it stays.
 */
export const writeRefund = statement('payments.write_refund')`
  with written as (
    insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at, attempt_id, note, decided_by,
      is_by_hand, state, made_at, credit_cents)
    values ($refundId, $paymentId, $orderId, $amountCents::int, 'admin', $now, $attemptId, $note, $decidedBy, $isByHand, case when $isByHand::boolean or $amountCents::int = 0 then 'made' else 'due' end,
      case when $isByHand::boolean or $amountCents::int = 0 then $now::timestamptz end, $creditCents)
    returning refund_id, state
  ), lines as (
    insert into refund_lines (refund_id, line_number, amount_cents, is_returned, credit_cents, given_cents, is_gone)
    select $refundId, l.* from unnest($lineNumbers::int[], $cents::int[], $areReturned::boolean[], $creditCentsOfLines::int[], $givenCents::int[], $areGone::boolean[]) as l
  )
  select job.id from written, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
    job_key := 'refund:' || refund_id, max_attempts := 25) as job where state = 'due'`

/** What one refund gave for each line. Negative: the line stays and lost a discount it had together with one that is gone. */
export const listLinesOfRefund = statement('payments.list_lines_of_refund')`
  select line_number, amount_cents from refund_lines where refund_id = $refundId order by line_number`

const COLUMNS = `r.refund_id, r.order_id, o.reference, r.amount_cents, r.reason, r.state, r.attempts, r.last_error,
     r.created_at, r.try_at, r.provider_refund_id`

export const listUnmade = statement('payments.list_unmade_refunds')`
  select ${COLUMNS}, count(*) over ()::int as unmade from refunds r join orders o on o.order_id = r.order_id
  where r.state <> 'made' and (r.state = 'failed' or r.attempts >= $attempts::int)
  order by r.created_at, r.refund_id limit $limit`

export type UnmadeRefundRow = Omit<RowOf<typeof listUnmade>, 'unmade'>

export const findUnmade = statement('payments.find_unmade_refund')`
  select ${COLUMNS}, r.payment_id, r.sent_at, coalesce(r.sent_at > clock_timestamp() - $underWayFor::interval, false) as is_under_way
  from refunds r join orders o on o.order_id = r.order_id where r.refund_id = $refundId`.as<{ sent_at: Date | null }>()

export type SettlableRow = RowOf<typeof findUnmade>

/** Queues its job; `retry-refunds` leaves it until `tryAt`. One that failed (`lastError`) gets another key, once. */
export const sendAgain = statement('payments.send_refund_again')`
  with due as (
    update refunds set state = 'due', try_at = $tryAt,
      key_number = key_number + case when state = 'failed' and last_error = $lastError then 1 else 0 end
    where refund_id = $refundId and state <> 'made' returning refund_id
  )
  select job.id from due, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
    job_key := 'refund:' || refund_id, max_attempts := 25) as job`

/**
 * Records a refund as made. `sentAt`: when it was last sent as of asking the provider, `overdueAfter` (interval): how
 * long it may be on its way after that. No row if it was made or sent in the meantime: a sender writes that into the
 * same row first, so one of the two comes too late.
 */
export const settleByHand = statement('payments.settle_refund_by_hand')`
  update refunds set state = 'made', provider_refund_id = $providerRefundId, made_at = $now, try_at = null, is_by_hand = $isByHand
  where refund_id = $refundId and state <> 'made' and sent_at is not distinct from $sentAt?
    and coalesce(sent_at <= clock_timestamp() - $overdueAfter::interval, true)
  returning refund_id`
