import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { ADMIN, createTestApp, type TestApp } from '#testing/test-app.ts'

const FREE = '48453-vacant-standard-20'
const VIP = '48453-vacant-vip-20'
const LAST = '48453-vacant-vip-30'

let store: TestApp
let secondNode: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  secondNode = await createTestApp({ beside: store })
  for (const packageId of [FREE, VIP]) await store.setStock(packageId, 900)
  admin = new Client(store)
  await admin.logIn(ADMIN)
  await setPrice('standard', 20, 0)
})
afterAll(async () => {
  await secondNode.close()
  await store.close()
})

const setPrice = (tier: string, size: number, basePrice: number) =>
  admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier, size, basePrice })

async function freeOrder(packageId = FREE): Promise<Buyer> {
  const buyer = aBuyer(store)
  await buyer.reserve(packageId)
  const { status, body } = await buyer.openPayment()
  expect(status).toBe(200)
  expect(body).toMatchObject({ amount: 0, clientSecret: null, paymentId: null })
  return buyer
}

describe('an order that costs nothing', () => {
  test('is completed without a payment, with one email', async () => {
    const buyer = await freeOrder()

    const { status, body: order } = await buyer.recordOrder({ paymentMethod: 'free', total: '0.00' })
    await store.runJobs()

    expect(status).toBe(200)
    expect(order).toMatchObject({ status: 'completed', total: '0.00', paymentMethod: 'free', paymentId: null })
    expect((await buyer.call('GET', '/api/cart')).body.lines).toEqual([])
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('is completed once by 20 calls at once on two nodes, and all of them report it', async () => {
    const buyer = await freeOrder()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        buyer.at(index % 2 === 0 ? store : secondNode).call('POST', '/api/orders', { total: '0.00' }),
      ),
    )
    await store.runJobs()

    expect(replies.map(({ status, body }) => [status, body.status])).toEqual(Array(20).fill([200, 'completed']))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('needs a contact', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(FREE)
    await buyer.call('POST', '/api/create-payment-intent', { amount: 0 })

    const refused = await buyer.recordOrder()
    await buyer.openPayment()

    expect(refused.body.code).toBe('contact_required')
    expect((await buyer.recordOrder()).body.status).toBe('completed')
  })

  test('is refused if its hold expired, because no money was taken for a fresh unit', async () => {
    await store.setStock(LAST, 1)
    await setPrice('vip', 30, 0)
    const late = await freeOrder(LAST)
    store.clock.advance(minutes(31))
    await store.runTimers()

    expect((await late.recordOrder()).body.code).toBe('order_mismatch')

    const [shown] = (await late.call('GET', '/api/packages/Texas/Travis')).body.filter(
      (one: { id: string }) => one.id === LAST,
    )
    expect(shown.available).toBe(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('is refused until it is paid if it now costs something in the cart', async () => {
    const buyer = await freeOrder()
    await buyer.reserve(VIP)

    const { body: payment } = await buyer.openPayment()
    const unpaid = await buyer.recordOrder({ paymentId: payment.paymentId })
    await buyer.confirm(payment)

    expect(payment.amount).toBeGreaterThan(0)
    expect(unpaid.body.code).toBe('payment_pending')
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body).toMatchObject({
      status: 'completed',
      paymentMethod: 'stripe',
      total: payment.amount.toFixed(2),
    })
  })
})

describe('an order that became free after its card form was opened', () => {
  test('cancels the intent first and is then completed without a payment', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await buyer.reserve(FREE)
    const { body: payment } = await buyer.openPayment()
    await buyer.release(VIP)

    const { body: opened } = await buyer.openPayment()
    const { body: order } = await buyer.recordOrder()

    expect(opened).toMatchObject({ clientSecret: null, amount: 0 })
    expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
    expect((await buyer.confirm(payment)).status).toBe(400)
    expect(order).toMatchObject({ status: 'completed', total: '0.00' })
    expect(order.lines).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('is paid if the card was faster than the change', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await buyer.reserve(FREE)
    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    await buyer.release(VIP)

    const opened = await buyer.openPayment()
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(opened.body.code).toBe('cart_empty')
    expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2) })
    expect(order.lines).toHaveLength(2)
    await expectStockIdentities(store.testDatabase)
  })
})

describe('a price that no card can pay', () => {
  test.each([0.01, 0.49, -1, 1.005, 100_000])('of $%d is refused and changes nothing', async (basePrice) => {
    const reply = await setPrice('premium', 20, basePrice)

    expect(reply.status).toBe(400)
    const { rows } = await store.testDatabase.pool.query(
      `select price_cents from prices where lead_type = 'vacant' and tier = 'premium' and size = 20`,
    )
    expect(rows[0].price_cents).toBeGreaterThanOrEqual(50)
  })
})
