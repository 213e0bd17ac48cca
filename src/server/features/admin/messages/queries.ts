import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { MESSAGES_PAGE } from '#contract/admin/messages.ts'
import type { MessageKind } from '#server/features/messages/message-composer.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** What may be missing, because a join or a condition adds or drops it. */
interface LoggedColumns {
  sent_to: string | null
  resent_from: string | null
  /** Of the order, or of the order of the payment request. */
  order_id: string | null
  reference: string | null
}

/** One more than shown. Given as a number, because without a limit the planner expects a tenth of the table. */
const ROWS = MESSAGES_PAGE + 1

const NEWEST_FIRST = (table: string) => `${table}.created_at desc, ${table}.message_id desc`

const FITS = `m.kind = any($kinds::text[]) and m.state = any($states::text[])
       and (m.created_at, m.message_id) < ($afterCreatedAt::timestamptz, $afterMessageId::text)`

/** Reads the few messages of `page` (message_id, created_at), each with its subject looked up by key. */
const withSubjects = (page: string) => `with page as materialized (${page})
   select m.message_id, m.kind, m.channel, m.subject_id, m.state, m.provider_state, m.attempts, m.last_error, m.created_at,
     m.sent_at, m.sent_to,
     m.resent_from, m.attempt_id, m.dismissed_at, coalesce(o.order_id, ro.order_id) as order_id,
     coalesce(o.reference, ro.reference) as reference, r.token as request_token, u.username
   from page p
   join messages m on m.message_id = p.message_id
   left join orders o on o.order_id = m.subject_id
   left join payment_requests r on r.payment_request_id = m.subject_id
   left join orders ro on ro.order_id = r.order_id
   left join verifications v on v.verification_id = m.subject_id
   left join users u on u.user_id = coalesce(v.user_id, case when m.kind = 'pay_report' then m.member_id else m.subject_id end)
   order by ${NEWEST_FIRST('m')}`

/** The newest of each kind in some states, after the cursor and not older than `oldest`. */
const newestOfEach = (states: string, oldest: string) => `select n.message_id, n.created_at
     from unnest($kinds::text[]) as kind cross join unnest(${states}) as state cross join lateral (
       select m.message_id, m.created_at from messages m
       where m.kind = kind.kind and m.state = state.state and m.created_at >= ${oldest}
         and (m.created_at, m.message_id) < ($afterCreatedAt::timestamptz, $afterMessageId::text)
       order by ${NEWEST_FIRST('m')} limit ${ROWS}
     ) n`

/**
 * Lists the newest messages after the cursor (`infinity` and '' for the first page). For each kind, the index gives the
 * newest in the first state, which most messages have; in the other states it reads only messages new enough for the
 * page. So it reads the same few rows however many messages there are.
 */
export const listNewest = statement('message_log.list_newest')`
  ${withSubjects(`with most as materialized (
      ${newestOfEach('($states::text[])[:1]', "'-infinity'")} order by ${NEWEST_FIRST('n')} limit ${ROWS}
    ), bounds as materialized (
      select case when count(*) = ${ROWS} then min(created_at) else '-infinity' end as oldest from most
    )
    select n.message_id, n.created_at from (
      select * from most union all
      select other.* from bounds cross join lateral (${newestOfEach('($states::text[])[2:]', 'bounds.oldest')}) other
    ) n order by ${NEWEST_FIRST('n')} limit ${ROWS}`)}`.as<LoggedColumns>()

/** `address` is in lowercase, or a number as E.164. */
export const listToAddress = statement('message_log.list_to_address')`
  ${withSubjects(`select m.message_id, m.created_at from messages m where m.sent_to = $address and ${FITS}
    order by ${NEWEST_FIRST('m')} limit ${ROWS}`)}`.as<LoggedColumns>()

