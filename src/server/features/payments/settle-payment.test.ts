import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

const query = (sql: string, values: unknown[]) => store.testDatabase.pool.query(sql, values)

async function openedPayment(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  return { buyer, payment: (await buyer.openPayment()).body }
}

const successOf = async (payment: Reply['body']) =>
  (await cardProvider(store).events(payment.paymentId)).find(({ type }) => type === 'payment_intent.succeeded')

async function expectGivenBack(buyer: Buyer, payment: Reply['body'], amountCents: number): Promise<void> {
  expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.code).toBe('payment_mismatch')
  await deliverWebhook(store, await successOf(payment))
  await store.runJobs()
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: amountCents }])
  const { rows } = await query(
    `select o.state, r.reason, r.state as refund from orders o join refunds r using (order_id) where order_id = $1`,
    [payment.orderId],
  )
  expect(rows).toEqual([{ state: 'cancelled', reason: 'not_ours', refund: 'made' }])
  const mails = await store.mailsTo(buyer.contactInfo.email)
  expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Order LY-\w{8}: refunded$/) }])
  expect(mails[0]?.text).toContain(`We are refunding the full amount to your card: $${(amountCents / 100).toFixed(2)}.`)
  expect(mails[0]?.text).toContain('You did not buy anything with it')
  expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  await expectStockIdentities(store.testDatabase)
}

describe('a payment that pays for nothing', () => {
  test.each([-100, 100])(
    'because it is %d cents off the cost of the lines is refunded in full, once',
    async (cents) => {
      const { buyer, payment } = await openedPayment()
      const amountCents = payment.amount * 100 + cents
      await cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, {
        amount: String(amountCents),
      })
      await buyer.confirm(payment)

      await expectGivenBack(buyer, payment, amountCents)
    },
  )

  test('because it names a revision that its order never had is refunded in full, once', async () => {
    const { buyer, payment } = await openedPayment()
    await cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, { 'metadata[revision]': '9' })
    await buyer.confirm(payment)

    await expectGivenBack(buyer, payment, payment.amount * 100)
  })

  test('because its order was closed is refunded in full, once, and the cart can be paid again', async () => {
    const { buyer, payment } = await openedPayment()
    await query(`update orders set state = 'cancelled', closed_at = created_at where order_id = $1`, [payment.orderId])
    await query(`update payments set state = 'cancelled' where order_id = $1`, [payment.orderId])
    await buyer.confirm(payment)

    await expectGivenBack(buyer, payment, payment.amount * 100)

    const { body: next } = await buyer.openPayment()
    await buyer.confirm(next)
    expect((await buyer.recordOrder({ paymentId: next.paymentId })).body.status).toBe('completed')
  })
})

describe('a payment whose row was lost with the node that opened it', () => {
  test('still pays its order, once', async () => {
    const { buyer, payment } = await openedPayment()
    await query('delete from payments where order_id = $1', [payment.orderId])
    await buyer.confirm(payment)
    const event = await successOf(payment)

    await Promise.all([deliverWebhook(store, event), deliverWebhook(store, { ...event, id: 'evt_again' })])
    await store.runJobs()

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })
})
