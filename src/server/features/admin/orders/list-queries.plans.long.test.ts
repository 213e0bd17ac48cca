/** A page of orders walks an index. The text in a search and the text in its index must be the same, or each search reads the whole table. */
import { expect, test } from 'vitest'
import { countMatchingCustomers } from '#server/features/links/customer-queries.ts'
import { countMatchingRequests } from '#server/features/links/list-queries.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { countMatchingOrders, listByTotalStatement, listOrdersStatement } from './list-queries.ts'

const database = await aTestDatabase()
// Enough that the index of paid orders by state, which has them all, costs more than the search.
await database.pool.query(
  `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method,
     full_name, created_at, paid_at)
   select 'ord_' || i, 'LY-' || i, 'token ' || i, 'cart:' || i, 'paid', 1, 29900, '', 'stripe', 'Alma ' || i, now(), now()
   from generate_series(1, 20000) i`,
)
await database.pool.query('analyze orders')

test.each([
  [countMatchingOrders, ['orders_search']],
  [countMatchingCustomers, ['customers_search']],
  [countMatchingRequests, ['payment_requests_search', 'customers_search']],
])('$name asks the trigram index', async (statement, indexes) => {
  const client = await database.pool.connect()
  await client.query('set enable_seqscan = off')
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare asked as ${statement.text}`)
  const values = statement.parameters.map((name) => (/1$/.test(name) ? "'garland'" : "''"))
  const { rows } = await client.query(`explain execute asked(${values.join(', ')})`)
  client.release(true)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  for (const index of indexes) expect(plan).toContain(`Bitmap Index Scan on ${index}`)
})

const FIRST_PAGE = {
  ...{ from: '-infinity', to: 'infinity', zone: 'America/New_York', limit: '51', state: 'paid' },
  ...{ afterDay: null, afterAt: null, afterId: '', beyondCents: null, beyondId: '' },
}

test.each([
  ['the oldest', listOrdersStatement('paid', [], 50, 'asc'), 'Index Only Scan using orders_paid_by_state', 3],
  ['the newest', listOrdersStatement('paid', [], 50, 'desc'), 'Index Only Scan Backward using orders_paid_by_state', 3],
  [
    'the highest',
    listByTotalStatement('paid', [], 64, 'desc'),
    'Index Only Scan Backward using orders_paid_by_total',
    3,
  ],
  ['the lowest', listByTotalStatement('paid', [], 64, 'asc'), 'Index Only Scan using orders_paid_by_total', 3],
  [
    'the highest of a state',
    listByTotalStatement('in_state', [], 64, 'desc'),
    'Index Only Scan Backward using orders_paid_by_total',
    1,
  ],
] as const)('a page of %s reads its index in order, for each state', async (_name, statement, scan, times) => {
  const plan = await explainStatement(database, statement, FIRST_PAGE)

  expect(plan.split(scan).length - 1, plan).toBe(times)
  expect(plan).not.toContain('Seq Scan on orders')
})

test('a refund of a part touches no index of orders, nor does anything else that leaves state and total alone', async () => {
  const { rows } = await database.pool.query(
    `select indexname from pg_indexes where tablename = 'orders' and indexdef ~ 'refunded_cents|refund_state|is_frozen|opener_ids'`,
  )
  // Only the one whose condition asks for it.
  expect(rows.map((row) => row.indexname)).toEqual(['orders_one_open_per_cart'])
})
