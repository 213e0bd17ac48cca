import type { SheetLead } from '#contract/delivery/lead-sheet.ts'
import type { ChosenEventType } from '#contract/webhooks/webhooks.ts'
import { ORDERED_LEAD } from '#server/features/delivery/make-files.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { STORE_OWNER } from './rules.ts'

/** The notice to the nodes when a webhook of the store has changed; see `stock-changes.ts`. */
export const LISTENING = 'store_webhooks'

/** Tells the nodes, if a changed row of `webhooks` is the store's. */
export const TELL_LISTENING = `case when email = '${STORE_OWNER}' then pg_notify('catalogue_changed', '${LISTENING}') end as told`

/* Webhooks. */

const COLUMNS =
  'webhook_id, email, kind, url, event_types, off_reason, sealed_secret, sealed_previous, previous_until, created_at, failing_since'

/** What PostgreSQL does not know of them. */
type Typed = { event_types: ChosenEventType[] }

/** Lists the webhooks of an owner, oldest first. `email` as in `tables.ts`, here and below. */
export const listWebhooks = statement('webhooks.list')`
  select ${COLUMNS} from webhooks where email = $email order by created_at, webhook_id`.as<Typed>()

/** Adds a webhook of a locked owner (`lockName`), unless they have one with its URL or `webhooksMax`. No row then. */
export const writeWebhook = statement('webhooks.write')`
  insert into webhooks (webhook_id, email, kind, url, event_types, sealed_secret, created_at)
  select $webhookId, $email, $kind, $url, $eventTypes::text[], $sealedSecret, $now
  where (select count(*) from webhooks where email = $email) < $webhooksMax::int
  on conflict do nothing returning ${COLUMNS}, ${TELL_LISTENING}`.as<Typed>()

export const findWebhook = statement('webhooks.find')`
  select ${COLUMNS} from webhooks where webhook_id = $webhookId and email = $email`.as<Typed>()
export type WebhookRow = RowOf<typeof findWebhook>

/** Finds any webhook, for the email that it was added. */
export const findAdded = statement('webhooks.find_added')`
  select email, kind, url, created_at from webhooks where webhook_id = $webhookId`

/** Changes a webhook; what Follow Up Boss gets is fixed. `offReason` stays if it is to be off and already is. */
export const changeWebhook = statement('webhooks.change')`
  update webhooks set event_types = case when kind = 'webhook' then $eventTypes::text[] else event_types end,
    off_reason = case when $isOn then null else coalesce(off_reason, 'owner') end,
    failing_since = case when $isOn and off_reason is not null then null else failing_since end
  where webhook_id = $webhookId and email = $email returning ${COLUMNS}, ${TELL_LISTENING}`.as<Typed>()

/** Makes events due that waited while a webhook was off, with all their tries. */
export const resumeEvents = statement('webhooks.resume_events')`
  update buyer_events set next_try_at = $now, attempts = 0
  where webhook_id = $webhookId and state = 'waiting' and next_try_at = 'infinity'`

/** Holds waiting events until their webhook is on again. */
export const pauseEvents = statement('webhooks.pause_events')`
  update buyer_events set next_try_at = 'infinity' where webhook_id = $webhookId and state = 'waiting'`

/** Replaces a secret. The one before signs until `previousUntil`; one that was already replaced no longer does. */
export const replaceSecret = statement('webhooks.replace_secret')`
  update webhooks set sealed_previous = sealed_secret, previous_until = $previousUntil, sealed_secret = $sealedSecret
  where webhook_id = $webhookId and email = $email and kind = 'webhook' returning ${COLUMNS}`.as<Typed>()

export const findFollowUpBoss = statement('webhooks.find_follow_up_boss')`
  select ${COLUMNS} from webhooks where email = $email and kind = 'follow_up_boss'`.as<Typed>()

export const replaceKey = statement('webhooks.replace_key')`
  update webhooks set sealed_secret = $sealedSecret, off_reason = null, failing_since = null
  where webhook_id = $webhookId and email = $email returning ${COLUMNS}`.as<Typed>()

/** Deletes a webhook with its events and tries. Returns no row if its owner has none by that id. */
export const removeWebhook = statement('webhooks.remove')`
  with gone as (
    delete from webhooks where webhook_id = $webhookId and email = $email returning webhook_id, url, email
  ), events as (
    delete from buyer_events v using gone where v.webhook_id = gone.webhook_id returning event_id
  ), tries as (
    delete from webhook_tries t using events where t.event_id = events.event_id
  )
  select webhook_id, url, ${TELL_LISTENING} from gone`

export const listEvents = statement('webhooks.list_events')`
  select event_id, type, occurred_at, state,
    case when state = 'waiting' then nullif(next_try_at, 'infinity') end as next_try_at
  from buyer_events where webhook_id = $webhookId order by occurred_at desc, event_id desc limit $limit`.as<{
  next_try_at: Date | null
}>()

