/** All SQL of payments. A payment's row is locked before its order's, everywhere. */
import type { Cents } from '#contract/values.ts'
import { statement } from '#server/platform/database.ts'

export interface PaymentRow {
  payment_id: string
  order_id: string
  state: 'open' | 'succeeded' | 'cancelled'
  amount_cents: number
  revision: number
  client_secret: string | null
  challenged_at: Date | null
}

const COLUMNS = 'payment_id, order_id, state, amount_cents, revision, client_secret, challenged_at'

/** $1 order. */
export const findPaymentOfOrder = statement<PaymentRow>(
  'payments.find_of_order',
  `select ${COLUMNS} from payments where order_id = $1`,
)

/**
 * The payment of an order at checkout: $1 order, $2 when the reconciler looks at it at the latest. Its buyer is about to
 * pay, so a lost webhook must not wait for the long intervals of an old payment.
 */
export const touchPaymentOfOrder = statement<PaymentRow>(
  'payments.touch_of_order',
  `update payments set check_at = least(check_at, $2) where order_id = $1 returning ${COLUMNS}`,
)

/** $1 payment, $2 when to look again. */
export const checkAgain = statement('payments.check_again', 'update payments set check_at = $2 where payment_id = $1')

/** Who made the order of a payment, and whether its money was taken: $1 payment. */
export const findPayer = statement<{ owner_id: string }>(
  'payments.find_payer',
  'select o.owner_id from payments p join orders o on o.order_id = p.order_id where p.payment_id = $1',
)

/** $1 payment. */
export const findPayment = statement<PaymentRow>(
  'payments.find',
  `select ${COLUMNS} from payments where payment_id = $1`,
)

/**
 * Saves the payment of an order, once: $1 payment, $2 order, $3 cents, $4 revision, $5 client secret, $6 now, $7 check at.
 * Answers with the one that stands, which is another's when two calls made it at once.
 */
export const savePayment = statement<PaymentRow>(
  'payments.save',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, client_secret, created_at, check_at)
   values ($1, $2, 'open', $3, $4, $5, $6, $7)
   on conflict (order_id) do update set client_secret = coalesce(payments.client_secret, excluded.client_secret)
   returning ${COLUMNS}`,
)

/**
 * What the provider was told: $1 payment, $2 cents, $3 revision. An older telling never overwrites a newer one. Answers
 * with the order's latest revision, read after the telling; null when the order no longer waits for this payment.
 */
export const noteAmount = statement<{ latest_revision: number | null; latest_cents: Cents | null }>(
  'payments.note_amount',
  `with told as (
     update payments set revision = greatest(revision, $3), amount_cents = case when revision <= $3 then $2 else amount_cents end
     where payment_id = $1 returning order_id
   )
   select o.revision as latest_revision, o.total_cents as latest_cents
   from told left join orders o on o.order_id = told.order_id and o.state = 'awaiting_payment' and not o.is_frozen`,
)

/** Takes a payment's one success: $1 payment, $2 now. No row when it was taken before, or is unknown. */
export const claimPayment = statement<PaymentRow>(
  'payments.claim',
  `update payments set state = 'succeeded', succeeded_at = $2 where payment_id = $1 and state <> 'succeeded' returning ${COLUMNS}`,
)

/** The payment of an order that costs nothing: $1 payment, $2 order, $3 revision, $4 now. No row when it was made before. */
export const claimFreePayment = statement<PaymentRow>(
  'payments.claim_free',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
   values ($1, $2, 'succeeded', 0, $3, $4, $4, $4) on conflict do nothing returning ${COLUMNS}`,
)

/** $1 payment. */
export const cancelPayment = statement(
  'payments.cancel',
  `update payments set state = 'cancelled' where payment_id = $1 and state = 'open'`,
)

/**
 * First seen waiting for 3-D Secure while being closed: $1 payment, $2 now, $3 when its time is over at the earliest; it
 * is looked at again then.
 */
export const noteChallenge = statement<{ challenged_at: Date }>(
  'payments.note_challenge',
  `update payments set challenged_at = coalesce(challenged_at, $2), check_at = least(check_at, $3)
   where payment_id = $1 returning challenged_at`,
)

