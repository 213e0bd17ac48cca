/** Makes a store's past by set-based SQL: the given number of paid orders, consistent with every identity. */
import type pg from 'pg'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { addUp } from '#server/features/sales/queries.ts'
import { recordSales } from '#server/features/sales/record-sale.ts'
import type { Executor } from '#server/platform/database.ts'
import { valuesOf } from '#server/platform/statement.ts'
import { inBatches } from './in-batches.ts'

/** Rows per transaction: large enough to be fast, small enough to show progress. */
const BATCH = 50_000

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

/**
 * Creates `count` orders of one line each over all packages, spread over the last year. Called once per database, and
 * followed by `recordSeeds` when nothing about them changes anymore.
 */
export async function seedOrders(pool: pg.Pool, count: number, onProgress: (done: number) => void): Promise<void> {
  await pool.query(PACKAGES)
  await pool.query('alter table seed_packages add primary key (n)')
  await pool.query('analyze seed_packages')
  const { rows } = await pool.query<{ packages: number }>('select count(*)::int as packages from seed_packages')
  const packages = rows[0]?.packages ?? 0
  await pool.query(STOCK, [count, packages, SPARE_UNITS])
  await inBatches(count, BATCH, (from, to) => pool.query(ORDERS, [from, to, packages, count]), onProgress)
  await pool.query('drop table seed_packages')
}

/** Writes the seeded orders into the sales ledger and its figures, as paying for them would have. */
export async function recordSeeds(pool: pg.Pool, count: number): Promise<void> {
  const executor: Executor = {
    run: async (statement, ...given) => (await pool.query(statement.text, valuesOf(statement, ...given))).rows,
  }
  await inBatches(count, BATCH, async (from, to) => {
    const orderIds = Array.from({ length: to - from + 1 }, (_, at) => `ord_${String(from + at).padStart(18, '0')}`)
    await recordSales(executor, orderIds, { timeZone: USUAL_STORE_ZONE, now: new Date() })
  })
  await executor.run(addUp, { limit: count })
  // What months of operation would have done, so that it does not happen in the middle of a measurement.
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
}
