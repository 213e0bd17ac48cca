/** SQL for what just happened to payment requests. */
import type { RequestEvent } from '#contract/links/request-events.ts'
import type { PaymentRequestId, PaymentRequestToken } from '#contract/values.ts'
import { statement } from '#server/platform/statement.ts'

export interface EventRow {
  kind: RequestEvent['kind']
  at: Date
  payment_request_id: PaymentRequestId
  token: PaymentRequestToken
  customer_name: string
  customer_phone: string | null
  total_cents: number
  detail: string | null
}

/** Events since `happenedAfter` of requests created after `createdAfter`, newest first. */
const eventsOf = (whose: string) => `with recent as materialized (
     select * from payment_requests where ${whose} and created_at > $createdAfter
   ), happened as (
     select payment_request_id, 'opened' as kind, opened_at as at, null as detail from recent where opened_at > $happenedAfter
     union all
     select payment_request_id, 'cash_app', cash_app_chosen_at, null from recent where cash_app_chosen_at > $happenedAfter
     union all
     select payment_request_id, 'declined', d.declined_at, d.reason from recent r
       join payments p on p.order_id = r.order_id join payment_declines d on d.payment_id = p.payment_id
       where d.declined_at > $happenedAfter
     union all
     select payment_request_id, 'new_link_asked', m.created_at, null from recent r
       join messages m on m.message_id = 'new_link_asked.' || r.payment_request_id where m.created_at > $happenedAfter
     union all
     select payment_request_id, 'paid', paid_at, null from recent where paid_at > $happenedAfter
     union all
     select payment_request_id, 'delivered', processed_at, null from recent where processed_at > $happenedAfter
     union all
     select payment_request_id, 'expired', closed_at, null from recent where closed_at > $happenedAfter and close_reason = 'time'
   )
   select h.kind, h.at, r.payment_request_id, r.token, r.customer_name, o.cell_phone as customer_phone, r.total_cents, h.detail
   from (select * from happened order by at desc, payment_request_id desc, kind limit $limit) h
   join recent r using (payment_request_id) join orders o on o.order_id = r.order_id
   order by h.at desc, r.payment_request_id desc, h.kind`

export const listEventsOfRep = statement<
  { repId: string; createdAfter: Date; happenedAfter: Date; limit: number },
  EventRow
>('payment_requests.list_events_of_rep', eventsOf('rep_id = $repId'))

/** The condition is true for every row and makes the index over all reps usable. */
export const listAllEvents = statement<{ createdAfter: Date; happenedAfter: Date; limit: number }, EventRow>(
  'payment_requests.list_all_events',
  eventsOf('total_cents > 0'),
)
