/** The SQL by which payments forget. */
import { statement } from '#server/platform/database.ts'

/** Deletes up to $2 handled events that came before $1, oldest first, and the networks of their payments. Returns how many. */
export const forgetEvents = statement<{ rows: number }>(
  'payments.forget_events',
  `with gone as (
     delete from webhook_events where event_id = any(array(
       select event_id from webhook_events where received_at < $1 and handled_at is not null
       order by received_at limit $2 for update skip locked))
     returning event_id, subject ->> 'paymentId' as payment_id
   ), unnamed as (
     update payments set network_key = null where payment_id in (select payment_id from gone) and network_key is not null
   )
   select count(*)::int as rows from gone`,
)
