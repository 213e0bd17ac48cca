/** All SQL of messages. */
import { statement } from '#server/platform/database.ts'
import type { MessageRow } from './message-composer.ts'

/**
 * Writes a message, once per message id: $1 message, $2 kind, $3 subject, $4 now, $5 cents or null. Runs in the
 * transaction that decided to tell.
 */
export const writeMessage = statement(
  'notifications.write',
  `insert into messages (message_id, kind, subject_id, created_at, amount_cents) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
)

/**
 * Writes what an order's buyer is told when it is paid: $1 order, $2 now. The mail always; a text too where a line is
 * delivered by SMS and there is a number. Once per order.
 */
export const writeConfirmation = statement(
  'notifications.write_confirmation',
  `insert into messages (message_id, kind, subject_id, created_at, channel)
   select 'order_confirmation.' || $1::text, 'order_confirmation', $1::text, $2::timestamptz, 'email'
   union all
   select 'order_confirmation.' || $1::text || '.sms', 'order_confirmation', $1::text, $2::timestamptz, 'sms'
   from orders o
   where o.order_id = $1 and o.cell_phone is not null and exists (
     select from order_lines l
     where l.order_id = o.order_id and l.revision = o.revision and l.delivery_method = 'sms' and l.outcome = 'sold')
   on conflict do nothing`,
)

const INSTRUCTIONS = `select 'cash_app_instructions.' || $1::text || '.' || place as message_id, place from generate_series(1, $2::int) as place`

/**
 * Writes one more mail that tells how to pay the order $1, for its address as it is now, unless there are $2 of them: $3 now.
 * Their ids end in 1, 2, …
 */
export const writeInstructions = statement(
  'notifications.write_instructions',
  `insert into messages (message_id, kind, subject_id, created_at, sent_to)
   select free.message_id, 'cash_app_instructions', o.order_id, $3, lower(o.email)
   from (${INSTRUCTIONS}) as free, orders o
   where o.order_id = $1 and not exists (select from messages m where m.message_id = free.message_id)
   order by free.place limit 1 on conflict do nothing`,
)

/** Whether one of up to $2 such mails of the order $1 is for the address $3, and did not fail. */
export const findInstructions = statement<{ message_id: string }>(
  'notifications.find_instructions',
  `select m.message_id from (${INSTRUCTIONS}) as written join messages m using (message_id)
   where m.sent_to = lower($3) and m.state <> 'failed' limit 1`,
)

/**
 * Writes that the order $1 no longer waits for the cash app, with $3 now: once for each of up to $2 mails that told its address how
 * to pay, and not where none did. Their ids end in the number of the latest of those.
 */
export const writeWithdrawn = statement(
  'notifications.write_withdrawn',
  `insert into messages (message_id, kind, subject_id, created_at, sent_to)
   select 'cash_app_withdrawn.' || o.order_id || '.' || told.place, 'cash_app_withdrawn', o.order_id, $3, lower(o.email)
   from orders o, lateral (select written.place from (${INSTRUCTIONS}) as written join messages m using (message_id)
     where m.sent_to = lower(o.email) and m.state <> 'failed' order by written.place desc limit 1) as told
   where o.order_id = $1 on conflict do nothing`,
)

/** Puts the jobs of written messages on the queue, each once and on one node: $1 now, $2 how many. */
export const queueMessages = statement<{ queued: number }>(
  'notifications.queue',
  `with written as materialized (
     select message_id from messages where queued_at is null order by created_at limit $2 for update skip locked
   ), noted as (
     update messages m set queued_at = $1 from written where m.message_id = written.message_id returning m.message_id
   )
   select count(added.id)::int as queued from (
     select array_agg(('send-message', json_build_object('messageId', message_id), null, null, 25,
       'message:' || message_id, null, null)::graphile_worker.job_spec) as specs
     from noted having count(*) > 0
   ) as wanted, lateral graphile_worker.add_jobs(wanted.specs) as added`,
)

/** $1 message. */
export const findMessage = statement<MessageRow>(
  'notifications.find',
  `select message_id, kind, channel, subject_id, amount_cents, state, attempts, created_at, sent_to, sent_at from messages
   where message_id = $1`,
)

/** Notes that a mail is out, though what follows from it could not be done yet: $1 message, $2 now, $3 that, in words. */
export const markOut = statement(
  'notifications.mark_out',
  `update messages set sent_at = $2, last_error = $3 where message_id = $1 and state = 'waiting' and sent_at is null`,
)

/** $1 message, $2 now, $3 whom it was for. */
export const markSent = statement(
  'notifications.mark_sent',
  `update messages set state = 'sent', sent_at = $2, attempts = attempts + 1, last_error = null, sent_to = lower($3)
   where message_id = $1`,
)

/**
 * Notes a try that failed, and the message as failed with its last: $1 message, $2 why, $3 tries at most, $4 whom it was
 * for, null where that was not known yet, $5 1 to count it, 0 where it was counted before. Answers with its state; no row where it does not wait any more.
 */
export const markTried = statement<{ state: MessageRow['state'] }>(
  'notifications.mark_tried',
  `update messages set attempts = attempts + $5::int, last_error = $2, sent_to = coalesce(lower($4), sent_to),
     claimed_until = null, state = case when attempts + $5 >= $3::int then 'failed' else state end
   where message_id = $1 and state = 'waiting' returning state`,
)

/** Notes that there is nothing to send any more: $1 message, $2 why. Its tries stay, so no try says that none was made. */
export const markFailed = statement<{ message_id: string }>(
  'notifications.mark_failed',
  `update messages set state = 'failed', last_error = $2 where message_id = $1 and state = 'waiting' returning message_id`,
)

/**
 * Takes the addresses, and what a mail server said about them, out of the messages about orders $1 whose contact was
 * forgotten. Their ids say what they are about: $2 kinds, $3 numbers of the mails that tell how to pay.
 */
export const forgetAddresses = statement(
  'notifications.forget_addresses',
  `with told as materialized (
     select kind || '.' || order_id as message_id from unnest($1::text[]) as order_id, unnest($2::text[]) as kind
     union all
     select kind || '.' || order_id || '.' || number
     from unnest($1::text[]) as order_id, unnest(array['cash_app_instructions', 'cash_app_withdrawn']) as kind,
       generate_series(1, $3::int) as number
   ), roots as (
     update messages m set sent_to = null, last_error = null from told where m.message_id = told.message_id and m.sent_to is not null
   )
   update messages m set sent_to = null, last_error = null from told where m.resent_from = told.message_id and m.sent_to is not null`,
)

/** $1 messages, $2 now. */
export const setAside = statement(
  'notifications.set_aside',
  `update messages set dismissed_at = $2 where message_id = any($1) and state = 'failed' and dismissed_at is null`,
)
