/** What settles several orders looks each up by key, even while the planner still thinks that the tables are empty. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConfirmations } from '#server/features/messages/queries.ts'
import type { Statement } from '#server/platform/statement.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { claimPayments } from './queries.ts'

const NOW = '2026-11-22T00:00:00Z'

/** Each statement with one value for each of its parameters, as text. */
const STATEMENTS: readonly [string, Statement<never, unknown>, Readonly<Record<string, string>>][] = [
  ['taking payments', claimPayments, { paymentIds: '{pi_1}', revisions: '{1}', now: NOW }],
  ['writing confirmations', writeConfirmations, { orderIds: '{ord_1}', now: NOW }],
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(STATEMENTS)('%s scans no whole table or index', async (_, statement, values) => {
  const plan = await explainStatement(database, statement, values)
  expect(plan).toMatch(/Index Scan using (payments|orders)_pkey/)
  expect(plan).not.toMatch(/Seq Scan on (payments|orders|order_lines|messages)/)
  expect(plan).not.toMatch(/order_lines_hold_sold_once/)
})
