/** What settles several orders looks each up by key, even while the planner still thinks that the tables are empty. */
import { expect, test } from 'vitest'
import { writeConfirmations } from '#server/features/messages/queries.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { claimPayments } from './queries.ts'

const database = await aTestDatabase()

test.each([
  ['taking payments', claimPayments],
  ['writing confirmations', writeConfirmations],
])('%s scans no whole table or index', async (_, statement) => {
  const plan = await explainStatement(database, statement)
  expect(plan).toMatch(/Index Scan using (payments|orders)_pkey/)
  expect(plan).not.toMatch(/Seq Scan on (payments|orders|order_lines|messages)/)
  expect(plan).not.toMatch(/order_lines_hold_sold_once/)
})
