/** The SQL of disputes, as the provider tells of them. */
import type { DisputeStatus } from '#contract/disputes.ts'
import { statement } from '#server/platform/database.ts'

/** What a stored event says about its dispute: $1 event. */
export const findDisputeEvent = statement<{
  subject: {
    createdAt: string
    dispute?: {
      disputeId: string
      amountCents: number
      reason: string
      status: DisputeStatus
      dueBy: string | null
      openedAt: string
      isSubmitted: boolean
    }
  }
}>('payments.find_dispute_event', 'select subject from webhook_events where event_id = $1')

/** What time it is for all nodes: their own clocks differ. In the milliseconds that a `Date` keeps. */
export const readDatabaseTime = statement<{ at: Date }>(
  'payments.read_database_time',
  `select date_trunc('milliseconds', clock_timestamp()) as at`,
)

/**
 * Writes down how a dispute stands, unless what stands there was asked for later, or at the same moment and the bank had
 * decided: $1 dispute, $2 payment, $3 cents, $4 reason, $5 status, $6 due by, $7 opened, $8 asked at, $9 whether the bank has
 * evidence, $10 whether it has decided, $11 now. Marks the payment too. No row where the payment is unknown; `is_new` is null
 * where the answer is too old.
 */
export const saveDispute = statement<{ is_new: boolean | null; order_id: string }>(
  'payments.save_dispute',
  `with marked as (
     update payments set disputed_at = coalesce(disputed_at, $7) where payment_id = $2 returning order_id
   ), saved as (
     insert into disputes as d (dispute_id, payment_id, order_id, amount_cents, reason, status, due_by, opened_at, asked_at,
       submitted_at, closed_at)
     select $1, $2, order_id, $3, $4, $5, $6, $7, $8, case when $9::boolean then $11::timestamptz end,
       case when $10::boolean then $11::timestamptz end from marked
     on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
       status = excluded.status, due_by = excluded.due_by, asked_at = excluded.asked_at,
       submitted_at = coalesce(d.submitted_at, excluded.submitted_at),
       closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end
     where d.asked_at < excluded.asked_at
       or (d.asked_at = excluded.asked_at and (d.closed_at is null or excluded.closed_at is not null))
     returning xmax = 0 as is_new
   )
   select saved.is_new, marked.order_id from marked left join saved on true`,
)

/** A dispute that keeps an order's money where it is, the newest: $1 order, $2 the states that do. */
export const findDisputeOfMoney = statement<{ dispute_id: string }>(
  'payments.find_dispute_of_money',
  `select dispute_id from disputes where order_id = $1 and status = any($2::text[]) order by opened_at desc limit 1`,
)
