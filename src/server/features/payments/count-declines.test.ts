/** Declined cards are counted once, however they are reported: webhooks may be lost, late or repeated. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, seconds } from '#server/platform/clock.ts'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const DECLINED = 'pm_card_visa_chargeDeclined'

type Payment = { paymentId: string; clientSecret: string; orderId: string }

let store: TestApp
beforeAll(async () => {
  // Nothing is delivered here: this store loses every webhook that a test does not deliver.
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(async () => {
  await expectStockIdentities(store.testDatabase)
  await store.close()
})

async function aDeclinedPayment(times: number): Promise<{ buyer: Buyer; payment: Payment }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const { body: payment } = await buyer.openPayment()
  for (let n = 0; n < times; n += 1) await buyer.confirm(payment, DECLINED)
  return { buyer, payment }
}

/** Delivers the webhooks of a payment, without running their jobs. */
async function deliverAll({ paymentId }: Payment): Promise<void> {
  for (const event of await cardProvider(store).events(paymentId)) await deliverWebhook(store, event)
}

async function standingOf({ paymentId, orderId }: Payment) {
  const { rows } = await store.testDatabase.pool.query(
    `select state, (select count(*)::int from payment_declines where payment_id = $2) as declines from orders where order_id = $1`,
    [orderId, paymentId],
  )
  const { status } = await cardProvider(store).intent(paymentId)
  return { ...rows[0], provider: status }
}

const CLOSED = { state: 'cancelled', provider: 'canceled' }
const OPEN = { state: 'awaiting_payment', provider: 'requires_payment_method' }

describe('a payment whose webhooks are lost', () => {
  test('is closed after ten declines when the store next asks about it', async () => {
    const { buyer, payment } = await aDeclinedPayment(12)

    store.clock.advance(seconds(21))
    await store.runTimers()

    expect(await standingOf(payment)).toEqual({ ...CLOSED, declines: 12 })
    expect((await buyer.openPayment()).body.message).toContain('closed after 10 declined cards')
  })

  test('is closed when its browser reports back', async () => {
    const { buyer, payment } = await aDeclinedPayment(10)

    const { body } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(body).toMatchObject({ code: 'payment_failed', message: 'Your card was declined.' })
    expect(await standingOf(payment)).toEqual({ ...CLOSED, declines: 10 })
  })

  test('is checked again 20 seconds after an unreported decline, however old it is', async () => {
    const { buyer, payment } = await aDeclinedPayment(0)
    for (let n = 0; n < 9; n += 1) {
      store.clock.advance(hours(1))
      await buyer.call('POST', '/api/cart/renew')
      await store.runTimers()
    }
    for (let n = 0; n < 3; n += 1) await buyer.confirm(payment, DECLINED)
    await buyer.recordOrder({ paymentId: payment.paymentId })
    for (let n = 0; n < 7; n += 1) await buyer.confirm(payment, DECLINED)

    store.clock.advance(seconds(21))
    await store.runTimers()

    expect(await standingOf(payment)).toEqual({ ...CLOSED, declines: 10 })
  })

  test('also counts for its cart when it is closed for Cash App', async () => {
    const { buyer, payment } = await aDeclinedPayment(9)
    await chooseCashApp(buyer, 299)
    const { declines, provider } = await standingOf(payment)
    await leaveCashApp(buyer)
    const { body: next } = await buyer.openPayment()
    await buyer.confirm(next, DECLINED)
    await buyer.recordOrder({ paymentId: next.paymentId })

    expect([declines, provider]).toEqual([9, 'canceled'])
    expect((await buyer.openPayment()).body.code).toBe('payment_throttled')
  })

  test('counts at least its last decline if the server lists no charges', async () => {
    const { buyer, payment } = await aDeclinedPayment(2)
    await store.control({ reset: 'true', fail_next: '9', fail_match: 'GET /v1/charges' })

    await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.control({ reset: 'true' })

    expect(await standingOf(payment)).toEqual({ ...OPEN, declines: 1 })
  })
})

describe('a decline', () => {
  test('reported by a webhook and by a query counts once, in either order', async () => {
    const { buyer, payment } = await aDeclinedPayment(4)
    await deliverAll(payment)
    await store.runJobs()
    await buyer.recordOrder({ paymentId: payment.paymentId })
    const webhookFirst = await standingOf(payment)
    for (let n = 0; n < 5; n += 1) await buyer.confirm(payment, DECLINED)
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await deliverAll(payment)
    await store.runJobs()

    expect(webhookFirst).toEqual({ ...OPEN, declines: 4 })
    expect(await standingOf(payment)).toEqual({ ...OPEN, declines: 9 })
  })

  test('reported by twenty queries and its webhook at once counts once', async () => {
    const { buyer, payment } = await aDeclinedPayment(6)
    await deliverAll(payment)

    await Promise.all([
      store.runJobs(),
      ...Array.from({ length: 20 }, () => buyer.recordOrder({ paymentId: payment.paymentId })),
    ])

    expect(await standingOf(payment)).toEqual({ ...OPEN, declines: 6 })
    expect((await buyer.openPayment()).status).toBe(200)
  })

  test('in 3-D Secure is counted by its event', async () => {
    const { buyer, payment } = await aDeclinedPayment(0)
    for (let n = 0; n < 10; n += 1) {
      await buyer.confirm(payment, 'pm_card_authenticationRequired')
      await cardProvider(store).endChallenge(payment.paymentId, 'fail')
    }
    await deliverAll(payment)
    await store.runJobs()

    expect(await standingOf(payment)).toEqual({ ...CLOSED, declines: 10 })
  })

  test('cancels the payment before anything else happens if it is the tenth', async () => {
    const { payment } = await aDeclinedPayment(10)
    await deliverAll(payment)
    await store.control({ reset: 'true', fail_next: '99', fail_match: 'GET /v1/' })

    await store.runJobs()
    await store.control({ reset: 'true' })

    expect((await standingOf(payment)).provider).toBe('canceled')
  })
})
