import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['cart:af10', 'cart', 'af10'],
  ['user:usr_1', 'user', 'usr_1'],
  ['order:ord_1', 'order', 'ord_1'],
  ['request:prq_1', 'request', 'prq_1'],
])('a hold of %s names its owner, whichever version of the store writes it', async (ownerId, kind, key) => {
  const { rows } = await database.pool.query(
    `insert into holds (hold_id, package_id, owner_id, took_unit, placed_at, expires_at)
     values ($1, 'package', 'cart:before', false, now(), now()) returning hold_id`,
    [`hld_${kind}`],
  )
  const moved = await database.pool.query(
    'update holds set owner_id = $2 where hold_id = $1 returning owner_kind, owner_key',
    [rows[0].hold_id, ownerId],
  )

  expect(moved.rows).toEqual([{ owner_kind: kind, owner_key: key }])
})

test('an order names the payment request it is paid through', async () => {
  const { rows } = await database.pool.query(
    `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method, created_at)
     select 'ord_' || n, 'LY-' || n, 'token' || n, owner, 'awaiting_payment', 1, 100, '', 'stripe', now()
     from unnest(array['request:prq_1', 'cart:af10']) with ordinality as o (owner, n) returning payment_request_id`,
  )

  expect(rows.map((row) => row.payment_request_id)).toEqual(['prq_1', null])
})
