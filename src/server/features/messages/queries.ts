import { COMMIT_SOON, statement } from '#server/platform/database/statement.ts'
import { makingDue } from '#server/platform/jobs/outages.ts'
import { CHANNELS, type MessageRow } from './message-composer.ts'

/** Adds a message, once per message id, in the transaction that decided to send it. */
export const writeMessage = statement('messages.write')`
  insert into messages (message_id, kind, subject_id, created_at, amount_cents) values ($messageId, $kind, $subjectId, $now, $amountCents?)
  on conflict do nothing`

/**
 * Adds the messages for the buyers of paid orders: always an email, and also a text if a line is delivered by SMS and
 * there is a number. Once per order. The email waits until `dueAt` if every sold line comes by email from leads that
 * the store has: most likely the email with those leads is ready first, and takes its place. Orders, lines and holds are
 * looked up by key, whatever the planner thinks of the tables' size.
 */
export const writeConfirmations = statement('messages.write_confirmations')`
  insert into messages (message_id, kind, subject_id, created_at, channel, due_at)
  select 'order_confirmation.' || o.order_id || way.id_suffix, 'order_confirmation', o.order_id, $now::timestamptz, way.channel,
    case when way.channel = 'email' and sold.may_come_at_once then $dueAt::timestamptz end
  from unnest($orderIds::text[]) as paid (order_id)
  cross join lateral (select * from orders where order_id = paid.order_id offset 0) o
  cross join lateral (
    select count(*) filter (where delivery_method = 'sms') as texts,
      bool_and(delivery_method = 'email' and coalesce((select has_leads from holds h where h.hold_id = l.hold_id), false)) as may_come_at_once
    from order_lines l where order_id = o.order_id and revision = o.revision and outcome not in ('open', 'refunded')
  ) sold
  cross join (values ('email', ''), ('sms', '${CHANNELS.sms.idSuffix}')) as way (channel, id_suffix)
  where way.channel = 'email' or (o.cell_phone is not null and sold.texts > 0)
  on conflict do nothing`

/** Takes the email that confirms an order back, unless it has a job. */
export const takeConfirmation = statement('messages.take_confirmation')`
  delete from messages where message_id = 'order_confirmation.' || $orderId::text and queued_at is null returning message_id`

const INSTRUCTIONS = `select 'cash_app_instructions.' || $orderId::text || '.' || place as message_id, place from generate_series(1, $instructionsMax::int) as place`

/**
 * Adds another email with payment instructions for the order `orderId` and its current address, unless there are
 * `instructionsMax` of them. Their ids end in 1, 2, …
 */
export const writeInstructions = statement('messages.write_instructions')`
  insert into messages (message_id, kind, subject_id, created_at, sent_to)
  select free.message_id, 'cash_app_instructions', o.order_id, $now, lower(o.email)
  from (${INSTRUCTIONS}) as free, orders o
  where o.order_id = $orderId and not exists (select from messages m where m.message_id = free.message_id)
  order by free.place limit 1 on conflict do nothing`

/** Whether one of up to `instructionsMax` such emails of order `orderId` is for `sentTo` and did not fail. */
export const findInstructions = statement('messages.find_instructions')`
  select m.message_id from (${INSTRUCTIONS}) as written join messages m using (message_id)
  where m.sent_to = lower($sentTo) and m.state <> 'failed' limit 1`

/**
 * Adds a message that an order is no longer waiting for Cash App, if one of up to `instructionsMax` emails gave its
 * address instructions: once for each of those, with the latest number in its id.
 */
export const writeWithdrawn = statement('messages.write_withdrawn')`
  insert into messages (message_id, kind, subject_id, created_at, sent_to)
  select 'cash_app_withdrawn.' || o.order_id || '.' || told.place, 'cash_app_withdrawn', o.order_id, $now, lower(o.email)
  from orders o, lateral (select written.place from (${INSTRUCTIONS}) as written join messages m using (message_id)
    where m.sent_to = lower(o.email) and m.state <> 'failed' order by written.place desc limit 1) as told
  where o.order_id = $orderId on conflict do nothing`

/**
 * Puts up to `limit` messages that are due on the queue, each once and on one node; a job handles up to `perJob` of
 * them. The index has them in this order, so it reads none of those that are due later.
 */
export const queueMessages = statement('messages.queue')`
  with written as materialized (
    select message_id from messages where queued_at is null and coalesce(due_at, created_at) <= $now
    order by coalesce(due_at, created_at) limit $limit for update skip locked
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
  ) as wanted, lateral graphile_worker.add_jobs(wanted.specs) as added`

