/** All SQL of payments. A payment's row is locked before its order's, everywhere. */
import type { Cents } from '#contract/values.ts'
import { type OrderRow, orderWithLines } from '#server/features/orders/order-row.ts'
import { statement } from '#server/platform/database.ts'

export interface PaymentRow {
  payment_id: string
  order_id: string
  state: 'open' | 'promised' | 'succeeded' | 'cancelled'
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
 * The payment of an order at checkout: $1 order, $2 when the reconciler looks at it at the latest, $3 who asks (their network). Its buyer is about to
 * pay, so a lost webhook must not wait for the long intervals of an old payment.
 */
export const touchPaymentOfOrder = statement<PaymentRow>(
  'payments.touch_of_order',
  `update payments set check_at = least(check_at, $2), network_key = $3 where order_id = $1 returning ${COLUMNS}`,
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
 * Saves the payment of an order, once: $1 payment, $2 order, $3 cents, $4 revision, $5 client secret, $6 now, $7 check at,
 * $8 the network's key. Answers with the one that stands, which is another's when two calls made it at once.
 */
export const savePayment = statement<PaymentRow>(
  'payments.save',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, client_secret, created_at, check_at, network_key)
   values ($1, $2, 'open', $3, $4, $5, $6, $7, $8)
   on conflict (order_id) do update set client_secret = case when payments.state = 'open'
     then coalesce(payments.client_secret, excluded.client_secret) end
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
   select o.revision as latest_revision, o.total_cents - o.credit_cents as latest_cents
   from told left join orders o on o.order_id = told.order_id and o.state = 'awaiting_payment' and not o.is_frozen`,
)

/**
 * Takes a payment's one success and locks its order, with the lines of the revision that was paid: $1 payment, $2 now,
 * $3 that revision, null where only our row knows it. No row when the success was taken before, or the payment is unknown.
 */
export const claimPayment = statement<OrderRow & { paid_revision: number }>(
  'payments.claim',
  `with claimed as (
     update payments set state = 'succeeded', succeeded_at = $2 where payment_id = $1 and state <> 'succeeded'
     returning order_id, coalesce($3::int, revision) as paid_revision
   )
   select claimed.paid_revision, ${orderWithLines('claimed.paid_revision')}
   from claimed join orders o on o.order_id = claimed.order_id for update of o`,
)

/** The payment of an order that costs nothing: $1 payment, $2 order, $3 revision, $4 now. No row when it was made before. */
export const claimFreePayment = statement<PaymentRow>(
  'payments.claim_free',
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
   values ($1, $2, 'succeeded', 0, $3, $4, $4, $4) on conflict do nothing returning ${COLUMNS}`,
)

/** $1 payment. No row when it succeeded, or made room for another way to pay. */
export const cancelPayment = statement<{ payment_id: string }>(
  'payments.cancel',
  `update payments set state = 'cancelled' where payment_id = $1 and state in ('open', 'cancelled') returning payment_id`,
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

/** Up to $2 waiting orders of carts from before $1 for which no payment was ever opened, oldest first. */
export const findOrdersWithoutPayment = statement<{ order_id: string }>(
  'payments.orders_without',
  `select order_id from orders o
   where state = 'awaiting_payment' and created_at <= $1 and payment_method in ('stripe', 'free') and pay_until is null
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

/** Writes a refund that is due, with its job, once: $1 refund, $2 payment, $3 order, $4 cents, $5 reason, $6 now. */
export const oweRefund = statement(
  'payments.owe_refund',
  `with owed as (
     insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (refund_id) do nothing returning refund_id
   )
   select job.id from owed, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
     job_key := 'refund:' || refund_id, max_attempts := 25) as job`,
)

/**
 * Stores an event once: $1 event, $2 type, $3 subject (JSON), $4 now, $5 whether nothing is to be done about it.
 * Whatever else it leads to comes with `sortEvents`, for many at a time.
 */
export const storeEvent = statement(
  'payments.store_event',
  `insert into webhook_events (event_id, type, subject, received_at, handled_at)
   values ($1, $2, $3::jsonb, $4, case when $5::boolean then $4::timestamptz end) on conflict do nothing`,
)

/**
 * Looks at stored events, each once and on one node. A declined card is looked at at once, since others may be tried. What the browser's return settled meanwhile is done, and so is a type
 * that this version does not know (a newer node stored it, or an older one handled it); for the rest a job is queued.
 * $1 now, $2 received until, $3 types and $4 their jobs, $5 the job that only settles, $6 how many. Returns how many it
 * looked at.
 */
export const sortEvents = statement<{ sorted: number }>(
  'payments.sort_events',
  `with due as materialized (
     select event_id, type, subject ->> 'paymentId' as payment_id from webhook_events
     where handled_at is null and queued_at is null and (received_at <= $2 or type = 'payment_intent.payment_failed')
     order by received_at limit $6 for update skip locked
   ), sorted as (
     update webhook_events e set queued_at = $1,
       handled_at = case when job.name is null or (job.name = $5 and p.state = 'succeeded') then $1::timestamptz end
     from due left join unnest($3::text[], $4::text[]) as job (type, name) on job.type = due.type
       left join payments p on p.payment_id = due.payment_id
     where e.event_id = due.event_id
     returning e.event_id, due.payment_id, job.name, e.handled_at
   ), queued as (
     select count(added.id) from (
       select array_agg((name, json_build_object('eventId', event_id, 'paymentId', payment_id), null, null, 25,
         'event:' || event_id, null, null)::graphile_worker.job_spec) as specs
       from sorted where handled_at is null having count(*) > 0
     ) as wanted, lateral graphile_worker.add_jobs(wanted.specs) as added
   )
   select count(*)::int as sorted, (select * from queued) as queued from sorted`,
)

/** $1 event, $2 now. */
export const markEventHandled = statement(
  'payments.mark_event_handled',
  'update webhook_events set handled_at = $2 where event_id = $1',
)

/** Remembers that a card was refused, once per event of that kind: $1 event, $2 payment, $3 why. No row the second time. */
export const noteDecline = statement<{ event_id: string }>(
  'payments.note_decline',
  `insert into payment_declines (event_id, payment_id, reason, declined_at)
   select event_id, $2, $3, received_at from webhook_events where event_id = $1 and type = 'payment_intent.payment_failed'
   on conflict do nothing returning event_id`,
)

/** How many cards were refused for a payment, and whose it is: $1 payment. */
export const countDeclines = statement<{
  order_id: string
  owner_id: string
  network_key: string | null
  declines: number
}>(
  'payments.count_declines',
  `select o.order_id, o.owner_id, p.network_key,
     (select count(*) from payment_declines d where d.payment_id = p.payment_id)::int as declines
   from payments p join orders o on o.order_id = p.order_id where p.payment_id = $1`,
)
