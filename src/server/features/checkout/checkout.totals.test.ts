/** Orders that no card can pay: those that cost nothing, and those that cost more than a card pays at once. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CHARGE_CENTS_MAX, formatCents } from '#contract/money.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Buyer } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aBuyerWith } from '#testing/cash-app.ts'
import { withStock } from '#testing/with-store.ts'

const FREE = '48453-vacant-standard-20'
const VIP = '48453-vacant-vip-20'
const LAST = '48453-vacant-vip-30'
const DEAR = '48453-vacant-premium-100'
/** The highest price; ten of them are 10 cents below the most that a card can pay at once. */
const PRICE = 99_999.99
const LINES_MAX = 10

const store = withStock({ [FREE]: 900, [VIP]: 900, [DEAR]: 900 })
const admin = adminOf(store)
beforeAll(async () => {
  await setPrice('standard', 20, 0)
  await setPrice('premium', 100, PRICE)
})

const setPrice = (tier: string, size: number, basePrice: number) =>
  admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier, size, basePrice })

async function freeOrder(packageId = FREE): Promise<Buyer> {
  const buyer = await aBuyerWith(store, packageId)
  const { status, body } = await buyer.openPayment()
  expect(status).toBe(200)
  expect(body).toMatchObject({ amount: 0, clientSecret: null, paymentId: null })
  return buyer
}

describe('an order that costs nothing', () => {
  test('is completed without a payment, once, with one email, however often it is asked for', async () => {
    const buyer = await freeOrder()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => buyer.recordOrder({ paymentMethod: 'free', total: '0.00' })),
    )
    await store.runJobs()

    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      status: 'completed',
      total: '0.00',
      paymentMethod: 'free',
      paymentId: null,
    })
    expect((await buyer.call('GET', '/api/cart')).body.lines).toEqual([])
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('needs a contact', async () => {
    const buyer = await aBuyerWith(store, FREE)
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

    expect((await aBuyer(store).reserve(LAST)).status).toBe(200)
  })

  test('is refused until it is paid if it now costs something in the cart', async () => {
    const buyer = await freeOrder()
    await buyer.reserve(VIP)
    const { body: payment } = await buyer.openPayment()
    const unpaid = await buyer.recordOrder({ paymentId: payment.paymentId })
    await buyer.confirm(payment)

    expect(payment.amount).toBe(299)
    expect(unpaid.body.code).toBe('payment_pending')
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body).toMatchObject({
      status: 'completed',
      paymentMethod: 'stripe',
      total: '299.00',
    })
  })
})

describe('an order that became free after its card form was opened', () => {
  async function opened() {
    const buyer = await aBuyerWith(store, VIP, FREE)
    return { buyer, payment: (await buyer.openPayment()).body }
  }

  test('cancels the intent first and is then completed without a payment', async () => {
    const { buyer, payment } = await opened()
    await buyer.release(VIP)
    const { body: free } = await buyer.openPayment()
    const { body: order } = await buyer.recordOrder()

    expect(free).toMatchObject({ clientSecret: null, amount: 0 })
    expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
    expect((await buyer.confirm(payment)).status).toBe(400)
    expect(order).toMatchObject({ status: 'completed', total: '0.00', lines: [{}] })
  })

  test('is paid if the card was faster than the change', async () => {
    const { buyer, payment } = await opened()
    await buyer.confirm(payment)
    await buyer.release(VIP)
    const free = await buyer.openPayment()
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(free.body.code).toBe('cart_empty')
    expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2), lines: [{}, {}] })
  })
})

test('a cart above the card limit is refused before the provider is asked, and can be paid in two orders', async () => {
  const buyer = aBuyer(store)
  for (let line = 1; line <= LINES_MAX; line += 1) await buyer.reserve(DEAR)
  const { body: payment } = await buyer.openPayment()
  await buyer.reserve(DEAR)
  await store.control({ reset: 'true', fail_next: '1', fail_match: '/v1/payment_intents' })
  const reply = await buyer.openPayment()

  expect(reply).toMatchObject({ status: 409, body: { code: 'total_too_high' } })
  expect(reply.body.message).toContain(formatCents(CHARGE_CENTS_MAX))
  expect(reply.body.message).toMatch(/Remove a package/)
  // The failure that any call would have met is still there.
  expect((await cardProvider(store).call('GET', '/v1/sandbox/control')).failures).toMatchObject([{ count: 1 }])
  await store.control({ reset: 'true' })
  expect((await cardProvider(store).intent(payment.paymentId)).amount).toBe(PRICE * LINES_MAX * 100)
  await buyer.release(DEAR)
  const { body: order } = await buyer.buy()
  expect(order).toMatchObject({ status: 'completed', total: (PRICE * LINES_MAX).toFixed(2) })
  expect((await buyer.buy(DEAR)).body.total).toBe(PRICE.toFixed(2))
})
