/** Makes a store's past by set-based SQL, consistent with every identity. */
import type pg from 'pg'
import { USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { addUp } from '#server/features/sales/queries.ts'
import { recordSales } from '#server/features/sales/record-sale.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { valuesOf } from '#server/platform/database/statement.ts'

/** As many batches at once as the benches' machines have cores; one session of PostgreSQL uses one. */
const LANES = 2

/** Processes the numbers 1 to `total` in batches, on two connections at once. @param onProgress how many of them are done */
async function inBatches(
  total: number,
  batch: number,
  work: (from: number, to: number) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  let next = 1
  let done = 0
  const lane = async () => {
    while (next <= total) {
      const from = next
      const to = Math.min(total, from + batch - 1)
      next = to + 1
      await work(from, to)
      done += to - from + 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Orders per transaction: large enough to be fast, small enough to show progress. */
const ORDERS_BATCH = 50_000

/** Units left of each package after the seeded sales. */
const SPARE_UNITS = 500

/** Seeded orders i take the numbered packages in turn; a prime stride keeps neighbors apart. */
const PACKAGE_OF = (i: string, count: string) => `(${i}::bigint * 7919) % ${count}`

const PACKAGES = `
  create table seed_packages as
  select row_number() over (order by p.package_id) - 1 as n, p.package_id, p.lead_type, p.tier, p.size, c.state, c.name, r.price_cents
  from packages p join counties c using (fips) join prices r using (lead_type, tier, size)`

const STOCK = `
  with sold as (
    select ${PACKAGE_OF('i', '$2')} as n, count(*)::int as units from generate_series(1, $1::int) i group by 1
  ), chosen as (
    select s.package_id, coalesce(units, 0) as units from seed_packages s left join sold using (n)
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, moved_at)
    select package_id, units + $3, 'set', 'seed', now() - interval '1 year' from chosen
  )
  update packages p set available = available + $3 from chosen where p.package_id = chosen.package_id`

const ORDERS = `
  with seeds as materialized (
    select i, lpad(i::text, 18, '0') as id, s.*, now() - interval '1 year' * (1 - i::float8 / $4) as at
    from generate_series($1::int, $2::int) i join seed_packages s on s.n = ${PACKAGE_OF('i', '$3')}
  ), held as (
    insert into holds (hold_id, package_id, owner_id, address_key, state, took_unit, placed_at, expires_at, ended_at, order_id)
    select 'hld_' || id, package_id, 'cart:' || md5('owner' || i), md5('address' || i), 'sold', true, at,
      at + interval '30 minutes', at + interval '2 minutes', 'ord_' || id from seeds
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, moved_at)
    select package_id, -1, 'hold', 'hld_' || id, at from seeds
  ), carts as (
    insert into cart_lines (hold_id, delivery_method, added_at) select 'hld_' || id, 'email', at from seeds
  ), ordered as (
    insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, opening_revision,
      opening_cents, payment_method, full_name, email, cell_phone, created_at, paid_at)
    select 'ord_' || id, 'LY-' || id, md5('token' || i), 'cart:' || md5('owner' || i), 'paid', 1, price_cents, md5(id), 1,
      price_cents, 'stripe', 'Past Buyer', 'past' || i || '@seed.example',
      '(512) 555-' || lpad((i % 9973)::text, 4, '0'), at, at + interval '2 minutes' from seeds
  ), lines as (
    insert into order_lines (order_id, revision, line_number, hold_id, package_id, lead_type, tier, size, state, county,
      delivery_method, price_cents, outcome)
    select 'ord_' || id, 1, 1, 'hld_' || id, package_id, lead_type, tier, size, state, name, 'email', price_cents, 'sold' from seeds
  ), paid as (
    insert into payments (payment_id, order_id, state, amount_cents, revision, client_secret, created_at, check_at, succeeded_at)
    select 'pi_' || id, 'ord_' || id, 'succeeded', price_cents, 1, 'pi_' || id || '_secret_' || md5(id), at, at, at from seeds
  ), events as (
    insert into webhook_events (event_id, type, subject, received_at, handled_at)
    select 'evt_' || id, 'payment_intent.succeeded', json_build_object('paymentId', 'pi_' || id), at, at from seeds
  )
  insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_at)
  select 'order_confirmation.ord_' || id, 'order_confirmation', 'ord_' || id, 'sent', 1, at, at, at from seeds`

/** Creates `count` one-line orders spread over the last year, once per database. `recordSeeds` comes last. */
export async function seedOrders(pool: pg.Pool, count: number, onProgress: (done: number) => void): Promise<void> {
  await pool.query(PACKAGES)
  await pool.query('alter table seed_packages add primary key (n)')
  await pool.query('analyze seed_packages')
  const { rows } = await pool.query<{ packages: number }>('select count(*)::int as packages from seed_packages')
  const packages = rows[0]?.packages ?? 0
  await pool.query(STOCK, [count, packages, SPARE_UNITS])
  await inBatches(count, ORDERS_BATCH, (from, to) => pool.query(ORDERS, [from, to, packages, count]), onProgress)
  await pool.query('drop table seed_packages')
}

/** Writes the seeded orders into the sales ledger and its figures, as paying for them would have. */
export async function recordSeeds(pool: pg.Pool, count: number): Promise<void> {
  const executor: Executor = {
    run: async (statement, ...given) => (await pool.query(statement.text, valuesOf(statement, ...given))).rows,
  }
  await inBatches(count, ORDERS_BATCH, async (from, to) => {
    const orderIds = Array.from({ length: to - from + 1 }, (_, at) => `ord_${String(from + at).padStart(18, '0')}`)
    await recordSales(executor, orderIds, { timeZone: USUAL_STORE_ZONE, now: new Date() })
  })
  await executor.run(addUp, { limit: count })
  // What months of operation would have done, so that it does not happen in the middle of a measurement.
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
}

/** Old enough not to age meanwhile, young enough to be for sale. */
const AGE_DAYS = { vip: 1, premier: 6, premium: 20, standard: 45 }

const COUNT_POOLS = `
  insert into lead_pools (pool_id, places, is_backed)
  select pool_id, array_fill(0, array[places - 1]) || leads::int, true
  from (select pool_id, places, count(*) as leads from leads group by pool_id, places) counted`

/** Creates leads in one pool only, including personal data, as an import would have left them; those it has stay. */
export async function seedPool(pool: pg.Pool, input: { poolId: string; leads: number }): Promise<void> {
  const [fips, leadType, tier] = input.poolId.split('-') as [string, string, keyof typeof AGE_DAYS]
  await pool.query(
    `insert into leads (fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap)
     select $1, $2, $3, md5('property' || i)::uuid, md5('owner' || i)::uuid, now() - make_interval(days => $4), now() + interval '1 day', $5
     from generate_series(1, $6::int) i on conflict do nothing`,
    [fips, leadType, input.poolId, AGE_DAYS[tier], USUAL_SALE_CAPS[tier], input.leads],
  )
  await pool.query(
    `insert into lead_details (lead_id, address, city, zip, owner_names, source)
     select lead_id, lead_id || ' Oak Street', 'Austin', '78701', array['Owner ' || lead_id], 'Seed' from leads on conflict do nothing`,
  )
  await pool.query(`${COUNT_POOLS} on conflict do nothing`)
  await pool.query(`update packages set lead_units = 0 where package_id like $1 || '-%'`, [input.poolId])
}

/** Of 20 first and some thousand last names: a search by first name finds one in twenty, by both only a few. */
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
export async function seedRequests(pool: pg.Pool, { repId, orders }: { repId: string; orders: number }) {
  const customers = Math.round(orders / 20)
  const expired = Math.round((orders * 18) / 1_000)
  const sent = Math.round((orders * 2) / 1_000)
  await pool.query(CUSTOMERS, [repId, customers])
  await pool.query(PAID_ORDERS, [repId])
  await pool.query(UNPAID_ORDERS, [orders + 1, orders + expired + sent, orders + expired + 1, repId])
  const { rowCount } = await pool.query(REQUESTS, [repId, customers])
  return { requests: rowCount ?? 0, customers }
}
