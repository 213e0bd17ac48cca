/** Store credit at the checkout: how much it pays, that each cent is spent once, and that it returns if an order ends. */
import { beforeEach, describe, expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { type OpenOrder, placeOrder } from '#server/features/orders/place-order.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aBuyer, Buyer } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { creditOf, entriesOf, grantCredit, openByHand, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { sellToAnother } from '#testing/late-money.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const OTHER = '48453-vacant-premier-20'
const PRICE = 299

const store = withStock({}, { env: { CASH_APP_HANDLE: '$leadyard' } })
beforeEach(async () => {
  for (const packageId of [VIP, OTHER]) await store.setStock(packageId, 900)
})

/** A buyer with a package in the cart, whose credit is unlocked. */
async function aBuyerWithCredit(cents: number, ...packageIds: string[]): Promise<Buyer> {
  const buyer = aBuyer(store)
  await grantCredit(store, buyer.contactInfo.email, cents)
  for (const packageId of packageIds.length > 0 ? packageIds : [VIP]) await buyer.reserve(packageId)
  const { status } = await unlockCredit(store, buyer)
  expect(status).toBe(200)
  return buyer
}

const creditLeft = (buyer: Buyer) => creditOf(store, buyer.contactInfo.email)
const chargedFor = async (paymentId: string) =>
  (await cardProvider(store).call('GET', `/v1/payment_intents/${paymentId}`)).amount

describe('a buyer with some credit', () => {
  test('pays the rest by card; the order sets the credit aside and the payment spends it', async () => {
    const buyer = await aBuyerWithCredit(5_000)
    const { body: payment } = await openWithCredit(buyer, 50)
    expect(payment).toMatchObject({ amount: PRICE - 50, credit: 50 })
    expect(await chargedFor(payment.paymentId)).toBe(24_900)
    expect(await creditLeft(buyer)).toBe(0)
    await buyer.confirm(payment)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId, total: '299.00' })

    expect(order).toMatchObject({ status: 'completed', total: '299.00', credit: '50.00', paymentMethod: 'stripe' })
    expect(await entriesOf(store, payment.orderId)).toEqual([{ reason: 'reserved', cents: -5_000 }])
    expect(await creditLeft(buyer)).toBe(0)
  })

  test('can change their mind, pay it all by card and keep the credit', async () => {
    const buyer = await aBuyerWithCredit(5_000)
    const { body: before } = await openWithCredit(buyer, 50)
    const { body: after } = await buyer.openPayment()

    expect(after).toMatchObject({ paymentId: before.paymentId, amount: PRICE, credit: 0 })
    expect(await chargedFor(after.paymentId)).toBe(29_900)
    expect(await creditLeft(buyer)).toBe(5_000)
    expect((await buyer.pay(after)).body).toMatchObject({ credit: '0.00' })
  })

  test('gets back the part that a smaller cart does not need', async () => {
    const buyer = await aBuyerWithCredit(40_000, VIP, OTHER)
    const { body: cart } = await buyer.call('GET', '/api/cart')
    await openWithCredit(buyer, 400)
    await buyer.release(OTHER)
    expect(cart.total).toBeGreaterThan(400)
    const { body } = await openWithCredit(buyer, PRICE)

    expect(body).toMatchObject({ clientSecret: null, amount: 0, credit: PRICE })
    expect(await creditLeft(buyer)).toBe(40_000 - 29_900)
  })

  test('never has 1 to 49 cents left to pay', async () => {
    const buyer = await aBuyerWithCredit(29_880)

    expect((await openWithCredit(buyer, 298.8)).body).toMatchObject({
      code: 'credit_changed',
      details: { credit: '298.50' },
    })
    expect((await openWithCredit(buyer, 298.5)).body).toMatchObject({ amount: 0.5, credit: 298.5 })
    expect(await creditLeft(buyer)).toBe(30)
  })
})

