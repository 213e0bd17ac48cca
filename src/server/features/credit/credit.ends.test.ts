/** Credit that an order has set aside is returned or spent, however the order ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { type OpenOrder, placeOrder, returnSpares } from '#server/features/orders/place-order.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { creditOf, entriesOf, grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { sellToAnother } from '#testing/late-money.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

async function aBuyerWithCredit(cents: number, ...packageIds: string[]): Promise<Buyer> {
  for (const packageId of packageIds) await store.setStock(packageId, packageIds.length)
  const buyer = aBuyer(store)
  await grantCredit(store, buyer.contactInfo.email, cents)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  expect((await unlockCredit(store, buyer)).status).toBe(200)
  return buyer
}

/** Places the order of a cart, like a call that dies before it reaches the card provider. */
async function placeWithCredit({ contactInfo }: Buyer, cents: number): Promise<OpenOrder> {
  const { rows } = await store.testDatabase.pool.query('select owner_id from orders where email = $1', [
    contactInfo.email,
  ])
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

const creditLeft = (buyer: Buyer) => creditOf(store, buyer.contactInfo.email)

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
    await expectStockIdentities(store.testDatabase)
  })

  test.each([
    ['by card', 5_000, 50],
    ['because all of it was to be paid by credit', 40_000, 299],
  ])('to be paid %s gives it back after a day', async (_how, cents, amount) => {
    const buyer = await aBuyerWithCredit(cents, VIP)
    await openWithCredit(buyer, amount)

    store.clock.advance(hours(25))
    await store.runTimers()

    expect(await creditLeft(buyer)).toBe(cents)
    await expectStockIdentities(store.testDatabase)
  })

  test('whose hold expired is not completed by credit alone', async () => {
    const buyer = await aBuyerWithCredit(40_000, VIP)
    const { body } = await openWithCredit(buyer, 299)
    store.clock.advance(minutes(31))
    await store.runTimers()

    expect((await buyer.recordOrder({ paymentMethod: 'free' })).body).toMatchObject({ code: 'order_mismatch' })

    expect(await entriesOf(store, body.orderId)).toEqual([{ reason: 'reserved', cents: -29_900 }])
    await expectStockIdentities(store.testDatabase)
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
    await expectStockIdentities(store.testDatabase)
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
    await expectStockIdentities(store.testDatabase)
  })

  test('for an older revision uses the credit of that revision and returns the rest', async () => {
    const buyer = await aBuyerWithCredit(6_000, VIP)
    const { body: payment } = await openWithCredit(buyer, 60)
    await grantCredit(store, buyer.contactInfo.email, 4_000)
    await placeWithCredit(buyer, 9_000)
    const whileBothCount = await creditLeft(buyer)

    await buyer.confirm(payment)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(whileBothCount).toBe(1_000)
    expect(order).toMatchObject({ status: 'completed', credit: '60.00' })
    expect(await entriesOf(store, payment.orderId)).toEqual([
      { reason: 'reserved', cents: -6_000 },
      { reason: 'reserved', cents: -3_000 },
      { reason: 'returned', cents: 3_000 },
    ])
    await expectStockIdentities(store.testDatabase)
  })

  test('for a revision whose credit was given back is refunded in full', async () => {
    const buyer = await aBuyerWithCredit(5_000, VIP)
    const { body: payment } = await openWithCredit(buyer, 50)
    const withoutCredit = await placeWithCredit(buyer, 0)
    await returnSpares(store.ctx, withoutCredit)

    await buyer.confirm(payment)
    const { body } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(body.code).toBe('payment_mismatch')
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 24_900 }])
    expect(await creditLeft(buyer)).toBe(5_000)
    await expectStockIdentities(store.testDatabase)
  })

  test('that comes after a package was sold elsewhere is refunded the way it was paid', async () => {
    const buyer = await aBuyerWithCredit(10_000, VIP, PREMIER)
    await store.setStock(VIP, 0)
    await store.setStock(PREMIER, 0)
    const { body: payment } = await openWithCredit(buyer, 100)
    store.clock.advance(minutes(31))
    await store.runTimers()
    await sellToAnother(store, PREMIER)
    const { rows: lines } = await store.testDatabase.pool.query(
      `select package_id, price_cents, credit_cents from order_lines where order_id = $1 order by line_number`,
      [payment.orderId],
    )
    const lost = lines.find(({ package_id }) => package_id === PREMIER)

    await buyer.confirm(payment)
    await deliverWebhook(
      store,
      (await cardProvider(store).events(payment.paymentId)).find(({ type }) => type === 'payment_intent.succeeded'),
    )
    await store.runJobs()

    expect(lines.reduce((sum, line) => sum + line.credit_cents, 0)).toBe(10_000)
    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([
      { amount: lost.price_cents - lost.credit_cents },
    ])
    expect(await creditLeft(buyer)).toBe(lost.credit_cents)
    const { rows } = await store.testDatabase.pool.query(
      'select state, refunded_cents from orders where order_id = $1',
      [payment.orderId],
    )
    expect(rows).toEqual([{ state: 'paid', refunded_cents: lost.price_cents }])
    await expectStockIdentities(store.testDatabase)
  })
})