export const listTries = statement('webhooks.list_tries')`
  select event_id, tried_at, status, problem, answer, milliseconds from webhook_tries
  where event_id = any($eventIds::text[]) order by try_id desc`

/** Makes up to `limit` events of a webhook due again, with all tries: one by its id, or those of `from` to `to`. */
export const replayEvents = statement('webhooks.replay_events')`
  update buyer_events set state = 'waiting', attempts = 0, next_try_at = $now
  where event_id = any(array(
    select event_id from buyer_events where webhook_id = $webhookId and state <> 'dropped' and (
      event_id = $eventId?::text or ($eventId::text is null and occurred_at >= $from?::timestamptz and occurred_at <= $to?::timestamptz))
    order by occurred_at, event_id limit $limit))
  returning event_id`

export const listSealed = statement('webhooks.list_sealed')`
  select webhook_id, sealed_secret, sealed_previous from webhooks`

/** Replaces an encrypted secret, unless it was rotated in the meantime. */
export const replaceSealed = statement('webhooks.replace_sealed')`
  update webhooks set sealed_secret = case when sealed_secret = $sealedBefore then $sealedSecret else sealed_secret end,
    sealed_previous = case when sealed_previous = $sealedBefore then $sealedSecret else sealed_previous end
  where webhook_id = $webhookId`

/** Locks a webhook. Every transaction that changes events of one locks it first. */
export const lockWebhook = statement('webhooks.lock')`select from webhooks where webhook_id = $webhookId for update`

/* Their events, and each try to send one. */

/** The store's webhooks that get events, also those that the store turned off: they get them once they are on again. */
const LISTENERS = `w.email = '${STORE_OWNER}' and w.off_reason is distinct from 'owner'`

/** Lists each type of event that a webhook of the store wants. */
export const listListened = statement('webhooks.list_listened')`
  select distinct t.type from webhooks w, unnest(w.event_types) as t (type) where ${LISTENERS}`

/** Writes an event for each webhook of the store that wants the type, and for each cause, once. */
export const writeStoreEvents = statement('webhooks.write_store_events')`
  insert into buyer_events (event_id, webhook_id, type, cause, order_id, subject_id, reason, units_left, occurred_at, next_try_at)
  select $eventId || lpad(to_hex(row_number() over (order by w.webhook_id, a.cause)), 10, '0'), w.webhook_id, $type, a.cause,
    a.order_id, a.subject_id, a.reason, a.units_left, $now, case when w.off_reason is null then $now::timestamptz else 'infinity' end
  from webhooks w, unnest($causes::text[], $orderIds::text[], $subjectIds::text[], $reasons::text[], $unitsLeft::int[])
    as a (cause, order_id, subject_id, reason, units_left)
  where ${LISTENERS} and $type = any(w.event_types)
  on conflict do nothing`

/** Reads an event's data about a payment request: no name, no address and no link. */
export const findToldRequest = statement('webhooks.find_request')`
  select payment_request_id, rep_id, total_cents, created_at, expires_at, paid_at, replaces_id
  from payment_requests where payment_request_id = $paymentRequestId`

const INSERT = `insert into buyer_events (event_id, webhook_id, type, cause, order_id, handover_id, lead_id, refunded_cents, occurred_at, next_try_at)`

/**
 * The webhooks of the buyer of the order `orderId` that want an event. One that its owner turned off gets nothing; one
 * that the store turned off gets it once it is on again.
 */
const wanting = (type: string) => `
  from orders o join webhooks w on w.email = lower(o.email)
  where o.order_id = $orderId and '${type}' = any(w.event_types) and w.off_reason is distinct from 'owner'`

const DUE = `case when w.off_reason is null then $now::timestamptz else 'infinity'::timestamptz end`

/** Writes an event about a handed-over delivery for each webhook that wants it. */
export const writeDeliveryReady = statement('webhooks.write_delivery_ready')`
  ${INSERT}
  select $eventId || right(w.webhook_id, 8), w.webhook_id, 'delivery.ready', 'delivery.ready ' || $handoverId, o.order_id, $handoverId, null, null, $now, ${DUE}
  ${wanting('delivery.ready')} on conflict do nothing`

/** The events of one type about leads, one for each webhook and row of `leads (lead_id)`. A lead is sent only once. */
const aboutLeads = (type: string, leads: string, handover = 'null') => `with wanted as materialized (
     select w.webhook_id, w.off_reason ${wanting(type)}
   )
   ${INSERT}
   select $eventId || lpad(to_hex(row_number() over (order by w.webhook_id, l.lead_id)), 10, '0'), w.webhook_id, '${type}',
     '${type} ' || $orderId || ' ' || l.lead_id, $orderId, ${handover}, l.lead_id, null, $now, ${DUE}
   from wanted w, (select lead_id ${leads}) l on conflict do nothing`

