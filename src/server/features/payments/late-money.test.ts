import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, retryJobsNow } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

/** A buyer with one unit of each package at checkout, whose holds run out before the card is charged. */
async function paidTooLate(...packageIds: string[]): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  for (const packageId of new Set(packageIds)) {
    await store.setStock(packageId, packageIds.filter((other) => other === packageId).length)
  }
  const buyer = aBuyer(store)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  const payment = (await buyer.openPayment()).body
  store.clock.advance(minutes(31))
  await store.runTimers()
  expect((await buyer.call('GET', '/api/cart')).body.lines).toEqual([])
  await buyer.confirm(payment)
  return { buyer, payment }
}

const sellToAnother = async (packageId: string) => {
  await aBuyer(store).buy(packageId)
  await store.runJobs()
}

const refundsOf = async (paymentId: string) =>
  (await store.testDatabase.pool.query('select * from refunds where payment_id = $1', [paymentId])).rows

/** The state of the one mail that tells the buyer. */
async function mailTo(buyer: Buyer) {
  const mails = await store.mailsTo(buyer.contactInfo.email)
  expect(mails).toHaveLength(1)
  return mails[0]
}

describe('money that comes after the hold ran out', () => {
  test('buys a fresh unit while there is stock', async () => {
    const { buyer, payment } = await paidTooLate(VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order).toMatchObject({ status: 'completed', refundedTotal: '0.00', lines: [{ isRefunded: false }] })
    expect((await aBuyer(store).reserve(VIP)).body.code).toBe('out_of_stock')
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    expect((await mailTo(buyer))?.text).not.toContain('refunded')
    await expectStockIdentities(store.testDatabase)
  })

  test('buys fresh units of a package that stands in the cart twice, as far as they reach', async () => {
    const { buyer, payment } = await paidTooLate(VIP, VIP)
    await sellToAnother(VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(order.lines.map((line: Reply['body']) => line.isRefunded).sort()).toEqual([false, true])
    expect(order.refundedTotal).toBe((payment.amount / 2).toFixed(2))
    await expectStockIdentities(store.testDatabase)
  })

  test('goes back for the line that was sold to another meanwhile, and the buyer is told', async () => {
    const { buyer, payment } = await paidTooLate(VIP, PREMIER)
    await sellToAnother(VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    const lost = order.lines.find((line: Reply['body']) => line.tier === 'vip')
    expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2) })
    expect(lost.isRefunded).toBe(true)
    expect(order.refundedTotal).toBe(lost.price.toFixed(2))
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: lost.price * 100 }])
    const mail = await mailTo(buyer)
    expect(mail?.text).toContain(`$${lost.price.toFixed(2)} (refunded)`)
    expect(mail?.text).toContain(`$${lost.price.toFixed(2)} goes back to your card`)
    expect((await buyer.call('GET', `/api/orders/${order.token}`)).body.refundedTotal).toBe(order.refundedTotal)
    await expectStockIdentities(store.testDatabase)
  })

  test('goes back whole when every line is gone, and the order is refunded', async () => {
    const { buyer, payment } = await paidTooLate(VIP)
    await sellToAnother(VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order).toMatchObject({ status: 'refunded', refundedTotal: order.total })
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
    const mail = await mailTo(buyer)
    expect(mail?.subject).toBe(`Order ${order.reference}: refunded`)
    expect(mail?.text).toContain('The whole amount goes back to your card')
    await expectStockIdentities(store.testDatabase)
  })

  test('reported again by every way goes back once', async () => {
    const { buyer, payment } = await paidTooLate(VIP)
    await sellToAnother(VIP)

    await Promise.all(Array.from({ length: 10 }, () => buyer.recordOrder({ paymentId: payment.paymentId })))
    await store.runTimers()
    await store.runJobs()

    expect(await refundsOf(payment.paymentId)).toMatchObject([{ state: 'made', reason: 'no_stock' }])
    expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  })
})

describe('a refund that is due', () => {
  async function dueRefund(): Promise<Reply['body']> {
    const { buyer, payment } = await paidTooLate(VIP)
    await sellToAnother(VIP)
    await buyer.recordOrder({ paymentId: payment.paymentId })
    return payment
  }

  // Three tries of the SDK make one try of the job.
  test.each([
    ['the provider refuses it for a while', { fail_when: 'before', fail_status: '500' }],
    ['the provider drops the line', { fail_when: 'before', fail_status: '0' }],
    ['its answer is lost', { fail_when: 'after', fail_status: '500' }],
    ['its answer is lost with the line', { fail_when: 'after', fail_status: '0' }],
  ])('is made exactly once when %s', async (...row) => {
    const [, failure] = row
    const payment = await dueRefund()
    await store.control({ reset: 'true', fail_next: '3', fail_match: 'POST /v1/refunds', ...failure })

    await store.runJobs()
    const afterFailure = await refundsOf(payment.paymentId)
    await store.control({ reset: 'true' })
    await retryJobsNow(store)
    await retryJobsNow(store)

    expect(afterFailure).toMatchObject([{ state: 'due' }])
    expect(await refundsOf(payment.paymentId)).toMatchObject([{ state: 'made' }])
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
  })

  test('is made exactly once when its answer is lost and the provider has forgotten our key by the next try', async () => {
    const payment = await dueRefund()
    await store.control({ reset: 'true', fail_next: '3', fail_when: 'after', fail_match: 'POST /v1/refunds' })

    await store.runJobs()
    await store.control({ reset: 'true' })
    await store.testDatabase.pool.query('delete from sandbox_stripe.idempotency_keys')
    await retryJobsNow(store)

    expect(await refundsOf(payment.paymentId)).toMatchObject([{ state: 'made' }])
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
  })

  test('that the provider refuses for good is kept as failed, for somebody to look at', async () => {
    const payment = await dueRefund()
    await cardProvider(store).call('POST', '/v1/refunds', { payment_intent: payment.paymentId })

    await store.runJobs()

    expect(await refundsOf(payment.paymentId)).toMatchObject([{ state: 'failed', provider_refund_id: null }])
    expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  })
})
