import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { openPayment } from './open-payment.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
})
afterAll(() => store.close())

const provider = () => cardProvider(store)

async function openedPayment(...packageIds: string[]): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  return { buyer, payment: (await buyer.openPayment()).body }
}

const cartOf = async (buyer: Buyer) => (await buyer.call('GET', '/api/cart')).body

const packagesIn = (lines: Reply['body'][]) => lines.map((line) => line.tier).sort()

async function ordersOf(buyer: Buyer): Promise<Reply['body'][]> {
  const { rows } = await store.testDatabase.pool.query(
    `select o.*, (select jsonb_agg(l.tier order by l.tier) from order_lines l where l.order_id = o.order_id and l.revision = o.revision) as tiers
     from orders o where o.owner_id = (select owner_id from orders where email = $1 limit 1) order by created_at, order_id`,
    [buyer.contactInfo.email],
  )
  return rows
}

describe('a cart that changes while its payment waits', () => {
  test('keeps order and intent, and updates both to the new total', async () => {
    const { buyer, payment } = await openedPayment(VIP)
    await buyer.reserve(PREMIER)

    const { body: changed } = await buyer.openPayment()

    expect(changed).toMatchObject({
      orderId: payment.orderId,
      paymentId: payment.paymentId,
      clientSecret: payment.clientSecret,
    })
    expect(await provider().intent(payment.paymentId)).toMatchObject({
      amount: changed.amount * 100,
      metadata: { order_id: payment.orderId, revision: '2' },
    })
    expect(await ordersOf(buyer)).toMatchObject([{ revision: 2, tiers: ['premier', 'vip'] }])
  })

  test('changes nothing if it is opened again unchanged', async () => {
    const { buyer, payment } = await openedPayment(VIP)

    const again = await buyer.openPayment()

    expect(again.body).toEqual(payment)
    expect(await ordersOf(buyer)).toMatchObject([{ revision: 1 }])
  })

  test('in two tabs at once ends at the cart’s total, at the provider and in the store', async () => {
    const { buyer, payment } = await openedPayment(VIP)

    await Promise.all([
      buyer.openPayment(),
      buyer.reserve(PREMIER).then(() => buyer.openPayment()),
      buyer.reserve(PREMIER).then(() => buyer.openPayment()),
      buyer.reserve(PREMIER).then(() => buyer.openPayment()),
    ])
    const { body: last } = await buyer.openPayment()

    const { total } = await cartOf(buyer)
    expect(last).toMatchObject({ paymentId: payment.paymentId, amount: total })
    expect((await provider().intent(payment.paymentId)).amount).toBe(total * 100)
    await buyer.confirm(last)
    expect((await buyer.recordOrder({ paymentId: last.paymentId })).body.total).toBe(total.toFixed(2))
    expect((await cartOf(buyer)).lines).toEqual([])
  })

  test('is charged its latest total, even if an older one reached the provider last', async () => {
    const { buyer, payment } = await openedPayment(VIP)
    const { rows } = await store.testDatabase.pool.query('select owner_id from orders where order_id = $1', [
      payment.orderId,
    ])
    const ownerId = rows[0].owner_id
    const latestOrder = async () => {
      const lines = await readHeldLines(store.ctx, ownerId)
      return (await placeOrder(store.ctx, { ownerId, lines, contact: null })).order
    }
    const browser = { ...store.ctx, address: '127.0.0.1' }
    let release = () => {}
    const newerWasTold = new Promise<void>((resolve) => {
      release = resolve
    })
    await buyer.reserve(PREMIER)
    const older = await latestOrder()
    const slowTab = openPayment(withSlowTelling(browser, newerWasTold), older, { ownerId, isNew: false })
    await buyer.reserve(PREMIER)
    const newer = await latestOrder()

    const fastTab = await openPayment(browser, newer, { ownerId, isNew: false })
    release()

    expect(fastTab.kind).toBe('open')
    expect((await slowTab).kind).toBe('order_moved_on')
    expect(await provider().intent(payment.paymentId)).toMatchObject({
      amount: newer.totalCents,
      metadata: { revision: '3' },
    })
  })
})

/** A context whose first amount is delayed on its way to the provider. */
function withSlowTelling<Ctx extends Context>(ctx: Ctx, until: Promise<void>): Ctx {
  const { payments } = ctx.gateways
  if (!payments) throw new Error('the test store takes cards')
  const updateIntent: typeof payments.updateIntent = async (paymentId, input) => {
    if (!input.isRepeat) await until
    return payments.updateIntent(paymentId, input)
  }
  return { ...ctx, gateways: { ...ctx.gateways, payments: { ...payments, updateIntent } } }
}

