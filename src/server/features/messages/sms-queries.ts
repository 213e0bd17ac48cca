/** SQL for text messages: their reports, and who wants none. */
import { statement } from '#server/platform/statement.ts'
import type { MessageRow } from './message-composer.ts'

/** Adds a text, once per message id. */
export const writeSmsMessage = statement<{
  messageId: string
  kind: string
  subjectId: string
  now: Date
  sentTo: string
}>(
  'notifications.write_sms',
  `insert into messages (message_id, kind, subject_id, created_at, channel, sent_to) values ($messageId, $kind, $subjectId, $now, 'sms', $sentTo)
   on conflict do nothing`,
)

/** Finds the number that the buyer of order `orderId` typed. */
export const findCellPhone = statement<{ orderId: string }, { cell_phone: string | null }>(
  'notifications.find_cell_phone',
  'select cell_phone from orders where order_id = $orderId',
)

/** Returns a row if the owner of a number wants no texts. */
export const findStop = statement<{ numberKey: string }, { number_key: string }>(
  'notifications.find_stop',
  'select number_key from sms_stops where number_key = $numberKey and stopped_at is not null',
)

/**
 * Claims a waiting text for one try and counts it before it is made, so no two tries have one number. No row if another
 * job has it, or if it is no longer waiting. `taken_id` is the service's id if the previous try is already out and only
 * its follow-up is missing; then no try is counted.
 */
export const claimText = statement<
  { messageId: string; now: Date; claimedUntil: Date },
  { attempts: number; taken_id: string | null }
>(
  'notifications.claim_text',
  `update messages set claimed_until = $claimedUntil, attempts = attempts
     + case when provider_attempt = attempts and provider_state in ('queued', 'sent', 'delivered') then 0 else 1 end
   where message_id = $messageId and state = 'waiting' and (claimed_until is null or claimed_until <= $now)
   returning attempts, case when provider_attempt = attempts then provider_id end as taken_id`,
)

/**
 * Marks a text as taken by the service. If a report of this try was faster than the reply, the report's state stays.
 * Returns whether this made it sent.
 */
export const markTaken = statement<
  { messageId: string; now: Date; sentTo: string; providerId: string; providerAttempt: number },
  { is_sent: boolean }
>(
  'notifications.mark_taken',
  `with before as materialized (
     select message_id, provider_attempt < $providerAttempt::int as is_news,
       state = 'waiting' and (provider_attempt < $providerAttempt
         or provider_attempt = $providerAttempt and provider_state in ('queued', 'sent', 'delivered')) as is_sent
     from messages where message_id = $messageId for update
   )
   update messages m set sent_to = $sentTo, sent_at = coalesce(sent_at, $now), claimed_until = null,
     provider_attempt = greatest(provider_attempt, $providerAttempt), provider_id = case when is_news then $providerId else provider_id end,
     provider_state = case when is_news then 'queued' else provider_state end,
     last_error = case when is_news or is_sent then null else last_error end,
     state = case when is_sent then 'sent' else state end
   from before where m.message_id = before.message_id returning before.is_sent`,
)

/** Marks a text as out, though its follow-up could not be done yet. It waits for that and is not sent again. */
export const recordOut = statement<{
  messageId: string
  now: Date
  sentTo: string
  providerId: string
  providerAttempt: number
  lastError: string
}>(
  'notifications.note_out',
  `update messages set sent_to = $sentTo, sent_at = coalesce(sent_at, $now), claimed_until = null, provider_id = $providerId,
     provider_state = 'queued', provider_attempt = $providerAttempt, last_error = $lastError
   where message_id = $messageId and state = 'waiting'
     and (provider_attempt < $providerAttempt or provider_attempt = $providerAttempt and provider_state = 'queued')`,
)

/** Marks a text as not sent, because its number's owner wants none. */
export const markStopped = statement<{ messageId: string; lastError: string; sentTo: string }, { message_id: string }>(
  'notifications.mark_stopped',
  `update messages set state = 'stopped', last_error = $lastError, sent_to = $sentTo, claimed_until = null
   where message_id = $messageId and state in ('waiting', 'sent') returning message_id`,
)

