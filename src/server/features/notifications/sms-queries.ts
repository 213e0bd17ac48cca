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
 * Takes a waiting text for one try: $1 message, $2 now, $3 until when. No row while another job has it, or when it does not
 * wait any more.
 */
export const claimText = statement<{ attempts: number }>(
  'notifications.claim_text',
  `update messages set claimed_until = $3
   where message_id = $1 and state = 'waiting' and (claimed_until is null or claimed_until <= $2) returning attempts`,
)

/**
 * Notes that the service took a text: $1 message, $2 now, $3 number, $4 the service's id, $5 which try. A report of this
 * try may have been faster than the answer; then what it said stays. Answers with the state before.
 */
export const markTaken = statement<{ was: MessageRow['state'] }>(
  'notifications.mark_taken',
  `with before as materialized (
     select message_id, state as was, provider_attempt < $5::int as is_news from messages where message_id = $1 for update
   )
   update messages m set attempts = greatest(attempts, $5), sent_to = $3, sent_at = coalesce(sent_at, $2),
     claimed_until = null, provider_attempt = greatest(provider_attempt, $5),
     provider_id = case when is_news then $4 else provider_id end,
     provider_state = case when is_news then 'queued' else provider_state end,
     last_error = case when is_news then null else last_error end,
     state = case when is_news and was = 'waiting' then 'sent' else state end
   from before where m.message_id = before.message_id returning before.was`,
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
  `update messages set provider_id = $2, provider_state = $3, provider_attempt = $4, attempts = greatest(attempts, $4::int),
     state = $5, last_error = $6, sent_at = coalesce(sent_at, $7)
   where message_id = $1`,
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
