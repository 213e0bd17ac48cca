/**
 * What does not wait for the disk (`COMMIT_SOON`), when PostgreSQL dies the moment after: the write is lost, and is done again or
 * not missed. A write that waits is never lost, nor is anything written before it.
 */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { findIntent } from '#server/features/payments/provider.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { addCounts } from '#server/features/sales/queries.ts'
import { systemClock } from '#server/platform/clock.ts'
import { isAlive, readPostmasterFile } from '#server/platform/postgres/postmaster-file.ts'
import {
  type EmbeddedPostgres,
  migrateEmbedded,
  startEmbeddedPostgres,
} from '#server/platform/postgres/start-embedded-postgres.ts'
import { aBuyer, aBuyerWith } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aFolder } from '#testing/folders.ts'
import { withMailServer } from '#testing/message-log.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { atDatabase, type TestDatabase } from '#testing/test-database.ts'
import { until } from './shopper.ts'

const VIP = '10001-vacant-vip-20'

const dataDir = aFolder()
let postgres: EmbeddedPostgres
let store: TestApp

/** Its log stays in memory for 10 s unless a commit waits for it, so a crash takes what no commit waited for. The machine stays up. */
const startPostgres = () =>
  startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', wal_writer_delay: '10s' }, log: () => {} })

async function openStore(): Promise<TestApp> {
  const { url, ownerUrl } = postgres
  const pool = new pg.Pool({ connectionString: ownerUrl })
  pool.on('error', () => {})
  const testDatabase: TestDatabase = { url, ownerUrl, pool, drop: () => pool.end() }
  return createTestApp({ testDatabase })
}

beforeAll(async () => {
  postgres = await startPostgres()
  await migrateEmbedded(postgres)
  await atDatabase(postgres.url, (database) =>
    loadCatalogue({ database, clock: systemClock }, { states: ['Delaware'] }),
  )
  store = await openStore()
  await store.setStock(VIP, 900)
})
afterAll(async () => {
  await expectStockIdentities(store.testDatabase)
  await store.close()
  await postgres.stop()
})

/** PostgreSQL drops what it holds in memory and is started again, with a new node. */
async function crash(): Promise<void> {
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  if (!file) throw new Error('PostgreSQL is not running')
  process.kill(file.pid, 'SIGQUIT')
  await until('PostgreSQL is gone', 10_000, async () => ((await isAlive(file.pid)) ? null : true))
  await store.close()
  postgres = await startPostgres()
  store = await openStore()
}

const one = async (sql: string, ...values: unknown[]) => (await store.rows(sql, values))[0]

test('an email whose sent mark is lost is sent again as the same message, and its order stays paid', async () => {
  const { body: order } = await aBuyer(store).buy(VIP)
  const { message_id: messageId } = await one(`select message_id from messages where kind = 'order_confirmation'`)
  const sent: string[] = []
  const send = () => {
    const ctx = withMailServer(store, async (mail) => void sent.push(mail.messageId))
    return sendMessage(ctx, messageId, {})
  }
  const state = async () => (await one('select state from messages where message_id = $1', messageId)).state

  await send()
  expect(await state()).toBe('sent')
  await crash()

  expect(await state()).toBe('waiting')
  await send()
  expect([await state(), ...new Set(sent)]).toEqual(['sent', sent[0]])
  expect(sent).toHaveLength(2)
  expect((await one('select state from orders where reference = $1', order.reference)).state).toBe('paid')
})

test('the sandbox loses only payments that the store has not recorded', async () => {
  const open = async () => {
    const buyer = await aBuyerWith(store, VIP)
    return { buyer, payment: (await buyer.openPayment()).body }
  }
  const [taken, forgotten] = [await open(), await open()]
  await taken.buyer.confirm(taken.payment)
  await taken.buyer.recordOrder({ paymentId: taken.payment.paymentId })
  await forgotten.buyer.confirm(forgotten.payment)
  await crash()

  const stateOf = async ({ payment }: typeof taken) => {
    const intent = await findIntent(store.ctx, payment.paymentId)
    const { state } = await one('select state from orders where order_id = $1', payment.orderId)
    return [intent?.state, state]
  }
  expect(await stateOf(taken)).toEqual(['succeeded', 'paid'])
  expect(await stateOf(forgotten)).toEqual(['waiting', 'awaiting_payment'])
  const { paymentId } = forgotten.payment
  await cardProvider(store).call('POST', `/v1/payment_intents/${paymentId}/confirm`, { payment_method: 'pm_card_visa' })
  expect(await settlePayment(store.ctx, { paymentId })).toMatchObject({ kind: 'settled', isFirst: true })
})

test('page view counts may be lost, but only those after the last other commit', async () => {
  const count = () =>
    store.ctx.database.run(addCounts, { day: '2026-03-01', fips: ['10001'], views: [1], holds: [0], sellOuts: [0] })
  const counted = async () => (await one(`select views from county_demand where day = '2026-03-01'`))?.views ?? 0
  const buyer = aBuyer(store)

  await count()
  const { body: hold } = await buyer.reserve(VIP)
  await count()
  expect(await counted()).toBe(2)
  await crash()

  expect(await counted()).toBe(1)
  expect((await one('select state from holds where hold_id = $1', hold.holdId)).state).toBe('live')
})
