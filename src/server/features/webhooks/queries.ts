import type { ChosenEventType, WEBHOOK_OFF_REASONS, WebhookKind } from '#contract/webhooks/webhooks.ts'
import { statement } from '#server/platform/statement.ts'
import { TELL_LISTENING } from './event-queries.ts'

export interface WebhookRow {
  webhook_id: string
  email: string
  kind: WebhookKind
  url: string
  event_types: ChosenEventType[]
  off_reason: (typeof WEBHOOK_OFF_REASONS)[number] | null
  sealed_secret: string
  sealed_previous: string | null
  previous_until: Date | null
  created_at: Date
  failing_since: Date | null
}

const COLUMNS =
  'webhook_id, email, kind, url, event_types, off_reason, sealed_secret, sealed_previous, previous_until, created_at, failing_since'

/** Lists the webhooks of an owner, oldest first. `email` as in `tables.ts`, here and below. */
export const listWebhooks = statement(
  'webhooks.list',
  `select ${COLUMNS} from webhooks where email = $email order by created_at, webhook_id`,
).as<WebhookRow>()

/** Adds a webhook of a locked owner (`lockName`), unless they have one with its URL or `webhooksMax`. No row then. */
export const writeWebhook = statement(
  'webhooks.write',
  `insert into webhooks (webhook_id, email, kind, url, event_types, sealed_secret, created_at)
   select $webhookId, $email, $kind, $url, $eventTypes::text[], $sealedSecret, $now
   where (select count(*) from webhooks where email = $email) < $webhooksMax::int
   on conflict do nothing returning ${COLUMNS}, ${TELL_LISTENING}`,
).as<WebhookRow>()

export const findWebhook = statement(
  'webhooks.find',
  `select ${COLUMNS} from webhooks where webhook_id = $webhookId and email = $email`,
).as<WebhookRow>()

/** Finds any webhook, for the email that it was added. */
export const findAdded = statement(
  'webhooks.find_added',
  'select email, kind, url, created_at from webhooks where webhook_id = $webhookId',
)

/** Changes a webhook; what Follow Up Boss gets is fixed. `offReason` stays as it is if the webhook is to be off and already is. */
export const changeWebhook = statement(
  'webhooks.change',
  `update webhooks set event_types = case when kind = 'webhook' then $eventTypes::text[] else event_types end,
     off_reason = case when $isOn then null else coalesce(off_reason, 'owner') end,
     failing_since = case when $isOn and off_reason is not null then null else failing_since end
   where webhook_id = $webhookId and email = $email returning ${COLUMNS}, ${TELL_LISTENING}`,
).as<WebhookRow>()

/** Makes events due that waited while a webhook was off, with all their tries. */
export const resumeEvents = statement(
  'webhooks.resume_events',
  `update buyer_events set next_try_at = $now, attempts = 0
   where webhook_id = $webhookId and state = 'waiting' and next_try_at = 'infinity'`,
)

/** Holds waiting events until their webhook is on again. */
export const pauseEvents = statement(
  'webhooks.pause_events',
  `update buyer_events set next_try_at = 'infinity' where webhook_id = $webhookId and state = 'waiting'`,
)

/** Replaces a secret. The one before signs until `previousUntil`; one that was already replaced no longer does. */
export const replaceSecret = statement(
  'webhooks.replace_secret',
  `update webhooks set sealed_previous = sealed_secret, previous_until = $previousUntil, sealed_secret = $sealedSecret
   where webhook_id = $webhookId and email = $email and kind = 'webhook' returning ${COLUMNS}`,
).as<WebhookRow>()

/** Finds an owner's Follow Up Boss. */
export const findFollowUpBoss = statement(
  'webhooks.find_follow_up_boss',
  `select ${COLUMNS} from webhooks where email = $email and kind = 'follow_up_boss'`,
).as<WebhookRow>()

/** Replaces an API key and turns the connection on. */
export const replaceKey = statement(
  'webhooks.replace_key',
  `update webhooks set sealed_secret = $sealedSecret, off_reason = null, failing_since = null
   where webhook_id = $webhookId and email = $email returning ${COLUMNS}`,
).as<WebhookRow>()

/** Deletes a webhook with its events and tries. Returns no row if its owner has none by that id. */
export const removeWebhook = statement(
  'webhooks.remove',
  `with gone as (
     delete from webhooks where webhook_id = $webhookId and email = $email returning webhook_id, url, email
   ), events as (
     delete from buyer_events v using gone where v.webhook_id = gone.webhook_id returning event_id
   ), tries as (
     delete from webhook_tries t using events where t.event_id = events.event_id
   )
   select webhook_id, url, ${TELL_LISTENING} from gone`,
)

/** Lists the newest events of a webhook. */
export const listEvents = statement(
  'webhooks.list_events',
  `select event_id, type, occurred_at, state,
     case when state = 'waiting' then nullif(next_try_at, 'infinity') end as next_try_at
   from buyer_events where webhook_id = $webhookId order by occurred_at desc, event_id desc limit $limit`,
).as<{ next_try_at: Date | null }>()

/** Lists the tries of events, newest first. */
export const listTries = statement(
  'webhooks.list_tries',
  `select event_id, tried_at, status, problem, answer, milliseconds from webhook_tries
   where event_id = any($eventIds::text[]) order by try_id desc`,
)

/**
 * Makes up to `limit` events of a webhook due again, with all their tries: one by its id, or those from `from` to `to`.
 */
export const replayEvents = statement(
  'webhooks.replay_events',
  `update buyer_events set state = 'waiting', attempts = 0, next_try_at = $now
   where event_id = any(array(
     select event_id from buyer_events where webhook_id = $webhookId and state <> 'dropped' and (
       event_id = $eventId?::text or ($eventId::text is null and occurred_at >= $from?::timestamptz and occurred_at <= $to?::timestamptz))
     order by occurred_at, event_id limit $limit))
   returning event_id`,
)

export const listSealed = statement(
  'webhooks.list_sealed',
  'select webhook_id, sealed_secret, sealed_previous from webhooks',
)

/** Replaces an encrypted secret, unless it was rotated in the meantime. */
export const replaceSealed = statement(
  'webhooks.replace_sealed',
  `update webhooks set sealed_secret = case when sealed_secret = $sealedBefore then $sealedSecret else sealed_secret end,
     sealed_previous = case when sealed_previous = $sealedBefore then $sealedSecret else sealed_previous end
   where webhook_id = $webhookId`,
)

/** Locks a webhook. Every transaction that changes events of one locks it first. */
export const lockWebhook = statement('webhooks.lock', 'select from webhooks where webhook_id = $webhookId for update')