const OF_ORDER = 'from order_leads where order_id = $orderId'

/** Writes an event for each webhook and lead of the given lines. */
export const writeLeadsDelivered = statement('webhooks.write_leads_delivered')`
  ${aboutLeads(
    'lead.delivered',
    `${OF_ORDER} and hold_id = any($holdIds::text[]) and returned_at is null`,
    '$handoverId',
  )}`

/** Writes an event for each webhook and answered claim of the leads `leadIds`. */
export const writeClaimsAnswered = statement('webhooks.write_claims_answered')`
  ${aboutLeads('claim.answered', 'from unnest($leadIds::bigint[]) as lead_id')}`

/** Writes an event for each webhook and lead that replaced one of the leads `leadIds`. */
export const writeReplacements = statement('webhooks.write_replacements')`
  ${aboutLeads('lead.delivered', `${OF_ORDER} and replaces_lead_id = any($leadIds::bigint[])`)}`

export const findAnswer = statement('webhooks.find_answer')`
  select c.reason, c.state, c.credit_cents, c.answer,
    (select r.lead_id::text from order_leads r where r.order_id = c.order_id and r.replaces_lead_id = c.lead_id) as replacement_lead_id
  from claims c where c.order_id = $orderId and c.lead_id = $leadId::bigint`.as<{
  replacement_lead_id: string | null
}>()

/** Writes an event about refunded money of an order for each webhook that wants it, once for each amount. */
export const writeOrderRefunded = statement('webhooks.write_order_refunded')`
  ${INSERT}
  select $eventId || right(w.webhook_id, 8), w.webhook_id, 'order.refunded', 'order.refunded ' || o.order_id || ' ' || $refundedCents::int, o.order_id, null, null,
    $refundedCents, $now, ${DUE}
  ${wanting('order.refunded')} on conflict do nothing`

export const writeTest = statement('webhooks.write_test')`
  insert into buyer_events (event_id, webhook_id, type, cause, occurred_at, next_try_at)
  values ($eventId, $webhookId, 'webhook.test', $eventId, $now, $now)`

/**
 * Queues a job for each webhook with something due, each once until `until`. At most `failingMax` webhooks whose last
 * try failed have one at a time: they take long and must not keep the others waiting. A claim whose time is over is that
 * of a dead job.
 */
export const queueWebhooks = statement('webhooks.queue')`
  with due as materialized (
    select distinct webhook_id from buyer_events where state = 'waiting' and next_try_at <= $now
  ), free as materialized (
    select w.webhook_id, w.failing_since from webhooks w join due using (webhook_id)
    where w.off_reason is null and (w.busy_until is null or w.busy_until <= $now)
    order by w.failing_since nulls first, w.webhook_id limit $limit for update of w skip locked
  ), ranked as (
    select webhook_id, failing_since, row_number() over (partition by failing_since is null order by webhook_id) as place from free
  ), taken as (
    update webhooks w set busy_until = $until, claim = null from ranked r
    where w.webhook_id = r.webhook_id and (r.failing_since is null
      or r.place + (select count(*) from webhooks b where b.failing_since is not null and b.busy_until > $now) <= $failingMax::int)
    returning w.webhook_id
  )
  select count(added.id)::int as queued from (
    select array_agg(('send-webhook-events', json_build_object('webhookId', webhook_id), null, null, 25, null, null, null)::graphile_worker.job_spec) as specs
    from taken having count(*) > 0
  ) as wanted, lateral graphile_worker.add_jobs(wanted.specs) as added`

/** Takes a webhook for one job until `until`. Returns no row if another job has it, or it is off or gone. */
export const claimWebhook = statement('webhooks.claim')`
  update webhooks set claim = $claim, busy_until = $until
  where webhook_id = $webhookId and off_reason is null and (claim is null or busy_until <= $now)
  returning kind, email, url, sealed_secret, case when previous_until > $now then sealed_previous end as sealed_previous, failing_since`.as<{
  sealed_previous: string | null
}>()

/** Releases a webhook. Does nothing if another job took it after this one's time. */
export const releaseWebhook = statement('webhooks.release')`
  update webhooks set claim = null, busy_until = null where webhook_id = $webhookId and claim = $claim`

export const listDue = statement('webhooks.list_due')`
  select event_id, type, order_id, handover_id, lead_id, refunded_cents, subject_id, reason, units_left, occurred_at, attempts
  from buyer_events
  where webhook_id = $webhookId and state = 'waiting' and next_try_at <= $now order by next_try_at, event_id limit $limit`
export type DueEventRow = RowOf<typeof listDue>

