/** The SQL of text messages: their reports, and who wants none. */
import { statement } from '#server/platform/database.ts'
import type { MessageRow } from './message-composer.ts'

/** Writes a text, once per message id: $1 message, $2 kind, $3 subject, $4 now, $5 number. */
export const writeSmsMessage = statement(
  'notifications.write_sms',
  `insert into messages (message_id, kind, subject_id, created_at, channel, sent_to) values ($1, $2, $3, $4, 'sms', $5)
   on conflict do nothing`,
)

/** The number that the buyer of order $1 typed. */
export const findCellPhone = statement<{ cell_phone: string | null }>(
  'notifications.find_cell_phone',
  'select cell_phone from orders where order_id = $1',
)

/** Whether the owner of a number wants no texts: $1 fingerprint. */
export const findStop = statement<{ number_key: string }>(
  'notifications.find_stop',
  'select number_key from sms_stops where number_key = $1 and stopped_at is not null',
)

/**
 * Takes a waiting text for one try, and counts it before it is made, so that no two have one number: $1 message, $2 now, $3
 * until when. No row while another job has it, or when it does not wait any more. `taken_id` is the service's id where the
 * try before is out already, and only what follows from it was not done: then no further one is counted.
 */
export const claimText = statement<{ attempts: number; taken_id: string | null }>(
  'notifications.claim_text',
  `update messages set claimed_until = $3, attempts = attempts
     + case when provider_attempt = attempts and provider_state in ('queued', 'sent', 'delivered') then 0 else 1 end
   where message_id = $1 and state = 'waiting' and (claimed_until is null or claimed_until <= $2)
   returning attempts, case when provider_attempt = attempts then provider_id end as taken_id`,
)

/**
 * Notes that the service took a text: $1 message, $2 now, $3 number, $4 the service's id, $5 which try. A report of this
 * try may have been faster than the answer; then what it said stays. Answers whether it became sent by this.
 */
export const markTaken = statement<{ is_sent: boolean }>(
  'notifications.mark_taken',
  `with before as materialized (
     select message_id, provider_attempt < $5::int as is_news,
       state = 'waiting' and (provider_attempt < $5
         or provider_attempt = $5 and provider_state in ('queued', 'sent', 'delivered')) as is_sent
     from messages where message_id = $1 for update
   )
   update messages m set sent_to = $3, sent_at = coalesce(sent_at, $2), claimed_until = null,
     provider_attempt = greatest(provider_attempt, $5), provider_id = case when is_news then $4 else provider_id end,
     provider_state = case when is_news then 'queued' else provider_state end,
     last_error = case when is_news or is_sent then null else last_error end,
     state = case when is_sent then 'sent' else state end
   from before where m.message_id = before.message_id returning before.is_sent`,
)

/**
 * Notes that a text is out, though what follows from it could not be done yet: it waits for that, and is not handed over
 * again. $1 message, $2 now, $3 number, $4 the service's id, $5 which try, $6 that, in words.
 */
export const noteOut = statement(
  'notifications.note_out',
  `update messages set sent_to = $3, sent_at = coalesce(sent_at, $2), claimed_until = null, provider_id = $4,
     provider_state = 'queued', provider_attempt = $5, last_error = $6
   where message_id = $1 and state = 'waiting'
     and (provider_attempt < $5 or provider_attempt = $5 and provider_state = 'queued')`,
)

/** Notes a text as not sent, because its number's owner wants none: $1 message, $2 why, $3 number. */
export const markStopped = statement<{ message_id: string }>(
  'notifications.mark_stopped',
  `update messages set state = 'stopped', last_error = $2, sent_to = $3, claimed_until = null
   where message_id = $1 and state in ('waiting', 'sent') returning message_id`,
)

export interface ReportedRow extends Pick<MessageRow, 'message_id' | 'kind' | 'subject_id' | 'channel' | 'state'> {
  attempts: number
  sent_to: string | null
  provider_state: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | null
  provider_attempt: number
}

/** Locks the text that a report is about: $1 message. */
export const lockReported = statement<ReportedRow>(
  'notifications.lock_reported',
  `select message_id, kind, subject_id, channel, state, attempts, sent_to, provider_state, provider_attempt from messages
   where message_id = $1 and channel = 'sms' for update`,
)

/**
 * Notes what the service said of a text: $1 message, $2 the service's id, $3 its state there, $4 which try, $5 its state
 * here, $6 why it failed or null, $7 now.
 */
export const noteReport = statement(
  'notifications.note_report',
  `update messages set provider_id = $2, provider_state = $3, provider_attempt = $4,
     state = $5, last_error = $6, sent_at = coalesce(sent_at, $7)
   where message_id = $1`,
)

/**
 * Texts of which nobody knows whether they arrived, the first sent first: $1 all kinds, of messages written since $2, sent
 * between $3 and $4; $5 how many.
 */
export const listUnreported = statement<{
  message_id: string
  provider_id: string
  provider_attempt: number
  provider_state: 'queued' | 'sent'
}>(
  'notifications.list_unreported',
  `select message_id, provider_id, provider_attempt, provider_state from messages
   where kind = any($1::text[]) and state = 'sent' and created_at > $2 and channel = 'sms'
     and provider_state in ('queued', 'sent') and provider_id is not null and sent_at > $3 and sent_at <= $4
   order by sent_at limit $5`,
)

/** Stores a report once: $1 event, $2 now. No row when it came before. */
export const storeReport = statement<{ event_id: string }>(
  'notifications.store_report',
  `insert into sms_events (event_id, kind, received_at) values ($1, 'report', $2) on conflict do nothing returning event_id`,
)

/** Stores an answer with a keyword once, and what it means for its number: $1 event, $2 now, $3 fingerprint, $4 keyword. */
export const storeReply = statement(
  'notifications.store_reply',
  `with fresh as (
     insert into sms_events (event_id, kind, received_at) values ($1, 'reply', $2) on conflict do nothing returning event_id
   )
   insert into sms_stops (number_key, keyword, replied_at, stopped_at)
   select $3, $4::text, $2, case when $4::text = 'STOP' then $2::timestamptz end from fresh
   on conflict (number_key) do update set keyword = excluded.keyword, replied_at = excluded.replied_at,
     stopped_at = case excluded.keyword when 'STOP' then coalesce(sms_stops.stopped_at, excluded.replied_at)
       when 'UNSTOP' then null else sms_stops.stopped_at end`,
)

/** Notes that the service itself knows of a STOP: $1 fingerprint, $2 now. */
export const noteStop = statement(
  'notifications.note_stop',
  `insert into sms_stops (number_key, keyword, replied_at, stopped_at) values ($1, 'STOP', $2, $2)
   on conflict (number_key) do update set stopped_at = coalesce(sms_stops.stopped_at, excluded.stopped_at)`,
)

/** Deletes reports from before $1, up to $2 of them; an answer stays, or it could be sent again one day. */
export const forgetReports = statement<{ rows: number }>(
  'notifications.forget_reports',
  `with old as materialized (
     select event_id from sms_events where kind = 'report' and received_at < $1 order by received_at limit $2
     for update skip locked
   ), gone as (
     delete from sms_events where event_id in (select event_id from old) returning event_id
   )
   select count(*)::int as rows from gone`,
)