describe('a buyer with enough credit', () => {
  test('needs no card', async () => {
    const buyer = await aBuyerWithCredit(30_000)
    const { body } = await openWithCredit(buyer, PRICE)
    expect(body).toMatchObject({ clientSecret: null, paymentId: null, amount: 0, credit: PRICE })
    const order = await buyer.recordOrder({ paymentMethod: 'free', total: '299.00' })

    expect(order.body).toMatchObject({ status: 'completed', total: '299.00', credit: '299.00', paymentMethod: 'free' })
    expect(await creditLeft(buyer)).toBe(100)
    await store.runJobs()
  })

  test('has the earlier card payment canceled, so it can no longer be charged', async () => {
    const buyer = await aBuyerWithCredit(30_000)
    const { body: before } = await buyer.openPayment()
    const { body: after } = await openWithCredit(buyer, PRICE)

    expect(after).toMatchObject({ clientSecret: null, amount: 0 })
    expect(after.orderId).not.toBe(before.orderId)
    expect(await cardProvider(store).call('GET', `/v1/payment_intents/${before.paymentId}`)).toMatchObject({
      status: 'canceled',
    })
    expect((await buyer.recordOrder({ paymentMethod: 'free' })).body).toMatchObject({ credit: '299.00' })
  })
})

describe('unavailable credit', () => {
  test('is refused with the amount available, and nothing is written', async () => {
    const buyer = await aBuyerWithCredit(5_000)

    expect(await openWithCredit(buyer, 60)).toMatchObject({
      status: 409,
      body: { code: 'credit_changed', details: { credit: '50.00' } },
    })
    expect(await store.rows('select from orders where email = $1', [buyer.contactInfo.email])).toEqual([])
  })

  test('is refused without a code, for another address, and an hour after the code', async () => {
    const stranger = aBuyer(store)
    const buyer = await aBuyerWithCredit(5_000)
    await stranger.reserve(VIP)
    const { email } = buyer.contactInfo
    const claim = { amount: PRICE, credit: { email, amount: 50 } }
    const ask = (by: Buyer, body: object) => by.call('POST', '/api/create-payment-intent', { ...claim, ...body })
    const refused = [
      await ask(stranger, {}),
      await ask(stranger, { contactInfo: buyer.contactInfo }),
      await ask(buyer, { contactInfo: stranger.contactInfo }),
    ]
    store.clock.advance(minutes(61))
    await store.runTimers()
    await buyer.reserve(VIP)

    for (const reply of [...refused, await ask(buyer, { contactInfo: buyer.contactInfo })]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'credit_locked' } })
    }
  })

  test('spent by another order is reported before anything is charged', async () => {
    const buyer = await aBuyerWithCredit(5_000)
    const twin = new Buyer(store, buyer.contactInfo.email)
    await twin.reserve(VIP)
    await unlockCredit(store, twin)
    await openWithCredit(buyer, 50)

    expect((await openWithCredit(twin, 50)).body).toMatchObject({ code: 'credit_changed', details: { credit: '0.00' } })
    expect((await twin.call('GET', '/api/credit')).body.credit).toMatchObject({ available: 0, reserved: 50 })
    expect((await buyer.call('GET', '/api/credit')).body.credit).toMatchObject({ available: 50, reserved: 0 })
  })
})

test('simultaneous checkouts of one customer spend each cent once', async () => {
  const email = 'crowd@example.com'
  await grantCredit(store, email, 100_000)
  const crowd = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const buyer = new Buyer(store, email)
      await buyer.reserve(VIP)
      return buyer
    }),
  )
  await openByHand(store, email)
  const replies = await Promise.all(crowd.map((buyer) => openWithCredit(buyer, PRICE, PRICE)))

  const granted = replies.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(3)
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['credit_changed']),
  )
  expect(await creditOf(store, email)).toBe(100_000 - 3 * 29_900)
})

/** Places the order of a cart, like a call that dies before it reaches the card provider. */
async function placeWithCredit({ contactInfo }: Buyer, cents: number): Promise<OpenOrder> {
  const rows = await store.rows('select owner_id from orders where email = $1', [contactInfo.email])
  const ownerId = rows[0].owner_id
  const customerKey = customerKeyOf(store.ctx, contactInfo.email)
  const { order } = await placeOrder(store.ctx, {
    ownerId,
    lines: await readHeldLines(store.ctx, ownerId),
    contact: null,
    credit: cents === 0 ? null : { customerKey, cents: toCents(cents) },
  })
  return order
}

