/** What offers and store credit add to the statements of every order must cost the same after a million uses as after one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCartLines } from '#server/features/cart/queries.ts'
import * as promises from '#server/features/orders/promise-queries.ts'
import * as orders from '#server/features/orders/queries.ts'
import { recordOrders } from '#server/features/sales-ledger/queries.ts'
import type { Statement } from '#server/platform/database.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { reserveUses } from './use-queries.ts'

const NOW = '2026-11-22T00:00:00Z'

/** Each statement with one value for each of its parameters, as text. */
const STATEMENTS: readonly [name: string, statement: Statement<unknown>, values: readonly (string | null)[]][] = [
  ['reading a cart', listCartLines, ['cart:1', NOW, NOW]],
  [
    'placing an order',
    orders.placeOrder,
    ['ord_1', 'LY-1', 'token', 'cart:1', '100', 'digest', 'stripe', null, null, null, null, null, NOW, null, '0']
      .concat(['{hld_1}', '{p}', '{vacant}', '{vip}', '{20}', '{Texas}', '{Travis}', '{email}', '{100}', '{0}', '{0}'])
      .concat(['{[]}', '{off_1}', '0', '{0}', '{[]}']),
  ],
  [
    'marking it paid',
    orders.markPaid,
    ['ord_1', '1', '100', '0', 'paid', NOW, null, null, null, 'stripe', '{1}', '{hld_1}', null, '0'],
  ],
  ['cancelling it', orders.cancelOrder, ['ord_1', NOW]],
  ['freezing it', orders.freezeOrder, ['ord_1', '1']],
  ['returning spares', orders.returnSpares, ['ord_1', '1', NOW]],
  ['promising it', promises.promiseOrder, ['ord_1', '1', NOW]],
  ['returning it', promises.returnOrder, ['ord_1']],
  ['closing a promised one', promises.closePromisedOrder, ['ord_1', NOW, 'expired', null, null]],
  ['reserving a use', reserveUses, ['{off_1}', 'ord_1', 'cart:1', 'key']],
  ['recording a sale', recordOrders, ['{ord_1}', 'America/New_York', NOW]],
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(STATEMENTS)('%s looks uses and lines up by key', async (_, statement, values) => {
  // Of a store whose tables the planner still thinks empty.
  const plan = await explainStatement(database, statement, values)
  expect(plan).toMatch(/offer_uses|offer_figure/)
  expect(plan).not.toMatch(/Seq Scan on (offer_uses|offer_denials|credit_entries|order_lines|orders|holds)/)
})
