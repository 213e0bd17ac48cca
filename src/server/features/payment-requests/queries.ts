/** All SQL of single payment requests; lists stand in list-queries.ts. An order's row is locked before its request's. */
import type { CustomerId } from '#contract/values.ts'
import { statement } from '#server/platform/database.ts'
import { type RequestRow, withDetails } from './request-row.ts'

const one = (name: string, where: string) =>
  statement<RequestRow>(name, withDetails(`select * from payment_requests where ${where}`, 'r.payment_request_id'))

/** $1 token. */
export const findByToken = one('payment_requests.find_by_token', 'token = $1')

/** $1 request. */
export const findById = one('payment_requests.find', 'payment_request_id = $1')

/** $1 rep, $2 the browser's name for the attempt. */
export const findByAttempt = one('payment_requests.find_by_attempt', 'rep_id = $1 and attempt_id = $2')

/** A rep's latest request: $1 rep. */
export const findLatestOfRep = one(
  'payment_requests.find_latest_of_rep',
  `payment_request_id = (select payment_request_id from payment_requests where rep_id = $1
                         order by created_at desc, payment_request_id desc limit 1)`,
)

/** Whoever has the customer of a request now: its rep, or the member to whom a removed rep's customers passed. $1 request. */
export const findRepOf = statement<{ email: string; username: string }>(
  'payment_requests.find_rep',
  `select u.email, u.username from payment_requests r join customers c on c.customer_id = r.customer_id
     join users u on u.user_id = c.rep_id where r.payment_request_id = $1`,
)

/** The request that replaced another: $1 the replaced one. */
export const findReplacement = statement<{ token: string }>(
  'payment_requests.find_replacement',
  'select token from payment_requests where replaces_id = $1',
)

/** $1 request. */
export const findToken = statement<{ token: string }>(
  'payment_requests.find_token',
  'select token from payment_requests where payment_request_id = $1',
)

/**
 * Whose a replacement of a request is: whoever has the customer now, since those of a removed rep passed to an heir. Keeps
 * that member in the team until the transaction ends. No row when they were removed while this waited: ask again. $1 request.
 */
export const keepSuccessor = statement<{ customer_id: CustomerId; rep_id: string; commission_bps: number }>(
  'payment_requests.keep_successor',
  `select c.customer_id, u.user_id as rep_id, u.commission_bps from payment_requests r
   join customers c on c.customer_id = r.customer_id join users u on u.user_id = c.rep_id and u.disabled_at is null
   where r.payment_request_id = $1 for share of u`,
)

/**
 * Writes a request: $1 request, $2 token, $3 order, $4 rep, $5 customer, $6 attempt, $7 name, $8 address, $9 cents,
 * $10 notes, $11 now, $12 expires at, $13 remind at, $14 replaced request. A repeated attempt, and a second replacement of
 * the same request, break a unique index.
 */
export const insertRequest = statement(
  'payment_requests.insert',
  `insert into payment_requests (payment_request_id, token, order_id, rep_id, customer_id, attempt_id, customer_name,
     customer_email, total_cents, special_offers, created_at, expires_at, remind_at, replaces_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)

/** Ends a request unpaid: $1 request, $2 now, $3 why, $4 by whom or null. No row when it had ended, or was paid. */
export const closeRequest = statement<{ payment_request_id: string }>(
  'payment_requests.close',
  `update payment_requests set status = 'expired', closed_at = $2, close_reason = $3, closed_by = $4
   where payment_request_id = $1 and status = 'sent' returning payment_request_id`,
)

/** Says that a request whose time was over was replaced: $1 request, $2 by whom. */
export const noteReplaced = statement(
  'payment_requests.note_replaced',
  `update payment_requests set close_reason = 'replaced', closed_by = $2 where payment_request_id = $1 and status = 'expired'`,
)

/**
 * Follows a request's order: $1 order, $2 status, $3 now, $4 refunded cents. A request that expired and was paid all the
 * same is not expired any more.
 */
export const followOrder = statement(
  'payment_requests.follow_order',
  `update payment_requests set status = $2, paid_at = coalesce(paid_at, $3), refunded_cents = $4, closed_at = null,
     close_reason = null, closed_by = null
   where order_id = $1`,
)

/** Money came for a request's closed order and went back: $1 order, $2 cents. */
export const noteGivenBack = statement(
  'payment_requests.note_given_back',
  'update payment_requests set refunded_cents = refunded_cents + $2 where order_id = $1 and paid_at is null',
)

/** Gives an expired request another order: $1 request, $2 order, $3 the one it has. No row when it has another by now. */
export const replaceOrder = statement<{ payment_request_id: string }>(
  'payment_requests.replace_order',
  `update payment_requests set order_id = $2
   where payment_request_id = $1 and order_id = $3 and status in ('sent', 'expired') returning payment_request_id`,
)

/** $1 request, $2 who saw the money, $3 by which reference or null. */
export const noteMarkedPaid = statement(
  'payment_requests.note_marked_paid',
  'update payment_requests set marked_paid_by = $2, mark_reference = $3 where payment_request_id = $1',
)

/** The customer looks at a live request: $1 token, $2 now. */
export const noteOpened = statement(
  'payment_requests.note_opened',
  `update payment_requests set opened_at = coalesce(opened_at, $2), last_opened_at = $2
   where token = $1 and status = 'sent' and expires_at > $2`,
)

/** The mail with the link goes out once more: $1 request. Returns how often it did, this time included. */
export const countMailing = statement<{ mailings: number }>(
  'payment_requests.count_mailing',
  `update payment_requests set mailings = mailings + 1 where payment_request_id = $1 and status = 'sent' returning mailings`,
)

/** Switches the reminder: $1 request, $2 when it goes out or null. No row once the request ended. */
export const setReminder = statement<{ payment_request_id: string }>(
  'payment_requests.set_reminder',
  `update payment_requests set remind_at = $2 where payment_request_id = $1 and status = 'sent' returning payment_request_id`,
)

/** Takes up to $2 requests whose reminder is due by $1 (now): each once, on one node. */
export const takeDueReminders = statement<{ payment_request_id: string }>(
  'payment_requests.take_due_reminders',
  `update payment_requests set reminded_at = $1
   where payment_request_id in (select payment_request_id from payment_requests
                                where status = 'sent' and reminded_at is null and remind_at <= $1 and expires_at > $1
                                order by remind_at limit $2 for update skip locked)
   returning payment_request_id`,
)

/** Up to $2 requests whose time is over by $1 (now) and that are to be looked at, the first to end first. */
export const findOverdue = statement<{ payment_request_id: string }>(
  'payment_requests.find_overdue',
  `select payment_request_id from payment_requests
   where status = 'sent' and expires_at <= $1 and (close_after is null or close_after <= $1) order by expires_at limit $2`,
)

/**
 * Up to $2 requests that wait although their order was closed before $1: whoever closed it did not come to the rest. Each
 * request that waits, and they are few, looks up its own order.
 */
export const findHalfClosed = statement<{ payment_request_id: string }>(
  'payment_requests.find_half_closed',
  `select r.payment_request_id from payment_requests r
   where r.status = 'sent' and (r.close_after is null or r.close_after <= $1)
     and (select o.state = 'cancelled' and o.closed_at <= $1 from orders o where o.order_id = r.order_id) limit $2`,
)

/** A request cannot be closed now: $1 request, $2 when it is tried again. */
export const closeLater = statement(
  'payment_requests.close_later',
  'update payment_requests set close_after = $2 where payment_request_id = $1',
)
