import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'

/** Here and below, `email` is in lowercase. */
export const writeCode = statement('buyers.write_code')`
  insert into desk_codes (code_id, customer_key, email, link_fingerprint, expires_at)
  values ($codeId, $customerKey, $email, $linkFingerprint, $expiresAt)`

export const findCode = statement('buyers.find_code')`
  select code_id, customer_key, email from desk_codes where code_id = $codeId and expires_at > $now and used_at is null`

export type CodeRow = RowOf<typeof findCode>

export const findCodeByLink = statement('buyers.find_code_by_link')`
  select code_id, customer_key, email from desk_codes
  where link_fingerprint = $linkFingerprint and expires_at > $now and used_at is null`

/**
 * Uses a code of a locked address (`lockName`) once and opens a session, in place of the browser's former one and of
 * those of the address that were used longest ago. No row: the code was used or has ended.
 */
export const openSession = statement('buyers.open_session')`
  with used as (
    update desk_codes set used_at = $now where code_id = $codeId and used_at is null and expires_at > $now
    returning customer_key, email
  ), ended as (
    delete from desk_sessions where exists (select from used) and (
      token_fingerprint = $formerFingerprint?
      or session_id = any(array(
        select s.session_id from desk_sessions s join used using (customer_key)
        order by s.used_at desc, s.session_id offset $deskSessionsMax - 1)))
  )
  insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
  select $sessionId, $tokenFingerprint, customer_key, email, $userAgent, $now, $now, $expiresAt from used
  returning session_id, customer_key, email, opened_at, used_at`

export const findSession = statement('buyers.find_session')`
  select session_id, customer_key, email, opened_at, used_at from desk_sessions
  where token_fingerprint = $tokenFingerprint and expires_at > $now`

export type SessionRow = RowOf<typeof findSession>

export const noteUse = statement('buyers.note_use')`
  update desk_sessions set used_at = $now, expires_at = $expiresAt where session_id = $sessionId`

export const listSessions = statement('buyers.list_sessions')`
  select session_id, user_agent, opened_at, used_at from desk_sessions
  where customer_key = $customerKey and expires_at > $now order by used_at desc, session_id limit $deskSessionsMax`

export const endSession = statement('buyers.end_session')`
  delete from desk_sessions where session_id = $sessionId and customer_key = $customerKey`

/** What waits for the money of the lowercase address `$email` at `$now`. */
const WAITING = `select 'link' as kind, r.token, o.reference, r.total_cents, r.expires_at as ends_at
   from payment_requests r join orders o using (order_id)
   where lower(r.customer_email) = $email and r.status = 'sent' and r.expires_at > $now
   union all
   select 'cash_app', token, reference, total_cents, pay_until from orders
   where lower(email) = $email and state = 'awaiting_payment' and payment_method = 'cash_app' and pay_until > $now`

export const listWaiting = statement('buyers.list_waiting')`${WAITING} order by ends_at`.as<{
  kind: 'link' | 'cash_app'
}>()

export const isKnownBuyer = statement('buyers.is_known')`
  select exists (select from orders where lower(email) = $email and paid_at is not null) or exists (${WAITING})
    or exists (select from credit_entries where customer_key = $customerKey)
    or exists (select from restock_requests where customer_key = $customerKey and confirmed_at is not null and expires_at > $now)
    as is_known`

export const listOrders = statement('buyers.list_orders')`
  select order_id, paid_at::text as paid_at_key from orders
  where lower(email) = $email and paid_at is not null
    and ($paidBefore?::timestamptz is null or (paid_at, order_id) < ($paidBefore::timestamptz, $orderBefore?::text))
  order by paid_at desc, order_id desc limit $limit`

export const listCredit = statement('buyers.list_credit')`
  select e.entry_id, e.made_at, e.reason, e.cents, o.reference
  from (select * from credit_entries where customer_key = $customerKey order by made_at desc, entry_id limit $limit) e
    join orders o using (order_id)
  order by e.made_at desc, e.entry_id`

export const forgetCodes = forgetting('buyers.forget_codes', 'desk_codes', 'code_id', 'expires_at')
export const forgetSessions = forgetting('buyers.forget_sessions', 'desk_sessions', 'session_id', 'expires_at')