/** Message ids contain what they are about, so they are found by their key. */
export const listAboutOrder = statement('message_log.list_about_order')`
  ${withSubjects(`with ordered as materialized (
      select o.order_id, r.payment_request_id, r.mailings from orders o
      left join payment_requests r on r.order_id = o.order_id where o.reference = $reference
    ), roots as materialized (
      select kind || '.' || order_id as message_id from ordered,
        unnest(array['order_confirmation', 'money_returned', 'cash_app_closed', 'buyer_verification']) as kind
      union all select 'order_confirmation.' || order_id || '.sms' from ordered
      union all select kind || '.' || order_id || '.' || number from ordered, generate_series(1, 5) as number,
        unnest(array['cash_app_instructions', 'cash_app_withdrawn']) as kind
      union all select 'order_refunded.' || f.refund_id from ordered join refunds f on f.order_id = ordered.order_id
      union all select 'payment_request.' || payment_request_id || '.' || number from ordered, generate_series(1, mailings) as number
      union all select 'payment_reminder.' || payment_request_id from ordered
      union all select 'leads_delivered.' || h.handover_id || suffix from ordered
        join delivery_handovers h on h.order_id = ordered.order_id, unnest(array['', '.sms']) as suffix
      union all select 'credit_' || e.entry_id from ordered
        join credit_entries e on e.order_id = ordered.order_id and e.reason in ('late', 'returning', 'granted')
      union all select 'claims_answered.' || sent.news_id from ordered join claims c on c.order_id = ordered.order_id,
        unnest(array[c.news_id, c.answer_news_id]) as sent (news_id) where sent.news_id is not null
      union all select 'opt_out_notice.' || n.notice_id from ordered join opt_out_notices n on n.order_id = ordered.order_id
    ), told as (
      select m.message_id, m.created_at, m.kind, m.state from roots join messages m on m.message_id = roots.message_id
      union
      select m.message_id, m.created_at, m.kind, m.state from roots join messages m on m.resent_from = roots.message_id
    )
    select m.message_id, m.created_at from told m where ${FITS} order by ${NEWEST_FIRST('m')} limit ${ROWS}`)}`.as<LoggedColumns>()

export const findLogged = statement('message_log.find')`
  ${withSubjects('select m.message_id, m.created_at from messages m where m.message_id = $messageId')}`.as<LoggedColumns>()
export type LoggedRow = RowOf<typeof findLogged>

export const findResent = statement('message_log.find_resent')`
  select message_id from messages where resent_from = $resentFrom and attempt_id = $attemptId`

/**
 * Adds a copy of the first message, `root`, as its number 2 or higher. Until it is sent, it counts as for the same
 * address. No row if all numbers are taken.
 */
export const writeResend = statement('message_log.write_resend')`
  insert into messages (message_id, kind, subject_id, amount_cents, channel, created_at, resent_from, attempt_id, sent_to)
  select $root::text || '.' || place, m.kind, m.subject_id, m.amount_cents, m.channel, $now, $root, $attemptId, m.sent_to
  from messages m, generate_series(2, $lastNumber::int) as place
  where m.message_id = $messageId and not exists (select from messages taken where taken.message_id = $root::text || '.' || place)
  order by place limit 1 returning message_id`

/** Records which first message another one repeats, after its feature wrote it. */
export const recordResent = statement('message_log.note_resent')`
  update messages set resent_from = $resentFrom, attempt_id = $attemptId, sent_to = $sentTo? where message_id = $messageId`

/** Makes a failed or stopped message wait again, with all its tries and a new job. Once per failure. */
export const waitAgain = statement('message_log.wait_again')`
  update messages set state = 'waiting', attempts = 0, queued_at = null, dismissed_at = null, attempt_id = $attemptId,
    provider_state = null, provider_attempt = 0, sent_at = null
  where message_id = $messageId and state in ('failed', 'stopped') returning message_id`

/** Ends the job of a failed message that is out of tries; while it has the key, no other job could be queued. */
export const endJob = statement('message_log.end_job')`
  select count(ended.id) from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key = 'message:' || $messageId::text and attempts >= max_attempts)) as ended`

/** Makes a waiting message's job run before all others, which are due later than 1970. Does nothing while it runs. */
export const hurryJob = statement('message_log.hurry_job')`
  select count(hurried.id) from graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where key = 'message:' || $messageId::text), run_at := 'epoch') as hurried`

export const dismiss = statement('message_log.dismiss')`
  update messages set dismissed_at = $now where message_id = $messageId and state = 'failed' and dismissed_at is null returning message_id`

const COUNTED = ATTENTION_COUNT_MAX + 1
const TROUBLED = 'm.message_id, m.kind, m.state, m.sent_to, m.last_error, m.created_at from messages m'

/**
 * Lists messages that need attention, the newest few with how many there are: those that failed since `createdAt` and
 * were not dismissed, and those waiting since before `now`. Failed without a try means that what it was about had
 * ended.
 */
export const listTroubled = statement('message_log.list_troubled')`
  with troubled as materialized (
    select found.* from unnest($kinds::text[]) as kind cross join lateral (
      (select ${TROUBLED} where m.kind = kind.kind and m.state = 'failed' and m.created_at > $createdAt
         and m.attempts > 0 and m.dismissed_at is null order by m.created_at desc limit ${COUNTED})
      union all
      (select ${TROUBLED} where m.kind = kind.kind and m.state = 'waiting' and m.created_at > $createdAt and m.created_at < $now
       order by m.created_at desc limit ${COUNTED})
    ) found limit ${COUNTED}
  )
  select t.*, (select count(*)::int from troubled) as troubled from troubled t order by t.created_at desc limit $limit`.as<{
  kind: MessageKind
  state: 'waiting' | 'failed'
  sent_to: string | null
  last_error: string | null
}>()
export type TroubledRow = RowOf<typeof listTroubled>
