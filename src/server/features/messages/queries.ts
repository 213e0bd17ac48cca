/** SQL of messages and of the addresses that they go to. */
import { COMMIT_SOON, statement } from '#server/platform/statement.ts'
import { CHANNELS } from './channels.ts'
import type { MessageRow } from './message-composer.ts'

/** Writes a message, once per message id. Runs in the transaction that decided to tell. */
export const writeMessage = statement<{
  messageId: string
  kind: string
  subjectId: string
  now: Date
  amountCents: number | null
}>(
  'notifications.write',
  `insert into messages (message_id, kind, subject_id, created_at, amount_cents) values ($messageId, $kind, $subjectId, $now, $amountCents)
   on conflict do nothing`,
)

/**
 * Writes what the buyers of orders are told when these are paid. The mail always; a text too where a line is delivered by SMS and
 * there is a number. Once per order.
 */
export const writeConfirmations = statement<{ orderIds: readonly string[]; now: Date }>(
  'notifications.write_confirmations',
  `insert into messages (message_id, kind, subject_id, created_at, channel)
   select 'order_confirmation.' || order_id, 'order_confirmation', order_id, $now::timestamptz, 'email'
   from unnest($orderIds::text[]) as paid (order_id)
   union all
   select 'order_confirmation.' || o.order_id || '${CHANNELS.sms.idSuffix}', 'order_confirmation', o.order_id, $now::timestamptz, 'sms'
   from orders o
   where o.order_id = any($orderIds::text[]) and o.cell_phone is not null and exists (
     select from order_lines l
     where l.order_id = o.order_id and l.revision = o.revision and l.delivery_method = 'sms' and l.outcome = 'sold')
   on conflict do nothing`,
)

const INSTRUCTIONS = `select 'cash_app_instructions.' || $orderId::text || '.' || place as message_id, place from generate_series(1, $instructionsMax::int) as place`

/**
 * Writes one more mail that tells how to pay the order `orderId`, for its address as it is now, unless there are
 * `instructionsMax` of them. Their ids end in 1, 2, …
 */
export const writeInstructions = statement<{ orderId: string; instructionsMax: number; now: Date }>(
  'notifications.write_instructions',
  `insert into messages (message_id, kind, subject_id, created_at, sent_to)
   select free.message_id, 'cash_app_instructions', o.order_id, $now, lower(o.email)
   from (${INSTRUCTIONS}) as free, orders o
   where o.order_id = $orderId and not exists (select from messages m where m.message_id = free.message_id)
   order by free.place limit 1 on conflict do nothing`,
)

/** Whether one of up to `instructionsMax` such mails of the order `orderId` is for the address `sentTo`, and did not fail. */
export const findInstructions = statement<
  { orderId: string; instructionsMax: number; sentTo: string },
  { message_id: string }
>(
  'notifications.find_instructions',
  `select m.message_id from (${INSTRUCTIONS}) as written join messages m using (message_id)
   where m.sent_to = lower($sentTo) and m.state <> 'failed' limit 1`,
)

/**
 * Writes that an order no longer waits for the cash app, if one of up to `instructionsMax` mails told its address how to pay: once
 * for each of those, with the number of the latest in its id.
 */
export const writeWithdrawn = statement<{ orderId: string; instructionsMax: number; now: Date }>(
  'notifications.write_withdrawn',
  `insert into messages (message_id, kind, subject_id, created_at, sent_to)
   select 'cash_app_withdrawn.' || o.order_id || '.' || told.place, 'cash_app_withdrawn', o.order_id, $now, lower(o.email)
   from orders o, lateral (select written.place from (${INSTRUCTIONS}) as written join messages m using (message_id)
     where m.sent_to = lower(o.email) and m.state <> 'failed' order by written.place desc limit 1) as told
   where o.order_id = $orderId on conflict do nothing`,
)

/** Puts up to `limit` written messages on the queue, each once and on one node; a job is for up to `perJob` of them. */
export const queueMessages = statement<{ now: Date; limit: number; perJob: number }, { queued: number }>(
  'notifications.queue',
  `with written as materialized (
     select message_id from messages where queued_at is null order by created_at limit $limit for update skip locked
   ), placed as materialized (
     select message_id, row_number() over () as place from written
   ), noted as (
     update messages m set queued_at = $now from placed where m.message_id = placed.message_id returning m.message_id, placed.place
   ), shares as (
     select json_agg(message_id order by place) as ids, count(*) as messages from noted group by (place - 1) / $perJob::int
   )
   select (select coalesce(sum(messages), 0)::int from shares) as queued, count(added.id) as jobs from (
     select array_agg(('send-messages', json_build_object('messageIds', ids), null, null, 25, null, null, null)::graphile_worker.job_spec) as specs
     from shares having count(*) > 0
   ) as wanted, lateral graphile_worker.add_jobs(wanted.specs) as added`,
)

export const findMessages = statement<{ messageIds: readonly string[] }, MessageRow>(
  'notifications.find',
  `select message_id, kind, channel, subject_id, detail_id, member_id, start_day, end_day, amount_cents, state, attempts, created_at,
     sent_to, sent_at from messages
   where message_id = any($messageIds::text[])`,
)

