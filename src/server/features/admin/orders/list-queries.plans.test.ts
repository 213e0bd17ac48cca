/** The text in a search and the text in its index must be the same, or each search reads the whole table. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countMatchingCustomers } from '#server/features/links/customer-queries.ts'
import { countMatchingRequests } from '#server/features/links/list-queries.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { countMatchingOrders } from './list-queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // Enough that the index of paid orders by state, which has them all, costs more than the search.
  await database.pool.query(
    `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method,
       full_name, created_at, paid_at)
     select 'ord_' || i, 'LY-' || i, 'token ' || i, 'cart:' || i, 'paid', 1, 29900, '', 'stripe', 'Alma ' || i, now(), now()
     from generate_series(1, 20000) i`,
  )
  await database.pool.query('analyze orders')
})
afterAll(() => database.drop())

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