export interface ReportedRow
  extends Pick<MessageRow, 'message_id' | 'kind' | 'subject_id' | 'detail_id' | 'channel' | 'state'> {
  attempts: number
  sent_to: string | null
  provider_state: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | null
  provider_attempt: number
}

/** Locks the text that a report is about. */
export const lockReported = statement<{ messageId: string }, ReportedRow>(
  'notifications.lock_reported',
  `select message_id, kind, subject_id, detail_id, channel, state, attempts, sent_to, provider_state, provider_attempt from messages
   where message_id = $messageId and channel = 'sms' for update`,
)

/** Records what the service said about a text: `providerState` is its state there, `state` its state here. */
export const recordReport = statement<{
  messageId: string
  providerId: string
  providerState: string
  providerAttempt: number
  state: string
  lastError: string | null
  now: Date
}>(
  'notifications.note_report',
  `update messages set provider_id = $providerId, provider_state = $providerState, provider_attempt = $providerAttempt,
     state = $state, last_error = $lastError, sent_at = coalesce(sent_at, $now)
   where message_id = $messageId`,
)

/**
 * Lists the first `limit` texts without a final report, of messages written since `createdAt` and sent between `sentAt`
 * and `now`. `kinds` are all kinds, for the index.
 */
export const listUnreported = statement<
  { kinds: readonly string[]; createdAt: Date; sentAt: Date; now: Date; limit: number },
  {
    message_id: string
    provider_id: string
    provider_attempt: number
    provider_state: 'queued' | 'sent'
  }
>(
  'notifications.list_unreported',
  `select message_id, provider_id, provider_attempt, provider_state from messages
   where kind = any($kinds::text[]) and state = 'sent' and created_at > $createdAt and channel = 'sms'
     and provider_state in ('queued', 'sent') and provider_id is not null and sent_at > $sentAt and sent_at <= $now
   order by sent_at limit $limit`,
)

/** Stores a report once. No row if it came before. */
export const storeReport = statement<{ eventId: string; now: Date }, { event_id: string }>(
  'notifications.store_report',
  `insert into sms_events (event_id, kind, received_at) values ($eventId, 'report', $now) on conflict do nothing returning event_id`,
)

/** Stores a reply with a keyword once, and what it means for its number. */
export const storeReply = statement<{ eventId: string; now: Date; numberKey: string; keyword: string }>(
  'notifications.store_reply',
  `with fresh as (
     insert into sms_events (event_id, kind, received_at) values ($eventId, 'reply', $now) on conflict do nothing returning event_id
   )
   insert into sms_stops (number_key, keyword, replied_at, stopped_at)
   select $numberKey, $keyword::text, $now, case when $keyword::text = 'STOP' then $now::timestamptz end from fresh
   on conflict (number_key) do update set keyword = excluded.keyword, replied_at = excluded.replied_at,
     stopped_at = case excluded.keyword when 'STOP' then coalesce(sms_stops.stopped_at, excluded.replied_at)
       when 'UNSTOP' then null else sms_stops.stopped_at end`,
)

/** Records a STOP that the service itself knows about. */
export const recordStop = statement<{ numberKey: string; now: Date }>(
  'notifications.note_stop',
  `insert into sms_stops (number_key, keyword, replied_at, stopped_at) values ($numberKey, 'STOP', $now, $now)
   on conflict (number_key) do update set stopped_at = coalesce(sms_stops.stopped_at, excluded.stopped_at)`,
)

/** Deletes up to `limit` reports from before `before`. Replies stay, because otherwise one could be sent again later. */
export const forgetReports = statement<{ before: Date; limit: number }, { rows: number }>(
  'notifications.forget_reports',
  `with old as materialized (
     select event_id from sms_events where kind = 'report' and received_at < $before order by received_at limit $limit
     for update skip locked
   ), gone as (
     delete from sms_events where event_id in (select event_id from old) returning event_id
   )
   select count(*)::int as rows from gone`,
)