/** Makes messages of a channel due that wait for another try, the next ones first. Their jobs name them by their key. */
export const hurryMessages = statement('messages.hurry')`
  ${makingDue(
    `select j.id, j.run_at from graphile_worker.jobs j join messages m on m.message_id = substr(j.key, length('message:') + 1)
    where j.task_identifier = 'send-message' and j.attempts < j.max_attempts and j.locked_at is null and j.run_at > $now
      and m.state = 'waiting' and m.channel = $channel and m.attempts > 0
    order by j.run_at limit $limit`,
    '$now',
  )}`

export const findMessages = statement('messages.find')`
  select message_id, kind, channel, subject_id, detail_id, member_id, start_day, end_day, amount_cents, state, attempts, created_at,
    sent_to, sent_at from messages
  where message_id = any($messageIds::text[])`.as<MessageRow>()

/** Marks an email as sent out, though what follows from it could not be done yet. */
export const markOut = statement('messages.mark_out')`
  update messages set sent_at = $now, last_error = $lastError where message_id = $messageId and state = 'waiting' and sent_at is null`

/**
 * Marks messages as sent, each with its time and address. If a crash loses this, the email goes out again under the
 * same Message-ID, as after a lost reply.
 */
export const markSent = statement('messages.mark_sent')`
  with ${COMMIT_SOON}
  update messages m set state = 'sent', sent_at = done.at, attempts = attempts + 1, last_error = null, sent_to = lower(done.address)
  from soon, unnest($messageIds::text[], $sentAts::timestamptz[], $sentTos::text[]) as done (id, at, address)
  where m.message_id = done.id`

/**
 * Records a failed try; after the last of `triesMax` the message has failed. `address` is null if not known yet,
 * `tries` is 0 if the try was counted before, otherwise 1. Returns the state; no row if it is no longer waiting.
 */
export const markTried = statement('messages.mark_tried')`
  update messages set attempts = attempts + $tries::int, last_error = $error, sent_to = coalesce(lower($address?), sent_to),
    claimed_until = null, state = case when attempts + $tries >= $triesMax::int then 'failed' else state end
  where message_id = $messageId and state = 'waiting' returning state`

/** Fails a message that has nothing left to say. Its count of tries stays: 0 means that none was made. */
export const markFailed = statement('messages.mark_failed')`
  update messages set state = 'failed', last_error = $lastError where message_id = $messageId and state = 'waiting' returning message_id`

/**
 * Removes addresses, and what a mail server said about them, from messages about orders whose contact was forgotten.
 * Messages are found by their ids, payment instructions with each number up to `instructionsMax`.
 */
export const forgetAddresses = statement('messages.forget_addresses')`
  with told as materialized (
    select kind || '.' || order_id as message_id from unnest($orderIds::text[]) as order_id, unnest($orderKinds::text[]) as kind
    union all
    select kind || '.' || order_id || '.' || number
    from unnest($orderIds::text[]) as order_id, unnest(array['cash_app_instructions', 'cash_app_withdrawn']) as kind,
      generate_series(1, $instructionsMax::int) as number
  ), roots as (
    update messages m set sent_to = null, last_error = null from told where m.message_id = told.message_id and m.sent_to is not null
  )
  update messages m set sent_to = null, last_error = null from told where m.resent_from = told.message_id and m.sent_to is not null`

/** Removes the address from messages that can't be sent again as another. */
export const forgetRecipients = statement('messages.forget_recipients')`
  update messages set sent_to = null, last_error = null where message_id = any($messageIds::text[]) and sent_to is not null`

export const setAside = statement('messages.set_aside')`
  update messages set dismissed_at = $now where message_id = any($messageIds) and state = 'failed' and dismissed_at is null`

/**
 * Adds the addresses of first orders with fingerprints of tokens, or the tokens of further tries to unverified ones:
 * earlier ones stay, because each try may have arrived. Returns the orders that ask, one for each address; if two first
 * orders of one do this at once, one succeeds.
 */
export const askToConfirm = statement('messages.ask_to_confirm')`
  insert into buyer_addresses (address, order_id, created_at, token_fingerprints, link_expires_at)
  select distinct on (address) address, order_id, $now, tokens, ends from (
    select lower(email) as address, order_id, array_agg(token) as tokens, max(ends) as ends
    from unnest($emails::text[], $orderIds::text[], $tokens::text[], $linksExpireAt::timestamptz[]) as made (email, order_id, token, ends)
    group by 1, 2
  ) as asked order by address, order_id
  on conflict (address) do update set link_expires_at = excluded.link_expires_at,
    token_fingerprints = buyer_addresses.token_fingerprints || excluded.token_fingerprints
  where buyer_addresses.order_id = excluded.order_id and buyer_addresses.verified_at is null
  returning order_id`

/** Uses up a link. No row if it was used, is over or never existed. */
export const markAddressVerified = statement('messages.mark_address_verified')`
  update buyer_addresses set verified_at = $now, token_fingerprints = '{}'
  where order_id = $orderId and $token = any(token_fingerprints) and link_expires_at > $now and verified_at is null
  returning order_id`
