import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aBuyerWith, chooseCashApp, leaveCashApp, liveHoldsOf } from '#testing/cash-app.ts'
import { addOffer, removeOffers } from '#testing/offers.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const SOLD_ONCE = '48453-owner-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
})
afterAll(() => store.close())

const cartOf = async (buyer: Buyer): Promise<Reply['body']> => (await buyer.call('GET', '/api/cart')).body
const expectIdentities = () => expectStockIdentities(store.testDatabase)

describe('going back to the card', () => {
  test('restores the lines for the time of a cart and uses the same order', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)
    const { body: cash } = await chooseCashApp(buyer, 498)

    const back = await leaveCashApp(buyer)
    const { body: card } = await buyer.openPayment()

    expect(back.body).toMatchObject({ total: 498, pendingOrder: null })
    expect(card.reference).toBe(cash.reference)
    expect(await liveHoldsOf(store, cash)).toEqual([
      { owner: 'cart', minutesLeft: 30 },
      { owner: 'cart', minutesLeft: 30 },
    ])
    await buyer.confirm(card)
    expect((await buyer.recordOrder({ paymentId: card.paymentId })).body).toMatchObject({
      status: 'completed',
      paymentMethod: 'stripe',
      reference: cash.reference,
    })
    await expectIdentities()
  })

  test('emails the buyer once that the order no longer waits for Cash App, and what to do with sent money', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await chooseCashApp(buyer, 299)
    await store.runJobs()

    await Promise.all(Array.from({ length: 5 }, () => leaveCashApp(buyer)))
    await store.runJobs()

    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Order ${body.reference}: Cash App payment no longer needed`,
      `Order ${body.reference}: how to pay by Cash App`,
    ])
    const told = mails.find(({ subject }) => subject.includes('no longer needed'))?.text
    for (const words of ['reserved for up to 30 minutes', 'If you already have', '$299.00'])
      expect(told).toContain(words)
  })

  test('and choosing Cash App again at once sends no email about going back, within the limits per address', async () => {
    const buyer = await aBuyerWith(store, VIP)
    for (let round = 1; round <= 12; round += 1) {
      await chooseCashApp(buyer, 299)
      await leaveCashApp(buyer)
    }
    await chooseCashApp(buyer, 299)
    await store.runJobs()
    expect(
      (await store.mailsTo(buyer.contactInfo.email)).filter(({ subject }) => subject.includes('no longer')),
    ).toEqual([])

    await leaveCashApp(buyer)
    await store.runJobs()
    const { rows } = await store.testDatabase.pool.query(
      `select kind, count(*)::int as count from messages where sent_to = $1 group by kind order by kind`,
      [buyer.contactInfo.email],
    )
    expect(rows).toEqual([
      { kind: 'cash_app_instructions', count: 5 },
      { kind: 'cash_app_withdrawn', count: 5 },
    ])
  })

  test('is reported even if no one chose it, because a change was refused halfway', async () => {
    const admin = await anAdmin(store)
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyer = aBuyer(store)
    await buyer.buy(VIP)
    await buyer.reserve(VIP)
    const other = { ...buyer.contactInfo, email: `other-${buyer.contactInfo.email}` }
    const { body: order } = await chooseCashApp(buyer, 269.1, { contactInfo: other })
    await store.runJobs()
    await buyer.reserve(PREMIER)
    const agreed = await chooseCashApp(buyer, 448.2, { contactInfo: other })
    await store.runJobs()
    const before = (await store.mailsTo(other.email)).length

    // This address has used the offer, in this cart, which is found only after the order left the queue.
    const refused = await chooseCashApp(buyer, 448.2)
    await store.runJobs()
    await removeOffers(admin)

    expect([agreed.status, refused.body.code, before]).toEqual([200, 'amount_changed', 2])
    expect((await cartOf(buyer)).pendingOrder).toBeNull()
    const mails = await store.mailsTo(other.email)
    expect(mails[0]?.subject).toBe(`Order ${order.reference}: Cash App payment no longer needed`)
  })

  test('repeatedly keeps the reference, with one chargeable payment at a time', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: first } = await buyer.openPayment()
    const { body: cash } = await chooseCashApp(buyer, 299)
    await leaveCashApp(buyer)
    const { body: second } = await buyer.openPayment()
    await chooseCashApp(buyer, 299)
    await leaveCashApp(buyer)
    const { body: third } = await buyer.openPayment()

    expect(new Set([first, cash, second, third].map(({ reference }) => reference)).size).toBe(1)
    const statuses = await Promise.all(
      [first, second, third].map(async ({ paymentId }) => (await cardProvider(store).intent(paymentId)).status),
    )
    expect(statuses).toEqual(['canceled', 'canceled', 'requires_payment_method'])
    await buyer.confirm(third)
    expect((await buyer.recordOrder({ paymentId: third.paymentId })).body.status).toBe('completed')
    await expectIdentities()
  })

  test('never extends a hold beyond what Cash App promised, however often the method changes', async () => {
    await store.setStock(SOLD_ONCE, 1)
    const buyer = await aBuyerWith(store, SOLD_ONCE)
    for (let hour = 1; hour <= 30; hour += 1) {
      await chooseCashApp(buyer, 349)
      store.clock.advance(minutes(45))
      await leaveCashApp(buyer)
      store.clock.advance(minutes(15))
      await store.runTimers()
      if (hour === 25) expect((await cartOf(buyer)).lines).toHaveLength(1)
    }

    expect((await cartOf(buyer)).lines).toEqual([])
    expect((await aBuyer(store).reserve(SOLD_ONCE)).status).toBe(200)
    await expectIdentities()
  })

  test('gives at most a cart’s half hour, and no renewal two hours after the hold was placed', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await chooseCashApp(buyer, 299)
    store.clock.advance(hours(3))

    await leaveCashApp(buyer)
    store.clock.advance(minutes(20))
    await buyer.call('POST', '/api/cart/renew')

    expect(await liveHoldsOf(store, body)).toEqual([{ owner: 'cart', minutesLeft: 10 }])
    store.clock.advance(minutes(11))
    expect((await cartOf(buyer)).lines).toEqual([])
  })

  test('works if another tab has since opened a card order', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: cash } = await chooseCashApp(buyer, 299)
    await buyer.reserve(PREMIER)
    const { body: other } = await buyer.openPayment()

    const back = await leaveCashApp(buyer)
    const { body: card } = await buyer.openPayment()

    expect(back.body.lines).toHaveLength(2)
    expect(card).toMatchObject({ reference: cash.reference, amount: 498 })
    expect((await cardProvider(store).intent(other.paymentId)).status).toBe('canceled')
    await expectIdentities()
  })

  test('without a waiting order returns the cart, even ten times at once', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await chooseCashApp(buyer, 299)

    const replies = await Promise.all(Array.from({ length: 10 }, () => leaveCashApp(buyer)))

    expect(replies.map(({ body }) => body.lines.length)).toEqual(Array(10).fill(1))
    expect((await leaveCashApp(aBuyer(store))).body).toMatchObject({ lines: [], pendingOrder: null })
  })
})
