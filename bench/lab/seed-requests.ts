/** Makes a rep's past: thousands of customers and payment requests, on orders that hold every identity. */
import type pg from 'pg'

/**
 * A name made of 20 first and some thousand last names, so that a search by first name finds one in twenty, by both
 * only a few.
 */
const NAME = `(array['Alma', 'Bruno', 'Carla', 'Desmond', 'Elena', 'Felix', 'Grace', 'Hector', 'Imani', 'Jonas', 'Keiko', 'Luis',
    'Maya', 'Nolan', 'Olive', 'Priya', 'Quentin', 'Rosa', 'Samir', 'Tessa'])[1 + i % 20] || ' ' || initcap(translate(
    substr(md5('last' || i % 4999), 1, 7), '0123456789', 'mrstlnokuv'))`

const CUSTOMERS = `
  insert into customers (customer_id, rep_id, name, email, phone, created_at, updated_at)
  select 'cus_' || lpad(i::text, 18, '0'), $1, ${NAME}, 'customer' || i || '@seed.example', '(512) 555-' || lpad((i % 997)::text, 4, '0'),
    now() - interval '1 year', now() - interval '1 year' from generate_series(1, $2::int) i`

/** Two in 25 of the orders of `seedOrders` were paid through links. */
const PAID_ORDERS = `
  update orders set owner_id = 'request:prq_' || substr(order_id, 5), state = 'processed', rep_id = $1, commission_bps = 1000,
    pay_until = created_at + interval '1 day'
  where substr(order_id, 5)::int % 25 < 2`

/** $1 from, $2 to, $3 the first that waits. Expired ones are spread over the year, waiting ones over the last day. */
const UNPAID_ORDERS = `
  with seeds as materialized (
    select i, lpad(i::text, 18, '0') as id, i >= $3 as is_waiting,
      case when i >= $3 then now() - interval '1 day' * (1 - (i - $3::int + 1)::float8 / ($2::int - $3::int + 2))
           else now() - interval '1 year' * ((i - $1::int + 2)::float8 / ($3::int - $1::int + 2)) - interval '1 day' end as at
    from generate_series($1::int, $2::int) i
  ), ordered as (
    insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, opening_revision,
      opening_cents, payment_method, rep_id, commission_bps, created_at, pay_until, closed_at)
    select 'ord_' || id, 'LY-' || id, md5('token' || i), 'request:prq_' || id,
      case when is_waiting then 'awaiting_payment' else 'cancelled' end, 1, 29900, md5(id), 1, 29900, 'stripe', $4, 1000, at,
      at + interval '1 day', case when not is_waiting then at + interval '1 day' end
    from seeds
  ), lines as (
    insert into order_lines (order_id, revision, line_number, package_id, lead_type, tier, size, state, county,
      delivery_method, price_cents)
    select 'ord_' || id, 1, 1, '10001-vacant-vip-20', 'vacant', 'vip', 20, 'Delaware', 'Kent', 'email', 29900 from seeds
  )
  insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at)
  select 'none_ord_' || id, 'ord_' || id, 'cancelled', 0, 0, at, at from seeds where not is_waiting`

const REQUESTS = `
  with made as materialized (
    select o.*, substr(o.order_id, 5) as id, substr(o.order_id, 5)::int as i from orders o where rep_id = $1
  ), told as (
    insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_at)
    select 'payment_request.prq_' || id || '.1', 'payment_request', 'prq_' || id, 'sent', 1, created_at, created_at, created_at
    from made
  )
  insert into payment_requests (payment_request_id, token, order_id, rep_id, customer_id, status, customer_name,
    customer_email, total_cents, created_at, expires_at, paid_at, closed_at, close_reason)
  select 'prq_' || id, md5('link' || id) || md5(id), order_id, $1, c.customer_id,
    case made.state when 'cancelled' then 'expired' when 'awaiting_payment' then 'sent' else 'processed' end, c.name, c.email,
    total_cents, made.created_at, pay_until, paid_at, closed_at, case when made.state = 'cancelled' then 'time' end
  from made join customers c on c.customer_id = 'cus_' || lpad((1 + (i::bigint * 7919) % $2::int)::text, 18, '0')`

/**
 * Gives a rep a past on the seeded orders of a store whose catalogue has Delaware, between `seedOrders` and
 * `recordSeeds`: a request for every tenth of `orders`, most of them paid, some expired and some waiting; half as many
 * customers.
 */
export async function seedRequests(
  pool: pg.Pool,
  { repId, orders }: { repId: string; orders: number },
): Promise<{ requests: number; customers: number }> {
  const customers = Math.round(orders / 20)
  const expired = Math.round((orders * 18) / 1_000)
  const sent = Math.round((orders * 2) / 1_000)
  await pool.query(CUSTOMERS, [repId, customers])
  await pool.query(PAID_ORDERS, [repId])
  await pool.query(UNPAID_ORDERS, [orders + 1, orders + expired + sent, orders + expired + 1, repId])
  const { rowCount } = await pool.query(REQUESTS, [repId, customers])
  return { requests: rowCount ?? 0, customers }
}
