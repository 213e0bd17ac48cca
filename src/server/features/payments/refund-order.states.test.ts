/** The state of a refund is the same everywhere, and what failed to go back counts as revenue. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAdmin, type Client } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, failRefund } from '#testing/card-provider.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
let rep: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
  rep = await anotherRep(store)
})
afterAll(() => store.close())
beforeEach(() => store.setStock(VIP, 900))

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows

/** A paid link of a rep with a commission of 10%. */
async function aPaidLink() {
  await query(`update users set commission_bps = 1000 where role = 'sales'`)
  const request = await sendLink(rep, [VIP])
  const { payment } = await payLink(store, request)
  await store.runJobs()
  const [order] = await query('select order_id, token from orders where reference = $1', [request.reference])
  return { request, payment, orderId: order.order_id as string, token: order.token as string }
}

const giveBack = (orderId: string) =>
  admin.call('POST', `/api/admin/orders/${orderId}/refunds`, { attemptId: `attempt-${orderId}`, reason: 'They ask.' })

/** What each place says about the refund of a sale. */
async function shown({ request, orderId, token }: Awaited<ReturnType<typeof aPaidLink>>) {
  const file = (await admin.call('GET', `/api/admin/orders/${orderId}`)).body
  const [listed] = (await admin.call('GET', `/api/admin/orders?search=${request.reference}`)).body
  const [sent] = (await rep.call('GET', '/api/sales/payment-requests?limit=1')).body
  const invoice = (await rep.call('GET', `/api/invoices/${request.token}`)).body
  const link = (await rep.call('GET', `/api/payment-request/${request.token}`)).body
  const page = (await rep.call('GET', `/api/orders/${token}`)).body
  return [
    file,
    ...file.refunds.map(({ state }: { state: string }) => ({ refundState: state })),
    listed,
    sent,
    invoice,
    link,
    page,
  ].map(({ refundState }) => refundState)
}

const revenueOf = async (orderId: string) =>
  (
    await query(
      `select sum(amount_cents)::int as cents, sum(commission_cents)::int as commission, sum(packages)::int as packages
       from sale_entries where order_id = $1`,
      [orderId],
    )
  )[0]
const paidTotal = async () => Number((await rep.call('GET', '/api/sales/statistics')).body.paidTotal)
const GONE = { cents: 0, commission: 0, packages: 0 }

test('a refund is shown as pending until the provider has made it, but lowers revenue at once', async () => {
  const sale = await aPaidLink()
  const before = await paidTotal()

  await giveBack(sale.orderId)
  const pending = [await shown(sale), await revenueOf(sale.orderId), await paidTotal()]
  await store.runJobs()

  expect(pending).toEqual([Array(7).fill('pending'), GONE, before - 299])
  expect(await shown(sale)).toEqual(Array(7).fill('refunded'))
  expect(await revenueOf(sale.orderId)).toEqual(GONE)
  expect(await paidTotal()).toBe(before - 299)
  expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])
})

test('a refund that fails later is shown as failed everywhere, and its revenue returns', async () => {
  const sale = await aPaidLink()
  const before = await revenueOf(sale.orderId)
  await giveBack(sale.orderId)
  await store.runJobs()
  const [made] = await cardProvider(store).refunds(sale.payment.paymentId)
  await failRefund(store, made.id)
  const created = Math.floor(store.clock.now().getTime() / 1_000)
  const object = { ...made, status: 'failed' }
  await deliverWebhook(store, { id: `evt_${made.id}`, type: 'refund.failed', created, data: { object } })
  await store.runJobs()

  expect(await shown(sale)).toEqual(Array(7).fill('failed'))
  expect(await revenueOf(sale.orderId)).toEqual(before)
  expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])

  const [refund] = await query('select refund_id from refunds where order_id = $1', [sale.orderId])
  await admin.call('POST', `/api/admin/refunds/${refund.refund_id}/retry`)
  expect(await shown(sale)).toEqual(Array(7).fill('pending'))
  await store.runJobs()

  expect(await shown(sale)).toEqual(Array(7).fill('refunded'))
  expect(await revenueOf(sale.orderId)).toEqual(GONE)
  expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])
})

test('a refund that failed before failures were recorded counts as revenue again, once', async () => {
  const sale = await aPaidLink()
  const sold = await revenueOf(sale.orderId)
  const before = await paidTotal()
  await giveBack(sale.orderId)
  await store.runJobs()
  // As such a version left it: the refund has failed, but the ledger says that the money went back.
  await query(`update refunds set state = 'failed', made_at = null where order_id = $1`, [sale.orderId])
  await query(`update orders set refund_state = 'failed' where order_id = $1`, [sale.orderId])
  const left = await revenueOf(sale.orderId)

  await Promise.all([1, 2, 3].map(() => runScheduled(store, 'record-failed-refunds')))
  await runScheduled(store, 'record-failed-refunds')

  expect([left, await revenueOf(sale.orderId), await paidTotal()]).toEqual([GONE, sold, before])
  expect(await query('select count(*)::int as entries from sale_entries where order_id = $1', [sale.orderId])).toEqual([
    { entries: 3 },
  ])
  expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])
})