describe('an unpaid order that uses credit', () => {
  test('gives it back once when it is closed several times', async () => {
    const buyer = await aBuyerWithCredit(5_000, VIP)
    const { body } = await openWithCredit(buyer, 50)
    await Promise.all([closeOrder(store.ctx, body.orderId), closeOrder(store.ctx, body.orderId)])
    await closeOrder(store.ctx, body.orderId)

    expect(await entriesOf(store, body.orderId)).toEqual([
      { reason: 'reserved', cents: -5_000 },
      { reason: 'returned', cents: 5_000 },
    ])
    expect(await creditLeft(buyer)).toBe(5_000)
  })

  test('gives it back after a day, even if credit was to pay all of it', async () => {
    const buyer = await aBuyerWithCredit(40_000)
    await openWithCredit(buyer, PRICE)
    store.clock.advance(hours(25))
    await store.runTimers()
    expect(await creditLeft(buyer)).toBe(40_000)
  })

  test('gives it back when the buyer goes on with the credit of another address', async () => {
    const buyer = await aBuyerWithCredit(5_000, VIP)
    const { body: first } = await openWithCredit(buyer, 50)
    const other = `other-${buyer.contactInfo.email}`
    await grantCredit(store, other, 7_000)
    buyer.contactInfo.email = other
    await unlockCredit(store, buyer)
    const { body: second } = await openWithCredit(buyer, 70)

    expect(second).toMatchObject({ amount: 229, credit: 70 })
    expect(second.orderId).not.toBe(first.orderId)
    expect(await creditOf(store, other.replace('other-', ''))).toBe(5_000)
    expect(await creditOf(store, other)).toBe(0)
  })
})

describe('a payment', () => {
  test('for a closed order is refunded in full, and the buyer keeps the credit', async () => {
    const buyer = await aBuyerWithCredit(5_000, VIP)
    const { body: payment } = await openWithCredit(buyer, 50)
    // Confirmed while the store closes it: the provider has the money before it is told.
    await buyer.confirm(payment)
    await inTransaction(store.ctx, (tx) => cancelOrder(store.ctx, tx, payment.orderId))
    await settlePayment(store.ctx, { paymentId: payment.paymentId })
    await store.runJobs()

    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 24_900 }])
    expect(await creditLeft(buyer)).toBe(5_000)
  })

  test('for an older revision uses the credit of that revision and returns the rest', async () => {
    const buyer = await aBuyerWithCredit(6_000, VIP)
    const { body: payment } = await openWithCredit(buyer, 60)
    await grantCredit(store, buyer.contactInfo.email, 4_000)
    await placeWithCredit(buyer, 9_000)
    const whileBothCount = await creditLeft(buyer)
    const { body: order } = await buyer.pay(payment)

    expect(whileBothCount).toBe(1_000)
    expect(order).toMatchObject({ status: 'completed', credit: '60.00' })
    expect(await entriesOf(store, payment.orderId)).toEqual([
      { reason: 'reserved', cents: -6_000 },
      { reason: 'reserved', cents: -3_000 },
      { reason: 'returned', cents: 3_000 },
    ])
  })

  test('that comes after a package was sold elsewhere is refunded the way it was paid', async () => {
    const buyer = await aBuyerWithCredit(10_000, VIP, OTHER)
    await store.setStock(VIP, 0)
    await store.setStock(OTHER, 0)
    const { body: payment } = await openWithCredit(buyer, 100)
    store.clock.advance(minutes(31))
    await store.runTimers()
    await sellToAnother(store, OTHER)
    const lines = await store.rows(
      `select package_id, price_cents, credit_cents from order_lines where order_id = $1 order by line_number`,
      [payment.orderId],
    )
    const lost = lines.find(({ package_id }) => package_id === OTHER)
    await buyer.confirm(payment)
    await deliverWebhook(store, await cardProvider(store).event(payment.paymentId, 'payment_intent.succeeded'))
    await store.runJobs()

    expect(lines.reduce((sum, line) => sum + line.credit_cents, 0)).toBe(10_000)
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([
      { amount: lost.price_cents - lost.credit_cents },
    ])
    expect(await creditLeft(buyer)).toBe(lost.credit_cents)
    const rows = await store.rows('select state, refunded_cents from orders where order_id = $1', [payment.orderId])
    expect(rows).toEqual([{ state: 'paid', refunded_cents: lost.price_cents }])
  })
})
