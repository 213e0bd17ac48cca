/**
 * What offers, store credit and prices of areas add to the statements of every order must cost the same after a million
 * uses as after one.
 */
import { expect, test } from 'vitest'
import { listCartLines } from '#server/features/orders/cart.ts'
import * as promises from '#server/features/orders/promise-queries.ts'
import * as orders from '#server/features/orders/queries.ts'
import { recordOrders } from '#server/features/sales/queries.ts'
import type { Statement } from '#server/platform/database/statement.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { reserveUses } from './offer-queries.ts'
import { listPackageCents, readListings } from './queries.ts'

const STATEMENTS: readonly [string, Statement<never, unknown>][] = [
  ['reading a cart', listCartLines],
  ['placing an order', orders.placeOrder],
  ['marking it paid', orders.markPaid],
  ['canceling it', orders.cancelOrder],
  ['freezing it', orders.freezeOrder],
  ['returning spares', orders.returnSpares],
  ['promising it', promises.promiseOrder],
  ['returning it', promises.returnOrder],
  ['closing a promised one', promises.closePromisedOrder],
  ['reserving a use', reserveUses],
  ['recording a sale', recordOrders],
]

/** The planner still thinks that its tables are empty. */
const database = await aTestDatabase()

test.each(STATEMENTS)('%s looks up uses and lines by key', async (_, statement) => {
  const plan = await explainStatement(database, statement)
  expect(plan).toMatch(/offer_uses|offer_figure/)
  expect(plan).not.toMatch(/Seq Scan on (offer_uses|offer_denials|credit_entries|order_lines|orders|holds|area_prices)/)
})

test.each([
  ['a county page', readListings],
  ['the packages of a county', listPackageCents],
])('%s looks up own prices by key', async (_, statement) => {
  const plan = await explainStatement(database, statement)
  expect(plan).toContain('area_prices')
  expect(plan).not.toMatch(/Seq Scan on area_prices/)
})
