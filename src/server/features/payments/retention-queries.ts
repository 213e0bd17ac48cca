/** The SQL by which payments forget. */
import { statement } from '#server/platform/statement.ts'

/**
 * Deletes up to `limit` handled events that came before `before`, oldest first, and the networks of their payments. Returns
 * how many.
 */
export const forgetEvents = statement<{ before: Date; limit: number }, { rows: number }>(
  'payments.forget_events',
  `with gone as (
     delete from webhook_events where event_id = any(array(
       select event_id from webhook_events where received_at < $before and handled_at is not null
       order by received_at limit $limit for update skip locked))
     returning event_id, subject ->> 'paymentId' as payment_id
   ), unnamed as (
     update payments set network_key = null where payment_id in (select payment_id from gone) and network_key is not null
   )
   select count(*)::int as rows from gone`,
)
