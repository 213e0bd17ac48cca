/** Store credit must cost the same after a million entries as after one. */
import { expect, test } from 'vitest'
import { listCreditEntries } from '#server/features/admin/orders/change-buyer-credit.ts'
import * as ledger from '#server/features/orders/credit-queries.ts'
import type { Statement } from '#server/platform/database/statement.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import * as credits from './queries.ts'

const STATEMENTS: readonly [name: string, statement: Statement<never, unknown>][] = [
  ['reserving', ledger.reserveCredit],
  ['the credit set aside by an order', ledger.readHeldCredit],
  ['taking back', ledger.takeEntry],
  ['giving a share back', ledger.refundEntry],
  ['the credit earned by lines', ledger.listEarnedCredit],
  ['a balance', ledger.readBalance],
  ['the credit of an order', ledger.sumOfOrder],
  ['the credit changed by a refund', ledger.sumOfRefund],
  ['trying a code', credits.tryCode],
  ['the credit a cart may use', credits.findOpenCredit],
  ['orders that wait with credit', credits.findReservedCredit],
  ['the credit set aside', credits.readSetAside],
  ['the credit earned by returning', credits.findReturningCredit],
  ['lines that earn', credits.listEarningLines],
  ['orders that earn', credits.findReturningOrders],
  ['mails that wait', credits.lockWaitingMail],
  ['late lines', credits.listLateEntries],
  ['the story of a customer', listCreditEntries],
  ['forgetting codes', credits.forgetCodes],
]

// As many entries and codes as a large store has, so that the planner has a choice.
const database = await aTestDatabase()
await database.pool.query(
  `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, made_at)
     select 'late.' || n, 'key' || n % 4000, 100, 'late', 'ord_' || n, 1, now() from generate_series(1, 20000) n;
     insert into credit_codes (code_id, owner_id, customer_key, email, asked_at, expires_at)
     select 'crc_' || n, 'cart:' || n, 'key' || n, 'a@example.com', now() + n * interval '1 second', now() from generate_series(1, 20000) n;
     analyze credit_entries, credit_codes`,
)

test.each(STATEMENTS)('%s reads by key, without a sequential scan', async (_, statement) => {
  const plan = await explainStatement(database, statement)
  expect(plan).not.toMatch(/Seq Scan on (credit_entries|credit_codes)/)
})
