import type { DisputeStatus } from '#contract/payments/disputes.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Stores each event once. `areLeft` says which need no action. `sortEvents` queues the jobs. */
export const storeEvents = statement('payments.store_events')`
  insert into webhook_events (event_id, type, subject, received_at, handled_at)
  select event_id, type, subject, $now, case when is_left then $now::timestamptz end
  from unnest($eventIds::text[], $types::text[], $subjects::jsonb[], $areLeft::boolean[]) as told (event_id, type, subject, is_left)
  order by event_id on conflict do nothing`

/**
 * Each once and on one node. Declined cards come at once, since others may be tried. What the browser's return has
 * settled is done, and so are types that this version does not know (another version's). For the rest, a job is queued.
 */
export const sortEvents = statement('payments.sort_events')`
  with due as materialized (
    select event_id, type, subject ->> 'paymentId' as payment_id from webhook_events
    where handled_at is null and queued_at is null and (received_at <= $receivedBefore or type = 'payment_intent.payment_failed')
    order by received_at limit $limit for update skip locked
  ), sorted as (
    update webhook_events e set queued_at = $queuedAt,
      handled_at = case when job.name is null or (job.name = $settlingJobName and p.state = 'succeeded') then $queuedAt::timestamptz end
    from due left join unnest($types::text[], $jobNames::text[]) as job (type, name) on job.type = due.type
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
  select count(*)::int as sorted, (select * from queued) as queued from sorted`

export const markEventHandled = statement('payments.mark_event_handled')`
  update webhook_events set handled_at = $now where event_id = $eventId`

export const findDeclineEvent = statement('payments.find_decline_event')`
  select subject -> 'decline' as decline, received_at from webhook_events
  where event_id = $eventId and type = 'payment_intent.payment_failed'`.as<{
  decline: { text: string; declineId: string | null } | null
}>()

export const findDisputeEvent = statement('payments.find_dispute_event')`
  select subject from webhook_events where event_id = $eventId`.as<{
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
}>()

/** The time that counts for all nodes, since their own clocks differ; in milliseconds, like a `Date`. */
export const readDatabaseTime = statement('payments.read_database_time')`
  select date_trunc('milliseconds', clock_timestamp()) as at`

/** Saves a dispute and marks its payment; no row if that is unknown, `is_new` null if the stored answer is newer. */
export const saveDispute = statement('payments.save_dispute')`
  with marked as (
    update payments set disputed_at = coalesce(disputed_at, $disputedAt) where payment_id = $paymentId returning order_id
  ), saved as (
    insert into disputes as d (dispute_id, payment_id, order_id, amount_cents, reason, status, due_by, opened_at, asked_at,
      submitted_at, closed_at)
    select $disputeId, $paymentId, order_id, $amountCents, $reason, $status, $dueBy?, $disputedAt, $askedAt, case when $isSubmitted::boolean then $now::timestamptz end,
      case when $isDecided::boolean then $now::timestamptz end from marked
    on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
      status = excluded.status, due_by = excluded.due_by, asked_at = excluded.asked_at,
      submitted_at = coalesce(d.submitted_at, excluded.submitted_at),
      closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end
    where d.asked_at < excluded.asked_at
      or (d.asked_at = excluded.asked_at and (d.closed_at is null or excluded.closed_at is not null))
    returning xmax = 0 as is_new
  )
  select saved.is_new, marked.order_id from marked left join saved on true`.as<{ is_new: boolean | null }>()

export const findDisputeOfMoney = statement('payments.find_dispute_of_money')`
  select dispute_id from disputes where order_id = $orderId and status = any($status::text[]) order by opened_at desc limit 1`

export const forgetEvents = statement('payments.forget_events')`
  with gone as (
    delete from webhook_events where event_id = any(array(
      select event_id from webhook_events where received_at < $before and handled_at is not null
      order by received_at limit $limit for update skip locked))
    returning event_id, subject ->> 'paymentId' as payment_id
  ), unnamed as (
    update payments set network_key = null where payment_id in (select payment_id from gone) and network_key is not null
  )
  select count(*)::int as rows from gone`