/** Records a try and what became of its event. `nextTryAt` null leaves it. Returns no row if the event is gone. */
export const recordTry = statement('webhooks.record_try')`
  with tried as (
    update buyer_events set attempts = attempts + $counted::boolean::int, state = $state, next_try_at = coalesce($nextTryAt?, next_try_at)
    where event_id = $eventId and state = 'waiting' returning webhook_id
  ), noted as (
    insert into webhook_tries (event_id, tried_at, status, problem, answer, milliseconds)
    select $eventId, $now, $status?, $problem?, $answer?, $milliseconds from tried
  )
  select webhook_id from tried`

export const recordSuccess = statement('webhooks.record_success')`
  update webhooks set failing_since = null where webhook_id = $webhookId and failing_since is not null`

/** Records a failure. Returns since when the webhook has failed. */
export const recordFailure = statement('webhooks.record_failure')`
  update webhooks set failing_since = coalesce(failing_since, $now) where webhook_id = $webhookId
  returning failing_since`

/** Turns a webhook off. Returns no row if it was off. */
export const turnOff = statement('webhooks.turn_off')`
  update webhooks set off_reason = $offReason, times_off = times_off + 1
  where webhook_id = $webhookId and off_reason is null returning email, times_off`

/** Leaves a webhook alone until `until`: nothing is due before. */
export const postponeEvents = statement('webhooks.postpone_events')`
  update buyer_events set next_try_at = $until where webhook_id = $webhookId and state = 'waiting' and next_try_at < $until`

/**
 * Makes events of a webhook due that wait because their receiver was away at their last try, the next ones first. An
 * event that it answered and refused keeps waiting.
 */
export const hurryEvents = statement('webhooks.hurry_events')`
  with hurried as (
    update buyer_events set next_try_at = $now where event_id = any(array(
      select e.event_id from buyer_events e
      where e.webhook_id = $webhookId and e.state = 'waiting' and e.attempts > 0 and e.next_try_at > $now and e.next_try_at < 'infinity'
        and exists (select from (select t.status from webhook_tries t where t.event_id = e.event_id order by t.try_id desc limit 1) as last
                    where last.status is null or last.status = any($awayStatuses::int[]))
      order by e.next_try_at limit $limit for update of e skip locked))
    returning event_id
  )
  select count(*)::int as hurried from hurried`

export const dropEvent = statement('webhooks.drop_event')`
  update buyer_events set state = 'dropped' where event_id = $eventId and state = 'waiting'`

/** Reads a lead that an order owns. Returns no row if it was given back or its money was. Personal data: never logged. */
export const findSentLead = statement('webhooks.find_lead')`
  select ${ORDERED_LEAD}, v.line_number
  from order_leads o join leads l on l.lead_id = o.lead_id
    join deliveries v on v.order_id = o.order_id and v.hold_id = o.hold_id and v.cancelled_at is null
    left join lead_details d on d.lead_id = o.lead_id
  where o.order_id = $orderId and o.lead_id = $leadId::bigint and o.returned_at is null`.as<SheetLead>()

/**
 * The leads of an order that were delivered, by their latest change for the buyer; a replaced one is followed by the one
 * that replaces it. Personal data: never logged.
 */
export const listSentLeads = statement('webhooks.list_leads')`
  select * from (
    select ${ORDERED_LEAD}, v.line_number, o.lead_id::text as lead_id, o.replaces_lead_id::text as replaces_lead_id,
      greatest(o.sold_at, o.delivered_at, o.made_good_at) as updated_at,
      greatest(o.sold_at, o.delivered_at, o.made_good_at)::text as updated_key
    from order_leads o join leads l on l.lead_id = o.lead_id
      join deliveries v on v.order_id = o.order_id and v.hold_id = o.hold_id and v.cancelled_at is null
      left join lead_details d on d.lead_id = o.lead_id
    where o.order_id = $orderId and o.returned_at is null and o.delivered_at is not null
  ) sent
  where ($updatedSince?::timestamptz is null or updated_at >= $updatedSince::timestamptz)
    and ($afterKey?::timestamptz is null or (updated_at, lead_id::bigint) > ($afterKey::timestamptz, $afterId?::bigint))
  order by updated_at, lead_id::bigint limit $limit`.as<SheetLead>()

export const findHandoverEnd = statement('webhooks.find_handover_end')`
  select expires_at from delivery_handovers where handover_id = $handoverId`

export const findTurnedOff = statement('webhooks.find_turned_off')`
  select email, kind, url, off_reason from webhooks where webhook_id = $webhookId`

export const forgetEvents = statement('webhooks.forget_events')`
  with gone as (
    delete from buyer_events where event_id = any(array(
      select event_id from buyer_events where occurred_at < $before order by occurred_at limit $limit for update skip locked))
    returning event_id
  ), tries as (
    delete from webhook_tries t using gone where t.event_id = gone.event_id
  )
  select count(*)::int as rows from gone`
