/** Late-delivery credit that a cart has set aside when its order is refunded is still unspent. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { hours } from '#server/platform/clock.ts'
import { anAdmin } from '#testing/builders.ts'
import { creditOf, entriesOf, grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { aSale } from '#testing/deliveries.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeEach(async () => {
  await store?.close()
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

/** A late order whose credit its buyer's next cart has set aside, and that is then refunded. */
async function refundedWhileSetAside() {
  const { order, buyer, email } = await aSale(store, VIP)
  store.clock.advance(hours(25))
  await runScheduled(store, 'watch-deliveries')
  await buyer.reserve(VIP)
  await unlockCredit(store, buyer)
  const { body: payment } = await openWithCredit(buyer, 29.9)
  const admin = await anAdmin(store)
  const refund = (attemptId: string, amount?: number) =>
    admin.call('POST', `/api/admin/orders/${order.id}/refunds`, {
      attemptId,
      reason: 'Late.',
      ...(amount ? { lines: [{ lineNumber: 1, amount, isReturned: false }] } : {}),
    })
  return { order, buyer, email, payment, refund }
}

/** Runs all jobs as if their time had come. */
async function runLaterJobs(): Promise<void> {
  await store.testDatabase.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await store.runJobs()
}

test('late-delivery credit set aside during the refund is taken back once that order ends', async () => {
  const { order, email, payment, refund } = await refundedWhileSetAside()
  await refund('attempt-rest-1')
  await runLaterJobs()
  const whileWaiting = await entriesOf(store, order.id)

  await closeOrder(store.ctx, payment.orderId)
  await runLaterJobs()
  await runLaterJobs()

  expect(whileWaiting).toEqual([{ reason: 'late', cents: 2_990 }])
  expect(await creditOf(store, email)).toBe(0)
  expect(await entriesOf(store, order.id)).toEqual([
    { reason: 'late', cents: 2_990 },
    { reason: 'taken_back', cents: -2_990 },
  ])
  await expectStockIdentities(store.testDatabase)
})

test('late-delivery credit stays spent if the order that set it aside was paid', async () => {
  const { order, buyer, email, payment, refund } = await refundedWhileSetAside()
  await refund('attempt-rest-2')
  await buyer.confirm(payment)
  await buyer.recordOrder({ paymentId: payment.paymentId })

  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(0)
  expect(await entriesOf(store, order.id)).toEqual([{ reason: 'late', cents: 2_990 }])
  const { rows } = await store.testDatabase.pool.query(
    `select from graphile_worker.jobs where task_identifier like 'take-%'`,
  )
  expect(rows).toEqual([])
})

test('two refunds of a line take back no more than the line earned', async () => {
  const { email, payment, refund } = await refundedWhileSetAside()
  await refund('attempt-rest-3', 149.5)
  await closeOrder(store.ctx, payment.orderId)
  await refund('attempt-rest-4')
  expect(await creditOf(store, email)).toBe(0)

  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(0)
  await expectStockIdentities(store.testDatabase)
})

test('takes back neither credit from other sources nor credit returned by a refund', async () => {
  const { buyer, email, payment, refund } = await refundedWhileSetAside()
  await buyer.confirm(payment)
  const { body: second } = await buyer.recordOrder({ paymentId: payment.paymentId })
  await refund('attempt-rest-5')
  await grantCredit(store, email, 5_000)
  const admin = await anAdmin(store)
  await admin.call('POST', `/api/admin/orders/${second.id}/refunds`, { attemptId: 'attempt-rest-6', reason: 'Asked.' })

  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(5_000 + 2_990)
})

test('takes back no more for several lines than was set aside', async () => {
  await store.setStock(PREMIER, 900)
  const { order, buyer, email } = await aSale(store, VIP, PREMIER)
  store.clock.advance(hours(25))
  await runScheduled(store, 'watch-deliveries')
  const [vip, premier] = order.lines.map(({ price }: { price: number }) => price / 10)
  // The credit of one line is spent, that of the other is set aside.
  await store.testDatabase.pool.query(
    `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
     select 'taken_back.ord_test.spent', customer_key, -cents, 'taken_back', 'ord_test', made_at from credit_entries
     where reason = 'late' and cents = $1`,
    [Math.round(premier * 100)],
  )
  await buyer.reserve(VIP)
  await unlockCredit(store, buyer)
  const { body: payment } = await openWithCredit(buyer, vip)
  const admin = await anAdmin(store)
  await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, { attemptId: 'attempt-rest-7', reason: 'Late.' })
  await grantCredit(store, email, 10_000)
  await closeOrder(store.ctx, payment.orderId)

  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(10_000)
})