/**
 * Keeps an order that never had a payment from getting one: $1 payment, $2 order, $3 now. No row when one was opened
 * meanwhile. The unique order makes closing and opening meet in one place, whichever comes first.
 */
export const barPayment = statement<{ payment_id: string }>(
  'payments.bar',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at)
   values ($1, $2, 'cancelled', 0, 0, $3, $3) on conflict do nothing returning payment_id`,
)

/** Up to $2 waiting orders from before $1 for which no payment was ever opened, oldest first. */
export const findOrdersWithoutPayment = statement<{ order_id: string }>(
  'payments.orders_without',
  `select order_id from orders o
   where state = 'awaiting_payment' and created_at <= $1 and payment_method in ('stripe', 'free')
     and not exists (select from payments p where p.order_id = o.order_id)
   order by created_at limit $2`,
)

/**
 * Takes up to $3 open payments that are due to be looked at by $1 (now) and says when to look again: after $2 (interval),
 * or, when that is longer, after as long as they have been open already, but at $4 (interval) of age in any case.
 */
export const claimDuePayments = statement<{ payment_id: string; created_at: Date }>(
  'payments.claim_due',
  `update payments set check_at = least($1::timestamptz + greatest($2::interval, $1::timestamptz - created_at),
       case when created_at + $4::interval > $1::timestamptz then created_at + $4::interval end)
   where payment_id in (select payment_id from payments where state = 'open' and check_at <= $1
                        order by check_at limit $3 for update skip locked)
   returning payment_id, created_at`,
)

/** Writes a refund that is due, with its job: $1 refund, $2 payment, $3 order, $4 cents, $5 reason, $6 now. */
export const oweRefund = statement(
  'payments.owe_refund',
  `with owed as (
     insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at) values ($1, $2, $3, $4, $5, $6)
     returning refund_id
   )
   select job.id from owed, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
     job_key := 'refund:' || refund_id, max_attempts := 25) as job`,
)

export interface RefundRow {
  refund_id: string
  payment_id: string
  amount_cents: number
  state: 'due' | 'made' | 'failed'
}

/** $1 refund. */
export const findRefund = statement<RefundRow>(
  'payments.find_refund',
  'select refund_id, payment_id, amount_cents, state from refunds where refund_id = $1',
)

/** $1 refund, $2 state, $3 the provider's id, $4 now. */
export const noteRefund = statement(
  'payments.note_refund',
  `update refunds set state = $2, provider_refund_id = $3, made_at = $4 where refund_id = $1 and state = 'due'`,
)

/**
 * Stores an event once and puts its job on the queue: $1 event, $2 type, $3 subject (JSON), $4 now, $5 job name or null,
 * $6 payment. A payment that has its success already needs no job. No row when the event was stored before.
 */
export const storeEvent = statement<{ event_id: string }>(
  'payments.store_event',
  `with due as (
     select case when $5::text = 'settle-payment'
                  and exists (select from payments where payment_id = $6 and state = 'succeeded') then null
            else $5::text end as job
   ), stored as (
     insert into webhook_events (event_id, type, subject, received_at, handled_at)
     select $1, $2, $3::jsonb, $4, case when due.job is null then $4::timestamptz end from due
     on conflict do nothing returning event_id
   ), queued as (
     select job.id from stored, due,
       lateral graphile_worker.add_job(due.job, json_build_object('eventId', event_id, 'paymentId', $6::text),
         job_key := 'event:' || event_id, max_attempts := 25) as job
     where due.job is not null
   )
   select event_id, (select count(*) from queued) as queued from stored`,
)

/** $1 event, $2 now. */
export const markEventHandled = statement(
  'payments.mark_event_handled',
  'update webhook_events set handled_at = $2 where event_id = $1',
)

/** $1 payment, $2 now. */
export const noteDispute = statement(
  'payments.note_dispute',
  'update payments set disputed_at = coalesce(disputed_at, $2) where payment_id = $1',
)
