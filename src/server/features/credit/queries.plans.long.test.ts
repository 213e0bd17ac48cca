/** Store credit must cost the same after a million entries as after one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCreditEntries } from '#server/features/admin/orders/change-buyer-credit.ts'
import * as ledger from '#server/features/orders/credit-queries.ts'
import type { Statement } from '#server/platform/statement.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import * as credits from './queries.ts'

const NOW = '2026-11-22T00:00:00Z'

/** Each statement with one value for each of its parameters, as text. */
const STATEMENTS: readonly [
  name: string,
  statement: Statement<never, unknown>,
  values: Readonly<Record<string, string | null>>,
][] = [
  ['reserving', ledger.reserveCredit, { orderId: 'ord_1', revision: '1', customerKey: 'key', cents: '100', now: NOW }],
  ['the credit set aside by an order', ledger.readHeldCredit, { orderId: 'ord_1' }],
  [
    'taking back',
    ledger.takeEntry,
    {
      entryId: 'taken_back.1',
      customerKey: 'key',
      mostCents: '100',
      reason: 'taken_back',
      orderId: 'ord_1',
      lineNumber: null,
      note: null,
      decidedBy: null,
      madeAt: NOW,
    },
  ],
  ['giving a share back', ledger.refundEntry, { orderId: 'ord_1', refundId: 'rfd_1', cents: '100', now: NOW }],
  ['the credit earned by lines', ledger.listEarnedCredit, { orderId: 'ord_1' }],
  ['a balance', ledger.readBalance, { customerKey: 'key' }],
  ['the credit of an order', ledger.sumOfOrder, { orderId: 'ord_1' }],
  ['the credit changed by a refund', ledger.sumOfRefund, { orderId: 'ord_1', refundId: 'rfd_1' }],
  ['trying a code', credits.tryCode, { ownerId: 'cart:1', customerKey: 'key', now: NOW, creditTriesMax: '5' }],
  ['the credit a cart may use', credits.findOpenCredit, { ownerId: 'cart:1', now: NOW, customerKey: null }],
  ['orders that wait with credit', credits.findReservedCredit, { customerKey: 'key' }],
  ['the credit set aside', credits.readSetAside, { customerKey: 'key', madeAt: NOW }],
  ['the credit earned by returning', credits.findReturningCredit, { orderId: 'ord_1' }],
  ['lines that earn', credits.listEarningLines, { orderId: 'ord_1', returningCreditBps: '500' }],
  ['orders that earn', credits.findReturningOrders, { paidAt: NOW, returningCreditBps: '500', limit: '500' }],
  ['mails that wait', credits.lockWaitingMail, { orderId: 'ord_1' }],
  ['late lines', credits.listLateEntries, { orderId: 'ord_1' }],
  ['the story of a customer', listCreditEntries, { customerKey: 'key' }],
  ['forgetting codes', credits.forgetCodes, { before: NOW, limit: '100' }],
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

test.each(STATEMENTS)('%s reads by key, without a sequential scan', async (_, statement, values) => {
  const plan = await explainStatement(database, statement, values)
  expect(plan).not.toMatch(/Seq Scan on (credit_entries|credit_codes)/)
})