/** Marks a mail as out, though what follows from it could not be done yet. */
export const markOut = statement<{ messageId: string; now: Date; lastError: string }>(
  'notifications.mark_out',
  `update messages set sent_at = $now, last_error = $lastError where message_id = $messageId and state = 'waiting' and sent_at is null`,
)

/**
 * Marks messages as sent, each at its moment to its address. Where a crash takes that back, the mail goes out again under the same Message-ID, as after an
 * answer that was lost.
 */
export const markSent = statement<{
  messageIds: readonly string[]
  sentAts: readonly Date[]
  sentTos: readonly string[]
}>(
  'notifications.mark_sent',
  `with ${COMMIT_SOON}
   update messages m set state = 'sent', sent_at = done.at, attempts = attempts + 1, last_error = null, sent_to = lower(done.address)
   from soon, unnest($messageIds::text[], $sentAts::timestamptz[], $sentTos::text[]) as done (id, at, address)
   where m.message_id = done.id`,
)

/**
 * Records a try that failed; with the last of `triesMax` the message has failed. `address` is null where it was not known yet,
 * `tries` 0 where the try was counted before, else 1. Returns the state; no row where it does not wait any more.
 */
export const markTried = statement<
  { messageId: string; error: string; triesMax: number; address: string | null; tries: number },
  { state: MessageRow['state'] }
>(
  'notifications.mark_tried',
  `update messages set attempts = attempts + $tries::int, last_error = $error, sent_to = coalesce(lower($address), sent_to),
     claimed_until = null, state = case when attempts + $tries >= $triesMax::int then 'failed' else state end
   where message_id = $messageId and state = 'waiting' returning state`,
)

/** Fails a message that has nothing to say any more. Its count of tries stays: 0 says that none was made. */
export const markFailed = statement<{ messageId: string; lastError: string }, { message_id: string }>(
  'notifications.mark_failed',
  `update messages set state = 'failed', last_error = $lastError where message_id = $messageId and state = 'waiting' returning message_id`,
)

/**
 * Takes the addresses, and what a mail server said about them, out of the messages about orders whose contact was forgotten.
 * Messages are found by their ids, those that tell how to pay with each number up to `instructionsMax`.
 */
export const forgetAddresses = statement<{
  orderIds: readonly string[]
  orderKinds: readonly string[]
  instructionsMax: number
}>(
  'notifications.forget_addresses',
  `with told as materialized (
     select kind || '.' || order_id as message_id from unnest($orderIds::text[]) as order_id, unnest($orderKinds::text[]) as kind
     union all
     select kind || '.' || order_id || '.' || number
     from unnest($orderIds::text[]) as order_id, unnest(array['cash_app_instructions', 'cash_app_withdrawn']) as kind,
       generate_series(1, $instructionsMax::int) as number
   ), roots as (
     update messages m set sent_to = null, last_error = null from told where m.message_id = told.message_id and m.sent_to is not null
   )
   update messages m set sent_to = null, last_error = null from told where m.resent_from = told.message_id and m.sent_to is not null`,
)

export const setAside = statement<{ messageIds: readonly string[]; now: Date }>(
  'notifications.set_aside',
  `update messages set dismissed_at = $now where message_id = any($messageIds) and state = 'failed' and dismissed_at is null`,
)

/**
 * Notes the address of a paid order and, where no paid order had it before, writes the message that asks to confirm it; of two
 * orders at once one does.
 */
export const welcomeBuyer = statement<{ email: string | null; orderId: string; now: Date }>(
  'notifications.welcome_buyer',
  `with first as (
     insert into buyer_addresses (address, order_id, created_at) values (lower($email), $orderId, $now)
     on conflict do nothing returning order_id
   )
   insert into messages (message_id, kind, subject_id, created_at)
   select 'buyer_verification.' || order_id, 'buyer_verification', order_id, $now from first`,
)

/**
 * Adds fingerprints of tokens to the links of addresses, each by its order, unless they are verified. Earlier tokens stay, since any
 * try of sending may have arrived.
 */
export const addVerificationTokens = statement<
  { orderIds: readonly string[]; tokens: readonly string[]; linksExpireAt: readonly Date[] },
  { order_id: string }
>(
  'notifications.add_verification_tokens',
  `update buyer_addresses a set token_fingerprints = token_fingerprints || made.token, link_expires_at = made.ends
   from unnest($orderIds::text[], $tokens::text[], $linksExpireAt::timestamptz[]) as made (order_id, token, ends)
   where a.order_id = made.order_id and verified_at is null returning a.order_id`,
)

/** Uses a link up. No row where it was used, is over or was never made. */
export const markAddressVerified = statement<{ orderId: string; token: string; now: Date }, { order_id: string }>(
  'notifications.mark_address_verified',
  `update buyer_addresses set verified_at = $now, token_fingerprints = '{}'
   where order_id = $orderId and $token = any(token_fingerprints) and link_expires_at > $now and verified_at is null
   returning order_id`,
)
