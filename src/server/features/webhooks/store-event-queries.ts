/** SQL for events of the store's own webhooks. */
import { statement } from '#server/platform/statement.ts'
import { STORE_OWNER } from './rules.ts'

/** The notice to the nodes when a webhook of the store has changed; see `stock-changes.ts`. */
export const LISTENING = 'store_webhooks'

/** Tells the nodes, if a changed row of `webhooks` is the store's. */
export const TELL_LISTENING = `case when email = '${STORE_OWNER}' then pg_notify('catalogue_changed', '${LISTENING}') end as told`

/**
 * The store's webhooks that get events, including those that the store turned off: they get them once they are on
 * again.
 */
const LISTENERS = `w.email = '${STORE_OWNER}' and w.off_reason is distinct from 'owner'`

/** Lists each type of event that a webhook of the store wants. */
export const listListened = statement<Record<never, never>, { type: string }>(
  'webhooks.list_listened',
  `select distinct t.type from webhooks w, unnest(w.event_types) as t (type) where ${LISTENERS}`,
)

/** Writes an event for each webhook of the store that wants the type, and for each cause, once. */
export const writeStoreEvents = statement<{
  eventId: string
  type: string
  causes: readonly string[]
  orderIds: readonly (string | null)[]
  subjectIds: readonly (string | null)[]
  reasons: readonly (string | null)[]
  unitsLeft: readonly (number | null)[]
  now: Date
}>(
  'webhooks.write_store_events',
  `insert into buyer_events (event_id, webhook_id, type, cause, order_id, subject_id, reason, units_left, occurred_at, next_try_at)
   select $eventId || lpad(to_hex(row_number() over (order by w.webhook_id, a.cause)), 10, '0'), w.webhook_id, $type, a.cause,
     a.order_id, a.subject_id, a.reason, a.units_left, $now, case when w.off_reason is null then $now::timestamptz else 'infinity' end
   from webhooks w, unnest($causes::text[], $orderIds::text[], $subjectIds::text[], $reasons::text[], $unitsLeft::int[])
     as a (cause, order_id, subject_id, reason, units_left)
   where ${LISTENERS} and $type = any(w.event_types)
   on conflict do nothing`,
)

export interface ToldRequestRow {
  payment_request_id: string
  rep_id: string
  total_cents: number
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  replaces_id: string | null
}

/** Reads an event's data about a payment request: no name, no address and no link. */
export const findToldRequest = statement<{ paymentRequestId: string }, ToldRequestRow>(
  'webhooks.find_request',
  `select payment_request_id, rep_id, total_cents, created_at, expires_at, paid_at, replaces_id
   from payment_requests where payment_request_id = $paymentRequestId`,
)
