/** A page of the log reads only indexes and its own rows, however many messages there are. */
import { expect, test } from 'vitest'
import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import { queueMessages } from '#server/features/messages/queries.ts'
import type { Statement } from '#server/platform/database/statement.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { findLogged, listAboutOrder, listNewest, listToAddress, listTroubled } from './queries.ts'

const MESSAGES = 60_000
const KINDS = `{${Object.keys(MESSAGE_KINDS).join(',')}}`
const FIRST = { kinds: KINDS, states: '{sent,waiting,failed}', afterCreatedAt: 'infinity', afterMessageId: '' }
const NOW = '2026-03-01T12:00:00Z'
const NEXT = { kinds: KINDS, states: '{sent}', afterCreatedAt: NOW, afterMessageId: 'order_confirmation.ord_7' }

const QUESTIONS: readonly [string, Statement<never, unknown>, Readonly<Record<string, string>>][] = [
  ['the newest', listNewest, FIRST],
  ['the page after a message', listNewest, NEXT],
  ['the messages to an address', listToAddress, { ...FIRST, address: 'buyer7@example.com' }],
  ['the messages about an order', listAboutOrder, { ...FIRST, reference: 'LY-7' }],
  ['one message', findLogged, { messageId: 'order_confirmation.ord_7' }],
  ['messages that need attention', listTroubled, { kinds: KINDS, createdAt: NOW, now: NOW, limit: '3' }],
]

/** One in fifty failed; the store’s other tables are as large as the messages about them. */
const FILL = [
  `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method, created_at, paid_at)
   select 'ord_' || i, 'LY-' || i, 'token ' || i, 'cart:' || i, 'paid', 1, 29900, '', 'stripe', $2, $2 from generate_series(1, $1::int) i`,
  `insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_to)
   select 'order_confirmation.ord_' || i, 'order_confirmation', 'ord_' || i, case when i % 50 = 0 then 'failed' else 'sent' end, 1,
     $2::timestamptz + i * interval '1 minute', $2, 'buyer' || i % 10000 || '@example.com' from generate_series(1, $1::int) i`,
]
const database = await aTestDatabase()
for (const sql of FILL) await database.pool.query(sql, [MESSAGES, '2026-02-01T00:00:00Z'])
await database.pool.query('analyze orders, messages')

test.each(QUESTIONS)('the log finds %s without scanning a whole table', async (_what, statement, values) => {
  expect(await explainStatement(database, statement, values)).not.toMatch(/Seq Scan on (orders|messages)\b/)
})

test('the timer that queues messages reads none that are due later', async () => {
  const plan = await explainStatement(database, queueMessages, { now: NOW, limit: '500', perJob: '20' })
  expect(plan).toMatch(/using messages_unqueued on messages .*\n\s+Index Cond: \(COALESCE\(due_at, created_at\) <= /)
})
