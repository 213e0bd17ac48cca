import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

const refundsOf = async (paymentId: string) =>
  (await store.testDatabase.pool.query('select * from refunds where payment_id = $1', [paymentId])).rows

/** The state of the one email that tells the buyer. */
async function mailTo(buyer: Buyer) {
  const mails = await store.mailsTo(buyer.contactInfo.email)
  expect(mails).toHaveLength(1)
  return mails[0]
}

describe('money that comes after the hold expired', () => {
  test('buys a fresh unit while there is stock', async () => {
    const { buyer, payment } = await paidTooLate(store, VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order).toMatchObject({ status: 'completed', refundedTotal: '0.00', lines: [{ isRefunded: false }] })
    expect((await aBuyer(store).reserve(VIP)).body.code).toBe('out_of_stock')
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    expect((await mailTo(buyer))?.text).not.toContain('refunded')
    await expectStockIdentities(store.testDatabase)
  })

  test('buys fresh units of a package that is in the cart twice, as far as stock allows', async () => {
    const { buyer, payment } = await paidTooLate(store, VIP, VIP)
    await sellToAnother(store, VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(order.lines.map((line: Reply['body']) => line.isRefunded).sort()).toEqual([false, true])
    expect(order.refundedTotal).toBe((payment.amount / 2).toFixed(2))
    await expectStockIdentities(store.testDatabase)
  })

  test('is refunded for a line sold to someone else in the meantime, and the buyer is told', async () => {
    const { buyer, payment } = await paidTooLate(store, VIP, PREMIER)
    await sellToAnother(store, VIP)

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

  test('is refunded in full if every line is gone, and the order is refunded', async () => {
    const { buyer, payment } = await paidTooLate(store, VIP)
    await sellToAnother(store, VIP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order).toMatchObject({ status: 'refunded', refundedTotal: order.total })
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
    const mail = await mailTo(buyer)
    expect(mail?.subject).toBe(`Order ${order.reference}: refunded`)
    expect(mail?.text).toContain(`Your payment of $${order.total} for order ${order.reference} arrived after`)
    expect(mail?.text).toContain(`We are refunding the full amount to your card: $${order.total}.`)
    expect(mail?.text).toContain('5 to 10 business days')
    await expectStockIdentities(store.testDatabase)
  })

  test('is refunded once, however it is reported again', async () => {
    const { buyer, payment } = await paidTooLate(store, VIP)
    await sellToAnother(store, VIP)

    await Promise.all(Array.from({ length: 10 }, () => buyer.recordOrder({ paymentId: payment.paymentId })))
    await store.runTimers()
    await store.runJobs()

    expect(await refundsOf(payment.paymentId)).toMatchObject([{ state: 'made', reason: 'no_stock' }])
    expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  })
})
