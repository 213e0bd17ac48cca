import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { closeOrder } from './close-order.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
})
afterAll(() => store.close())

const provider = () => cardProvider(store)

async function openedPayment(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  return { buyer, payment: (await buyer.openPayment()).body }
}

const close = (payment: Reply['body']) => closeOrder(store.ctx, payment.orderId as OrderId)

async function stateOf(payment: Reply['body']): Promise<{ state: string; is_frozen: boolean; payment: string }> {
  const { rows } = await store.testDatabase.pool.query(
    'select o.state, o.is_frozen, p.state as payment from orders o left join payments p using (order_id) where order_id = $1',
    [payment.orderId],
  )
  return rows[0]
}

describe('closing an unpaid order', () => {
  test('cancels its intent so it can no longer be charged, and the cart gets a new order', async () => {
    const { buyer, payment } = await openedPayment()

    expect(await close(payment)).toBe('cancelled')

    expect((await provider().intent(payment.paymentId)).status).toBe('canceled')
    expect((await buyer.confirm(payment)).status).toBe(400)
    expect(await stateOf(payment)).toMatchObject({ state: 'cancelled', payment: 'cancelled' })
    const { body: next } = await buyer.openPayment()
    expect(next.orderId).not.toBe(payment.orderId)
    await buyer.confirm(next)
    expect((await buyer.recordOrder({ paymentId: next.paymentId })).body.status).toBe('completed')
    await expectStockIdentities(store.testDatabase)
  })

  test('twice, or ten times at once, closes it once', async () => {
    const { payment } = await openedPayment()

    const closings = await Promise.all(Array.from({ length: 10 }, () => close(payment)))

    expect(new Set(closings)).toEqual(new Set(['cancelled']))
    expect(await close(payment)).toBe('cancelled')
  })

  test('settles it instead if it was paid in the meantime', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)

    expect(await close(payment)).toBe('paid')

    expect(await stateOf(payment)).toMatchObject({ state: 'paid', payment: 'succeeded' })
    await store.runJobs()
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    expect(await close(payment)).toBe('paid')
    await expectStockIdentities(store.testDatabase)
  })

  test('while its buyer pays leaves it either paid or uncharged, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { buyer, payment } = await openedPayment()

      const [closing, confirmed] = await Promise.all([close(payment), buyer.confirm(payment)])
      await buyer.recordOrder({ paymentId: payment.paymentId })

      const charges = await provider().charges(payment.paymentId)
      expect(charges).toHaveLength(confirmed.status === 200 ? 1 : 0)
      expect(await stateOf(payment)).toMatchObject({ state: charges.length === 1 ? 'paid' : 'cancelled' })
      expect(closing).toBe(charges.length === 1 ? 'paid' : 'cancelled')
    }
    await expectStockIdentities(store.testDatabase)
  })

  test('leaves it frozen while the bank is still looking at it, and the money pays it later', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment, 'pm_card_processing')

    expect(await close(payment)).toBe('being_paid')

    expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment', is_frozen: true, payment: 'open' })
    await provider().release(payment.paymentId, 'succeeded')
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('waits 15 minutes for a buyer who is in 3-D Secure', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment, 'pm_card_authenticationRequired')

    expect(await close(payment)).toBe('being_paid')
    store.clock.advance(minutes(14))
    expect(await close(payment)).toBe('being_paid')
    store.clock.advance(minutes(1))
    expect(await close(payment)).toBe('cancelled')

    await provider().endChallenge(payment.paymentId, 'complete')
    expect(await provider().charges(payment.paymentId)).toEqual([])
  })

  test('leaves it paid if its buyer passes 3-D Secure within those minutes', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment, 'pm_card_authenticationRequired')
    await close(payment)

    await provider().endChallenge(payment.paymentId, 'complete')

    expect(await close(payment)).toBe('paid')
  })

  test('is refused and changes nothing while the provider does not answer', async () => {
    const { payment } = await openedPayment()
    await store.control({ reset: 'true', fail_next: '3', fail_match: '/cancel' })

    await expect(close(payment)).rejects.toMatchObject({ code: 'provider_unavailable' })

    expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment', payment: 'open' })
    await store.control({ reset: 'true' })
    expect(await close(payment)).toBe('cancelled')
  })

  test('succeeds at the next try if the reply to the cancellation was lost', async () => {
    const { payment } = await openedPayment()
    await store.control({ reset: 'true', fail_next: '3', fail_when: 'after', fail_match: '/cancel' })
    await expect(close(payment)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await store.control({ reset: 'true' })

    expect(await close(payment)).toBe('cancelled')
    expect(await stateOf(payment)).toMatchObject({ state: 'cancelled', payment: 'cancelled' })
  })
})

describe('an order left unpaid for a day', () => {
  test('is closed by the reconciler, and its intent can no longer be charged', async () => {
    const { buyer, payment } = await openedPayment()
    store.clock.advance(hours(23))
    await store.runTimers()
    expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment' })

    store.clock.advance(hours(2))
    for (let look = 0; look < 24; look += 1) {
      await store.runTimers()
      store.clock.advance(hours(1))
    }

    expect(await stateOf(payment)).toMatchObject({ state: 'cancelled', payment: 'cancelled' })
    expect((await buyer.confirm(payment)).status).toBe(400)
    expect(await provider().charges(payment.paymentId)).toEqual([])
  })

  test('is closed 15 minutes after its buyer was seen in 3-D Secure', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment, 'pm_card_authenticationRequired')
    store.clock.advance(hours(25))
    await store.runTimers()
    expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment' })

    store.clock.advance(minutes(15) + seconds(1))
    await store.runTimers()

    expect(await stateOf(payment)).toMatchObject({ state: 'cancelled' })
    expect((await provider().intent(payment.paymentId)).status).toBe('canceled')
  })

  test('is closed even if it never had a payment, and the cart gets a new one', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await store.control({ reset: 'true', fail_next: '3', fail_match: 'POST /v1/payment_intents' })
    expect((await buyer.openPayment()).body.code).toBe('provider_unavailable')
    await store.control({ reset: 'true' })
    const { rows } = await store.testDatabase.pool.query('select order_id as "orderId" from orders where email = $1', [
      buyer.contactInfo.email,
    ])

    store.clock.advance(hours(25))
    await store.runTimers()
    await buyer.reserve(VIP)
    const { body: next } = await buyer.openPayment()

    expect(await stateOf(rows[0])).toMatchObject({ state: 'cancelled' })
    expect(next.orderId).not.toBe(rows[0].orderId)
  })

  test('does not hold up the others if its own check fails', async () => {
    const bad = await openedPayment()
    const good = await openedPayment()
    await good.buyer.confirm(good.payment)
    await store.control({ reset: 'true', fail_next: '3', fail_match: bad.payment.paymentId })

    store.clock.advance(seconds(21))
    await store.runTimers()
    await store.control({ reset: 'true' })

    expect(await stateOf(bad.payment)).toMatchObject({ state: 'awaiting_payment' })
    expect(await stateOf(good.payment)).toMatchObject({ state: 'paid' })
  })
})
