/** Store credit at the checkout: how much it pays, and that each cent of it is spent once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, Buyer } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { creditOf, entriesOf, grantCredit, openByHand, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const OTHER = '48453-vacant-premier-20'
const PRICE = 299

let store: TestApp
beforeAll(async () => {
  store = await createTestApp({ env: { CASH_APP_HANDLE: '$leadyard' } })
  await store.setStock(VIP, 900)
  await store.setStock(OTHER, 900)
})
afterAll(() => store.close())

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
    await expectStockIdentities(store.testDatabase)
  })

  test('gets the same payment when asked again, and sets the credit aside once', async () => {
    const buyer = await aBuyerWithCredit(5_000)

    const answers = [await openWithCredit(buyer, 50), await openWithCredit(buyer, 50), await openWithCredit(buyer, 50)]

    expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1)
    expect(await entriesOf(store, answers[0]?.body.orderId)).toEqual([{ reason: 'reserved', cents: -5_000 }])
  })

  test('can change their mind, pay it all by card and keep the credit', async () => {
    const buyer = await aBuyerWithCredit(5_000)
    const { body: before } = await openWithCredit(buyer, 50)

    const { body: after } = await buyer.openPayment()

    expect(after).toMatchObject({ paymentId: before.paymentId, amount: PRICE, credit: 0 })
    expect(await chargedFor(after.paymentId)).toBe(29_900)
    expect(await creditLeft(buyer)).toBe(5_000)
    await buyer.confirm(after)
    expect((await buyer.recordOrder({ paymentId: after.paymentId })).body).toMatchObject({ credit: '0.00' })
    await expectStockIdentities(store.testDatabase)
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
    await expectStockIdentities(store.testDatabase)
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

  test('gets it back when choosing Cash App, and can use it again when returning to the card', async () => {
    const buyer = await aBuyerWithCredit(5_000)
    await openWithCredit(buyer, 50)

    expect((await chooseCashApp(buyer, PRICE)).body).toMatchObject({ amount: PRICE })
    const whileWaiting = await creditLeft(buyer)
    await leaveCashApp(buyer)
    const { body: payment } = await openWithCredit(buyer, 50)
    await buyer.confirm(payment)
    await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(whileWaiting).toBe(5_000)
    expect(await creditLeft(buyer)).toBe(0)
    await expectStockIdentities(store.testDatabase)
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
    await expectStockIdentities(store.testDatabase)
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
    await expectStockIdentities(store.testDatabase)
  })
})

describe('unavailable credit', () => {
  test('is refused with the amount available, and nothing is written', async () => {
    const buyer = await aBuyerWithCredit(5_000)

    expect(await openWithCredit(buyer, 60)).toMatchObject({
      status: 409,
      body: { code: 'credit_changed', details: { credit: '50.00' } },
    })
    const { rows } = await store.testDatabase.pool.query('select from orders where email = $1', [
      buyer.contactInfo.email,
    ])
    expect(rows).toEqual([])
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

test('fifty simultaneous checkouts of one customer spend each cent once', async () => {
  const email = 'crowd@example.com'
  await grantCredit(store, email, 100_000)
  await store.setStock(VIP, 900)
  const crowd = await Promise.all(
    Array.from({ length: 50 }, async () => {
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
  await expectStockIdentities(store.testDatabase)
})
