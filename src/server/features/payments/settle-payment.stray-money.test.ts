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

async function openedPayment(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  return { buyer, payment: (await buyer.openPayment()).body }
}

/** Pays an intent beside the order's own, which the store never gave to a browser. */
async function payStray(metadata: Record<string, string>): Promise<Reply['body']> {
  const named = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
  return cardProvider(store).call('POST', '/v1/payment_intents', {
    amount: '29900',
    currency: 'usd',
    'payment_method_types[0]': 'card',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    ...Object.fromEntries(named),
  })
}

/** The provider reports it three times: twice at once, and again after its refund is made. */
async function hearOf(strayId: string): Promise<void> {
  const events = await cardProvider(store).events(strayId)
  const event = events.find(({ type }) => type === 'payment_intent.succeeded')
  await Promise.all([deliverWebhook(store, event), deliverWebhook(store, { ...event, id: `${event.id}_2` })])
  await store.runJobs()
  await deliverWebhook(store, { ...event, id: `${event.id}_3` })
  await store.runJobs()
}

async function refundsOf(orderId: string): Promise<unknown[]> {
  const sql = 'select payment_id, amount_cents, reason, state from refunds where order_id = $1'
  return (await store.testDatabase.pool.query(sql, [orderId])).rows
}

describe('a second payment for an order', () => {
  test.each(['before', 'after'])('is refunded in full, once, when it comes %s the order is paid', async (moment) => {
    const { buyer, payment } = await openedPayment()
    const pay = async () => {
      await buyer.confirm(payment)
      return buyer.recordOrder({ paymentId: payment.paymentId })
    }
    if (moment === 'after') await pay()

    const stray = await payStray({ order_id: payment.orderId, revision: '1' })
    await hearOf(stray.id)
    const { body: order } = await pay()
    await store.runJobs()

    expect(stray.status).toBe('succeeded')
    expect(await cardProvider(store).refunds(stray.id)).toMatchObject([{ amount: 29_900 }])
    expect(await refundsOf(payment.orderId)).toEqual([
      { payment_id: stray.id, amount_cents: 29_900, reason: 'not_ours', state: 'made' },
    ])
    expect(order).toMatchObject({ status: 'completed', paymentId: payment.paymentId, refundedTotal: '0.00' })
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('of another shop on the same account is left alone', async () => {
    const stray = await payStray({ order_id: 'ord_of_another_shop' })

    await hearOf(stray.id)

    expect(await cardProvider(store).refunds(stray.id)).toEqual([])
  })
})
