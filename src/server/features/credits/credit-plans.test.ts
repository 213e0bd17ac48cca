/** Store credit must cost the same after a million entries as after one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ledger from '#server/features/credit-ledger/queries.ts'
import type { Statement } from '#server/platform/database.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import * as credits from './queries.ts'

const NOW = '2026-11-22T00:00:00Z'

/** Each statement with one value for each of its parameters, as text. */
const STATEMENTS: readonly [name: string, statement: Statement<unknown>, values: readonly (string | null)[]][] = [
  ['reserving', ledger.reserveCredit, ['ord_1', '1', 'key', '100', NOW]],
  ['what an order has reserved', ledger.readHeldCredit, ['ord_1']],
  ['taking back', ledger.takeEntry, ['taken_back.1', 'key', '100', 'taken_back', 'ord_1', null, null, null, NOW]],
  ['giving a share back', ledger.refundEntry, ['ord_1', 'rfd_1', '100', NOW]],
  ['what lines earned', ledger.listEarnedCredit, ['ord_1']],
  ['a balance', ledger.readBalance, ['key']],
  ['what an order brought', ledger.sumOfOrder, ['ord_1']],
  ['what a refund gave and took', ledger.sumOfRefund, ['ord_1', 'rfd_1']],
  ['trying a code', credits.tryCode, ['cart:1', 'key', NOW, '5']],
  ['what a cart may use', credits.findOpenCredit, ['cart:1', NOW, null]],
  ['orders that wait with credit', credits.findReservedCredit, ['key']],
  ['what was set aside', credits.readSetAside, ['key', NOW]],
  ['what a returning customer earned', credits.findReturningCredit, ['ord_1']],
  ['lines that earn', credits.listEarningLines, ['ord_1', '500']],
  ['orders that earn', credits.findReturningOrders, [NOW, '500', '500']],
  ['mails that wait', credits.lockWaitingMail, ['ord_1']],
  ['late lines', credits.listLateEntries, ['ord_1']],
  ['the story of a customer', credits.listEntries, ['key']],
  ['forgetting codes', credits.forgetCodes, [NOW, '100']],
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // As many entries and codes as a large store has, so that the planner has a choice.
  await database.pool.query(
    `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, made_at)
    select 'late.' || n, 'key' || n % 4000, 100, 'late', 'ord_' || n, 1, $1 from generate_series(1, 20000) n`,
    [NOW],
  )
  await database.pool.query(
    `insert into credit_codes (code_id, owner_id, customer_key, email, asked_at, expires_at)
    select 'crc_' || n, 'cart:' || n, 'key' || n, 'a@example.com', $1::timestamptz + n * interval '1 second', $1 from generate_series(1, 20000) n`,
    [NOW],
  )
  await database.pool.query('analyze credit_entries, credit_codes')
})
afterAll(() => database.drop())

test.each(STATEMENTS)('%s is looked up by key', async (_, statement, values) => {
  const plan = await explainStatement(database, statement, values)
  expect(plan).not.toMatch(/Seq Scan on (credit_entries|credit_codes)/)
})
