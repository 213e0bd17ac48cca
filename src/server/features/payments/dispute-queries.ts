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

/**
 * Writes down how a dispute stands, unless what stands there was asked for later: $1 dispute, $2 payment, $3 cents, $4
 * reason, $5 status, $6 due by, $7 opened, $8 asked at, $9 whether the bank has evidence, $10 whether it has decided. Marks
 * the payment too. No row where the payment is unknown, or the answer too old.
 */
export const saveDispute = statement<{ dispute_id: string; is_new: boolean }>(
  'payments.save_dispute',
  `with marked as (
     update payments set disputed_at = coalesce(disputed_at, $7) where payment_id = $2 returning order_id
   )
   insert into disputes as d (dispute_id, payment_id, order_id, amount_cents, reason, status, due_by, opened_at, asked_at,
     submitted_at, closed_at)
   select $1, $2, order_id, $3, $4, $5, $6, $7, $8, case when $9::boolean then $8::timestamptz end,
     case when $10::boolean then $8::timestamptz end from marked
   on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
     status = excluded.status, due_by = excluded.due_by, asked_at = excluded.asked_at,
     submitted_at = coalesce(d.submitted_at, excluded.submitted_at),
     closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end
   where d.asked_at <= excluded.asked_at
   returning dispute_id, xmax = 0 as is_new`,
)

/** A dispute that keeps an order's money where it is, the newest: $1 order, $2 the states that do. */
export const findDisputeOfMoney = statement<{ dispute_id: string }>(
  'payments.find_dispute_of_money',
  `select dispute_id from disputes where order_id = $1 and status = any($2::text[]) order by opened_at desc limit 1`,
)
