/** Lost lines of a two-for-one order: what remains is paid at its price, and the rest goes back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { creditOf, grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { addOffer, removeOffers } from '#testing/offers.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const DEAR = '48453-vacant-premium-100'
const CHEAP = '48453-owner-premium-50'

let store: TestApp
let admin: Client
let dear = 0
let cheap = 0
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
afterAll(() => store.close())
beforeEach(async () => {
  await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
  for (const packageId of [DEAR, CHEAP]) await store.setStock(packageId, 50)
  const buyer = aBuyer(store)
  for (const packageId of [DEAR, CHEAP]) await buyer.reserve(packageId)
  const { lines } = (await buyer.call('GET', '/api/cart')).body
  const priceOf = (id: string) => lines.find((line: Reply['body']) => line.packageId === id).price * 100
  dear = priceOf(DEAR)
  cheap = priceOf(CHEAP)
  for (const packageId of [DEAR, CHEAP]) await buyer.release(packageId)
})
afterEach(async () => {
  await removeOffers(admin)
  await store.runJobs()
  await expectStockIdentities(store.testDatabase)
})

const dollars = (cents: number): string => (cents / 100).toFixed(2)
let attempts = 0
function giveBack(orderId: string, lines?: Record<string, unknown>[]): Promise<Reply> {
  attempts += 1
  const body = { attemptId: `attempt-pair-${attempts}`, reason: 'A test.', ...(lines ? { lines } : {}) }
  return admin.call('POST', `/api/admin/orders/${orderId}/refunds`, body)
}
const numberOf = (order: Reply['body'], tierOrSize: number): number =>
  1 + order.lines.findIndex((line: Reply['body']) => line.price * 100 === tierOrSize)
const revenueOf = async (orderId: string): Promise<unknown> =>
  (
    await store.testDatabase.pool.query(
      'select sum(amount_cents)::int as cents, sum(commission_cents)::int as commission from sale_entries where order_id = $1',
      [orderId],
    )
  ).rows[0]

describe('late money for a pair', () => {
  test('whose costlier package is gone pays for the other at its price, in order, email, ledger and card', async () => {
    const { buyer, payment } = await paidTooLate(store, DEAR, CHEAP)
    await sellToAnother(store, DEAR)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order).toMatchObject({ status: 'completed', total: dollars(dear), refundedTotal: dollars(dear - cheap) })
    const nets = order.lines.map((line: Reply['body']) => [
      Math.round((line.price - line.discount) * 100),
      line.isRefunded,
    ])
    expect(nets).toEqual(
      expect.arrayContaining([
        [dear - cheap, true],
        [cheap, false],
      ]),
    )
    const refunds = await cardProvider(store).refunds(payment.paymentId)
    expect(refunds).toMatchObject([{ amount: dear - cheap }])
    expect(await revenueOf(order.id)).toMatchObject({ cents: cheap })
    const [mail] = await store.mailsTo(buyer.contactInfo.email)
    expect(mail?.text).toContain(`$${dollars(dear - cheap)} goes back to your card`)
    expect(mail?.text).toContain('The packages you keep are priced without the others')
  })

  test('whose cheaper package is gone keeps the price of the costlier one, and says that nothing is refunded', async () => {
    const { buyer, payment } = await paidTooLate(store, DEAR, CHEAP)
    await sellToAnother(store, CHEAP)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order).toMatchObject({ status: 'completed', total: dollars(dear), refundedTotal: '0.00' })
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    expect(await revenueOf(order.id)).toMatchObject({ cents: dear })
    const [mail] = await store.mailsTo(buyer.contactInfo.email)
    expect(mail?.text).toContain('(not delivered)')
    expect(mail?.text).toContain('There is no refund for the packages marked as not delivered')
  })

  test('paid partly with credit refunds the same share of both', async () => {
    for (const packageId of [DEAR, CHEAP]) await store.setStock(packageId, 1)
    const buyer = aBuyer(store)
    const { email } = buyer.contactInfo
    await grantCredit(store, email, dear / 2)
    for (const packageId of [DEAR, CHEAP]) await buyer.reserve(packageId)
    await unlockCredit(store, buyer)
    const { body: payment } = await openWithCredit(buyer, dear / 200)
    store.clock.advance(31 * 60_000)
    await store.runTimers()
    await sellToAnother(store, DEAR)
    await buyer.confirm(payment)

    await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: (dear - cheap) / 2 }])
    expect(await creditOf(store, email)).toBe((dear - cheap) / 2)
  })
})

describe('an administrator’s refund of a pair', () => {
  test('refunds the difference for the costlier package, then the whole price of the other', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(DEAR, CHEAP)
    const [first, second] = [numberOf(order, dear), numberOf(order, cheap)]

    const tooMuch = await giveBack(order.id, [{ lineNumber: first, amount: dollars(dear), isReturned: true }])
    const one = await giveBack(order.id, [{ lineNumber: first, isReturned: true }])
    const between = (await admin.call('GET', `/api/admin/orders/${order.id}`)).body
    const revenue = await revenueOf(order.id)
    const other = await giveBack(order.id, [{ lineNumber: second, isReturned: true }])

    await store.runJobs()
    const mails = await store.mailsTo(buyer.contactInfo.email)
    const texts = mails.filter(({ subject }) => subject.includes('refund of')).map(({ text }) => text)
    expect(between.lines[second - 1].lostDiscount).toBeGreaterThan(0)
    const lost = between.lines[second - 1].lostDiscount.toFixed(2)
    expect(texts.filter((text) => text.includes(`lost a discount of $${lost} that they had together`))).toHaveLength(1)
    expect(texts).toHaveLength(2)
    expect(tooMuch.body).toMatchObject({ code: 'refund_too_high', details: { left: dollars(dear - cheap) } })
    expect(one.body).toMatchObject({ amount: dollars(dear - cheap), status: 'completed' })
    expect(between.lines[first - 1]).toMatchObject({ left: 0, isReturned: true })
    expect(between.lines[second - 1]).toMatchObject({ left: cheap / 100, isReturned: false })
    expect(revenue).toMatchObject({ cents: cheap })
    expect(other.body).toMatchObject({ amount: dollars(cheap), refundedTotal: dollars(dear), status: 'refunded' })
    await store.runJobs()
    expect(
      (await cardProvider(store).refunds(order.paymentId)).map(({ amount }: { amount: number }) => amount).sort(),
    ).toEqual([dear - cheap, cheap].sort())
    expect(await revenueOf(order.id)).toMatchObject({ cents: 0 })
  })

  test('refunds nothing for the cheaper package while the costlier one stays', async () => {
    const { body: order } = await aBuyer(store).buy(DEAR, CHEAP)

    const alone = await giveBack(order.id, [{ lineNumber: numberOf(order, cheap), isReturned: true }])

    expect(alone).toMatchObject({ status: 409, body: { code: 'refund_impossible' } })
    expect((await giveBack(order.id)).body).toMatchObject({ amount: dollars(dear), status: 'refunded' })
  })

  test('of a link takes back the rep’s commission on the refund, to the cent', async () => {
    const rep = await aRep(store)
    const request = await sendLink(rep, [DEAR, CHEAP])
    await payLink(store, request)
    const { rows } = await store.testDatabase.pool.query('select order_id from payment_requests where token = $1', [
      request.token,
    ])
    const orderId = rows[0].order_id
    const { body: order } = await admin.call('GET', `/api/admin/orders/${orderId}`)

    await giveBack(orderId, [{ lineNumber: numberOf(order, dear), isReturned: true }])

    const commission = Math.round((cheap * order.commission.rate) / 100)
    expect(await revenueOf(orderId)).toEqual({ cents: cheap, commission })
  })

  test('of an order from before discounts were stored refunds what was paid for the line', async () => {
    const { body: order } = await aBuyer(store).buy(DEAR, CHEAP)
    await store.testDatabase.pool.query(`update order_lines set open_offers = '[]' where order_id = $1`, [order.id])
    const line = order.lines[numberOf(order, dear) - 1]

    const { body } = await giveBack(order.id, [{ lineNumber: numberOf(order, dear), isReturned: true }])

    expect(body.amount).toBe((line.price - line.discount).toFixed(2))
  })
})
