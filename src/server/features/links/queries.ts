/** SQL for single payment requests; list-queries.ts has the lists. An order's row is locked before its request's. */
import type { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { REQUESTS_PAGE_MAX } from '#contract/links/payment-requests.ts'
import { toCents } from '#contract/money.ts'
import type { CustomerId } from '#contract/values.ts'
import type { Contact } from '#server/features/orders/contact.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import type { OrderedLine } from '#server/features/orders/place-order.ts'
import { tellRep } from '#server/features/orders/rep-word.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'

interface RequestParts {
  lines: OrderLineRow[]
  payment_id: string | null
  /** From the latest email with the link; null until the message is found. */
  mail_state: 'waiting' | 'sent' | 'failed' | null
  /** Why the customer’s card was declined last; `declines` says how often. */
  declined_reason: string | null
  new_link_asked_at: Date | null
}

/** More rows than any page has. Given as a number, because without a limit the planner expects a tenth of the table. */
const PAGE_ROWS_MAX = REQUESTS_PAGE_MAX + 1

/** Selects the few requests of `page` in `order`, with their data of other tables; a join does not keep the order. */
export const withDetails = (page: string, order: string) => `with page as materialized (
     select * from (${page}) found limit ${PAGE_ROWS_MAX}
   )
   select r.payment_request_id, r.token, r.order_id, r.rep_id, r.customer_id, r.status, r.customer_name, lower(r.customer_name) as customer_key, r.customer_email,
     r.total_cents, r.refunded_cents, r.special_offers, r.created_at, r.expires_at, r.paid_at, r.closed_at, r.close_reason,
     r.replaces_id, r.opened_at, r.cash_app_chosen_at, r.remind_at, r.reminded_at, r.mailings, r.mark_reference,
     rep.username as rep_name, rep.phone as rep_phone, closer.username as closed_by_name, marker.username as marked_by_name,
     o.reference, o.token as order_token, o.payer_id, o.state as order_state, o.refund_state, o.revision, o.commission_bps, o.payment_method, o.card,
     o.business_name, o.cell_phone, o.address,
     coalesce((select jsonb_agg(to_jsonb(l) order by l.line_number) from order_lines l
               where l.order_id = o.order_id and l.revision = o.revision), '[]') as lines,
     case when p.state = 'succeeded' then p.payment_id end as payment_id,
     exists (select from disputes d where d.order_id = r.order_id) as is_disputed,
     m.state as mail_state, m.last_error as mail_error,
     (select d.reason from payment_declines d where d.payment_id = p.payment_id order by d.declined_at desc limit 1) as declined_reason,
     (select count(*) from payment_declines d where d.payment_id = p.payment_id)::int as declines,
     (select n.created_at from messages n where n.message_id = 'new_link_asked.' || r.payment_request_id) as new_link_asked_at
   from page r
   join orders o on o.order_id = r.order_id
   left join payments p on p.order_id = r.order_id
   left join users rep on rep.user_id = r.rep_id
   left join users closer on closer.user_id = r.closed_by
   left join users marker on marker.user_id = r.marked_paid_by
   left join messages m on m.message_id = 'payment_request.' || r.payment_request_id || '.' || r.mailings
   order by ${order}`

export type LineToHold = Omit<OrderedLine, 'holdId'>

export const linesAsSent = (row: Pick<RequestRow, 'lines'>): LineToHold[] =>
  row.lines.map((line) => ({
    packageId: line.package_id as PackageId,
    leadType: line.lead_type as LeadType,
    tier: line.tier as Tier,
    size: line.size as Size,
    ...shownOf(line, 'state', 'county', 'delivery_method', 'bonus_leads', 'offers', 'open_offers'),
    priceCents: toCents(line.price_cents),
    discountCents: toCents(line.discount_cents),
  }))

export const contactOf = (row: RequestRow): Contact => ({
  fullName: row.customer_name,
  email: row.customer_email,
  ...shownOf(row, 'business_name', 'cell_phone', 'address'),
})

const one = (where: string) => withDetails(`select * from payment_requests where ${where}`, 'r.payment_request_id')

export const findByToken = statement('payment_requests.find_by_token')`
  ${one('token = $token')}`.as<RequestParts>()

/** `customer_key` is for sorting lists: lowercase as the database does it, which may differ from the runtime. */
export type RequestRow = RowOf<typeof findByToken>

export const findById = statement('payment_requests.find')`
  ${one('payment_request_id = $paymentRequestId')}`.as<RequestParts>()

export const findByAttempt = statement('payment_requests.find_by_attempt')`
  ${one('rep_id = $repId and attempt_id = $attemptId')}`.as<RequestParts>()

export const findLatestOfRep = statement('payment_requests.find_latest_of_rep')`
  ${one(`payment_request_id = (select payment_request_id from payment_requests where rep_id = $repId
                         order by created_at desc, payment_request_id desc limit 1)`)}`.as<RequestParts>()

/** Its rep, or the member who took over a removed rep's customers. */
export const findRepOf = statement('links.find_rep')`
  select u.email, u.username from payment_requests r join customers c on c.customer_id = r.customer_id
    join users u on u.user_id = c.rep_id where r.payment_request_id = $paymentRequestId`

export const findReplacement = statement('links.find_replacement')`
  select token from payment_requests where replaces_id = $replacesId`

export const findToken = statement('links.find_token')`
  select token from payment_requests where payment_request_id = $paymentRequestId`

/** Locks the rep who has the customer now, maybe a successor. No row if removed while this waited: ask again. */
export const keepSuccessor = statement('links.keep_successor')`
  select c.customer_id, u.user_id as rep_id, u.commission_bps from payment_requests r
  join customers c on c.customer_id = r.customer_id join users u on u.user_id = c.rep_id and u.disabled_at is null
  where r.payment_request_id = $paymentRequestId for share of u`.as<{ customer_id: CustomerId }>()

/** A repeated attempt, or a second replacement of the same request, violates a unique index. */
export const insertRequest = statement('links.insert')`
  insert into payment_requests (payment_request_id, token, order_id, rep_id, customer_id, attempt_id, customer_name,
    customer_email, total_cents, special_offers, created_at, expires_at, remind_at, replaces_id)
  values ($paymentRequestId, $token, $orderId, $repId, $customerId, $attemptId?, $customerName, $customerEmail, $totalCents, $specialOffers, $now, $expiresAt, $remindAt?, $replacesId?)`

/** `closedBy` is null for the store itself. No row if it had ended or was paid. */
export const closeRequest = statement('links.close')`
  update payment_requests set status = 'expired', closed_at = $now, close_reason = $closeReason, closed_by = $closedBy?
  where payment_request_id = $paymentRequestId and status = 'sent' returning payment_request_id, ${tellRep('rep_id')} as told`

export const recordReplaced = statement('links.note_replaced')`
  update payment_requests set close_reason = 'replaced', closed_by = $closedBy where payment_request_id = $paymentRequestId and status = 'expired'`

/** A request that expired but was then paid is no longer expired. */
export const setRequestState = statement('links.follow_order')`
  update payment_requests set status = $status, paid_at = coalesce(paid_at, $now?), refunded_cents = $refundedCents, closed_at = null,
    close_reason = null, closed_by = null, processed_at = case when $status = 'processed' then coalesce(processed_at, $now) else processed_at end
  where order_id = $orderId returning ${tellRep('rep_id')} as told`

/** Money came for a request's closed order and went back. */
export const recordGivenBack = statement('links.note_given_back')`
  update payment_requests set refunded_cents = refunded_cents + $refundedCents where order_id = $orderId and paid_at is null`

/** No row if the request has another order than `oldOrderId` by now. */
export const replaceOrder = statement('links.replace_order')`
  update payment_requests set order_id = $orderId
  where payment_request_id = $paymentRequestId and order_id = $oldOrderId and status in ('sent', 'expired') returning payment_request_id`

export const recordMarkedPaid = statement('links.note_marked_paid')`
  update payment_requests set marked_paid_by = $markedPaidBy, mark_reference = $markReference? where payment_request_id = $paymentRequestId`

export const recordOpened = statement('links.note_opened')`
  update payment_requests set opened_at = coalesce(opened_at, $now), last_opened_at = $now
  where token = $token and status = 'sent' and expires_at > $now
  returning case when opened_at = $now then ${tellRep('rep_id')} end as told`

/** Once: no row the second time. */
export const recordCashAppChosen = statement('links.record_cash_app_chosen')`
  update payment_requests set cash_app_chosen_at = $now
  where token = $token and status = 'sent' and expires_at > $now and cash_app_chosen_at is null returning ${tellRep('rep_id')} as told`

export const countMailing = statement('links.count_mailing')`
  update payment_requests set mailings = mailings + 1 where payment_request_id = $paymentRequestId and status = 'sent' returning mailings`

/** Null for none. No row once the request has ended. */
export const setReminder = statement('links.set_reminder')`
  update payment_requests set remind_at = $remindAt? where payment_request_id = $paymentRequestId and status = 'sent' returning payment_request_id`

/** Each once, on one node. */
export const takeDueReminders = statement('links.take_due_reminders')`
  update payment_requests set reminded_at = $now
  where payment_request_id in (select payment_request_id from payment_requests
                               where status = 'sent' and reminded_at is null and remind_at <= $now and expires_at > $now
                               order by remind_at limit $limit for update skip locked)
  returning payment_request_id`

export const findOverdue = statement('links.find_overdue')`
  select payment_request_id from payment_requests
  where status = 'sent' and expires_at <= $now and (close_after is null or close_after <= $now) order by expires_at limit $limit`

/** Their order was closed before `closeAfter`, and the node that closed it died. They are few, so each is looked up. */
export const findHalfClosed = statement('links.find_half_closed')`
  select r.payment_request_id from payment_requests r
  where r.status = 'sent' and (r.close_after is null or r.close_after <= $closeAfter)
    and (select o.state = 'cancelled' and o.closed_at <= $closeAfter from orders o where o.order_id = r.order_id) limit $limit`

export const closeLater = statement('links.close_later')`
  update payment_requests set close_after = $closeAfter where payment_request_id = $paymentRequestId`

export const announceToRep = statement('links.announce_to_rep')`select ${tellRep('$repId::text')} as told`