describe('a payment that was confirmed before the cart changed', () => {
  test('pays its own lines; added ones stay in the cart for a new order', async () => {
    const { buyer, payment } = await openedPayment(VIP)
    await buyer.confirm(payment)
    await buyer.reserve(PREMIER)
    const both = await cartOf(buyer)

    const asked = await buyer.openPayment(both.total)

    expect(asked).toMatchObject({ status: 409, body: { code: 'amount_changed' } })
    const left = await cartOf(buyer)
    expect(packagesIn(left.lines)).toEqual(['premier'])
    expect(asked.body.details).toEqual({ total: left.total.toFixed(2) })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid', tiers: ['vip'] }])
    const { body: next } = await buyer.openPayment()
    expect(next.orderId).not.toBe(payment.orderId)
    await buyer.confirm(next)
    expect((await buyer.recordOrder({ paymentId: next.paymentId })).body.status).toBe('completed')
    await expectStockIdentities(store.testDatabase)
  })

  test('pays its own revision, with a fresh unit for a line removed since', async () => {
    const { buyer, payment } = await openedPayment(VIP, PREMIER)
    await buyer.confirm(payment)
    await buyer.release(PREMIER)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2), refundedTotal: '0.00' })
    expect(packagesIn(order.lines)).toEqual(['premier', 'vip'])
    await expectStockIdentities(store.testDatabase)
  })

  test('pays the older revision even if the store wrote a newer one before it knew', async () => {
    const { buyer, payment } = await openedPayment(VIP)
    await buyer.reserve(PREMIER)
    await store.control({
      reset: 'true',
      fail_next: '3',
      fail_match: `POST /v1/payment_intents/${payment.paymentId}`,
    })
    expect((await buyer.openPayment()).status).toBe(503)
    expect(await ordersOf(buyer)).toMatchObject([{ revision: 2 }])
    await store.control({ reset: 'true' })
    await buyer.confirm(payment)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(packagesIn(order.lines)).toEqual(['vip'])
    expect(order.total).toBe(payment.amount.toFixed(2))
    expect(packagesIn((await cartOf(buyer)).lines)).toEqual(['premier'])
    await expectStockIdentities(store.testDatabase)
  })
})

describe('a payment that the bank is processing', () => {
  async function processing(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
    const opened = await openedPayment(VIP)
    await opened.buyer.confirm(opened.payment, 'pm_card_processing')
    return opened
  }

  test('freezes its lines: a changed cart starts a new order without them, and both are paid', async () => {
    const { buyer, payment } = await processing()
    await buyer.reserve(PREMIER)
    expect((await buyer.openPayment()).body.code).toBe('amount_changed')

    const { body: next } = await buyer.openPayment()
    await buyer.confirm(next)
    const second = await buyer.recordOrder({ paymentId: next.paymentId })
    await provider().release(payment.paymentId, 'succeeded')
    const first = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(packagesIn(second.body.lines)).toEqual(['premier'])
    expect(packagesIn(first.body.lines)).toEqual(['vip'])
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
    await expectStockIdentities(store.testDatabase)
  })

  test('is pending for the browser, cannot be paid twice, and completes when the bank approves', async () => {
    const { buyer, payment } = await processing()

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.code).toBe('payment_pending')
    expect((await cartOf(buyer)).lines).toEqual([])
    expect((await buyer.openPayment(payment.amount)).body.code).toBe('cart_empty')
    expect((await buyer.confirm(payment)).status).toBe(400)
    await provider().release(payment.paymentId, 'succeeded')
    store.clock.advance(seconds(60))
    await store.runTimers()

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
    expect(await provider().charges(payment.paymentId)).toHaveLength(1)
  })

  test('returns its lines to the cart when the bank declines, and a new order is paid', async () => {
    const { buyer, payment } = await processing()
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await provider().release(payment.paymentId, 'failed')
    const events = await provider().events(payment.paymentId)

    await deliverWebhook(
      store,
      events.find(({ type }) => type === 'payment_intent.payment_failed'),
    )
    await store.runJobs()

    expect(packagesIn((await cartOf(buyer)).lines)).toEqual(['vip'])
    expect((await provider().intent(payment.paymentId)).status).toBe('canceled')
    const { body: next } = await buyer.openPayment()
    expect(next.orderId).not.toBe(payment.orderId)
    await buyer.confirm(next)
    expect((await buyer.recordOrder({ paymentId: next.paymentId })).body.status).toBe('completed')
    await expectStockIdentities(store.testDatabase)
  })
})

describe('an intent that was canceled at the provider', () => {
  test('closes its order when the provider reports it, and the cart gets a new one', async () => {
    const { buyer, payment } = await openedPayment(VIP)
    await provider().cancel(payment.paymentId)
    const events = await provider().events(payment.paymentId)

    await deliverWebhook(
      store,
      events.find(({ type }) => type === 'payment_intent.canceled'),
    )
    await store.runJobs()
    const { body: next } = await buyer.openPayment()

    expect(next.orderId).not.toBe(payment.orderId)
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'cancelled' }, { state: 'awaiting_payment' }])
  })

  test('gets a new order at once if the cart changed as well', async () => {
    const { buyer, payment } = await openedPayment(VIP)
    await provider().cancel(payment.paymentId)
    await buyer.reserve(PREMIER)

    const { status, body: next } = await buyer.openPayment()

    expect(status).toBe(200)
    expect(next.paymentId).not.toBe(payment.paymentId)
    expect((await provider().intent(next.paymentId)).amount).toBe(next.amount * 100)
  })
})
