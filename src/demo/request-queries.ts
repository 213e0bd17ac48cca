/** SQL for the demo's payment requests: past ones as rows, and data that the live ones need. */
import type { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import type { Cents } from '#contract/values.ts'
import { statement } from '#server/platform/statement.ts'

/** Adds customers, given as a JSON array. */
export const insertCustomers = statement<{ customers: string }>(
  'demo.insert_customers',
  `insert into customers (customer_id, rep_id, name, email, phone, business_name, notes, created_at, updated_at)
   select customer_id, rep_id, name, email, phone, business_name, notes, created_at, created_at
   from jsonb_to_recordset($customers::jsonb) as c (customer_id text, rep_id text, name text, email text, phone text,
     business_name text, notes text, created_at timestamptz)`,
)

/** Adds ended payment requests, given as a JSON array, with the messages of their links. Their customers must exist. */
export const insertRequests = statement<{ requests: string }>(
  'demo.insert_requests',
  `with given as materialized (
     select * from jsonb_to_recordset($requests::jsonb) as r (payment_request_id text, token text, order_id text, rep_id text,
       customer_email text, customer_name text, status text, total_cents int, refunded_cents int, special_offers text,
       created_at timestamptz, expires_at timestamptz, paid_at timestamptz, closed_at timestamptz, close_reason text,
       closed_by text, replaces_id text, opened_at timestamptz, remind_at timestamptz, reminded_at timestamptz)
   ), told as (
     insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_at)
     select 'payment_request.' || payment_request_id || '.1', 'payment_request', payment_request_id, 'sent', 1, created_at,
       created_at, created_at from given
     union all
     select 'payment_reminder.' || payment_request_id, 'payment_reminder', payment_request_id, 'sent', 1, reminded_at,
       reminded_at, reminded_at from given where reminded_at is not null
   )
   insert into payment_requests (payment_request_id, token, order_id, rep_id, customer_id, status, customer_name,
     customer_email, total_cents, refunded_cents, special_offers, created_at, expires_at, paid_at, closed_at, close_reason,
     closed_by, replaces_id, opened_at, last_opened_at, remind_at, reminded_at)
   select payment_request_id, token, order_id, g.rep_id, c.customer_id, status, customer_name, customer_email, total_cents,
     refunded_cents, special_offers, g.created_at, expires_at, paid_at, closed_at, close_reason, closed_by, replaces_id,
     opened_at, opened_at, remind_at, reminded_at
   from given g join customers c on c.rep_id = g.rep_id and lower(c.email) = lower(g.customer_email)`,
)

/**
 * Lists packages with plenty left that the demo did not sell, so a live link's holds come last in their history,
 * whenever it was sent. The first of the given counties come first.
 */
export const listUnsold = statement<
  { fips: readonly string[]; limit: number },
  {
    package_id: PackageId
    lead_type: LeadType
    tier: Tier
    size: Size
    state: string
    county: string
    price_cents: Cents
  }
>(
  'demo.list_unsold',
  `select p.package_id, p.lead_type, p.tier, p.size, c.state, c.name as county, r.price_cents
   from unnest($fips::text[]) with ordinality as asked (fips, place)
   join packages p using (fips) join counties c using (fips) join prices r using (lead_type, tier, size)
   where p.available > 20
     and not exists (select from stock_movements m where m.package_id = p.package_id and m.reason = 'hold')
   order by asked.place, md5(p.package_id) limit $limit`,
)

/** Records that the customer opened a link. */
export const recordLooked = statement<{ paymentRequestId: string; openedAt: Date }>(
  'demo.note_looked',
  'update payment_requests set opened_at = $openedAt, last_opened_at = $openedAt where payment_request_id = $paymentRequestId',
)
