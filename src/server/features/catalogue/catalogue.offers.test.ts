/** What offers do to carts, orders, emails and figures. */
import { afterEach, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { paidTooLate } from '#testing/late-money.ts'
import { addOffer, findOffer, removeOffers } from '#testing/offers.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'
const FIVE = 'off_standard_extra_leads'
const THIRTY = 'off_standard_discount'
let admin: Client
const store = withStore({}, async (opened) => {
  for (const packageId of [VIP, PREMIUM]) await opened.setStock(packageId, 5000)
  admin = await anAdmin(opened)
})
afterEach(async () => {
  await removeOffers(admin)
  await switchOffer(FIVE, true)
  await switchOffer(THIRTY, false)
  await expectStockIdentities(store.testDatabase)
})

const switchOffer = (offerId: string, isActive: boolean): Promise<Reply> =>
  admin.call('POST', `/api/admin/offers/${offerId}/switch`, { isActive })
const cartOf = async (client: Client): Promise<Reply['body']> => (await client.call('GET', '/api/cart')).body
const revenue = async (): Promise<number> => Number((await admin.call('GET', '/api/admin/analytics')).body.totalRevenue)
const leadsSold = async (): Promise<number> => (await admin.call('GET', '/api/admin/analytics')).body.totalLeadsSold
const giveBack = (orderId: string, body: Record<string, unknown> = {}): Promise<Reply> =>
  admin.call('POST', `/api/admin/orders/${orderId}/refunds`, {
    attemptId: `attempt-${orderId}-${JSON.stringify(body).length}`,
    reason: 'A test.',
    ...body,
  })

describe('the standard promotions', () => {
  test('30% off and 5 extra leads carry through from the cart to order, email and figures', async () => {
    await switchOffer(THIRTY, true)
    const [before, leadsBefore] = [await revenue(), await leadsSold()]
    const costBefore = await findOffer(admin, FIVE)
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const cart = await cartOf(buyer)

    const payment = (await buyer.openPayment()).body
    await buyer.confirm(payment)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId, total: cart.total })

    const offers = [
      { offerId: THIRTY, name: '30% Discount', discount: 89.7, bonusLeads: 0 },
      { offerId: FIVE, name: '5 Extra Leads', discount: 0, bonusLeads: 5 },
    ]
    expect(cart).toMatchObject({ subtotal: 299, discount: 89.7, total: 209.3 })
    expect(cart.lines[0]).toMatchObject({ price: 299, discount: 89.7, bonusLeads: 5, offers })
    expect(payment.amount).toBe(209.3)
    expect(order).toMatchObject({ total: '209.30', lines: [{ price: 299, discount: 89.7, bonusLeads: 5, offers }] })
    await store.runJobs()
    const [mail] = await store.mailsTo(buyer.contactInfo.email)
    expect(mail?.text).toContain('Price before offers $299.00')
    for (const words of ['$209.30', '30% Discount −$89.70', '5 Extra Leads: 25 leads in all'])
      expect(mail?.text).toContain(words)
    expect((await revenue()) - before).toBeCloseTo(209.3, 6)
    expect((await leadsSold()) - leadsBefore).toBe(25)
    expect(await findOffer(admin, THIRTY)).toMatchObject({ orders: 1, cost: '89.70', bonusLeadsGiven: 0 })
    const five = await findOffer(admin, FIVE)
    expect(five.bonusLeadsGiven - costBefore.bonusLeadsGiven).toBe(5)
    expect(Number(five.bonusLeadsWorth) - Number(costBefore.bonusLeadsWorth)).toBeCloseTo(74.75, 6)
  })

  test('bonus leads promised with the hold stay when the offer is turned off', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await switchOffer(FIVE, false)
    const later = aBuyer(store)
    await later.reserve(VIP)
    const [{ lines: promised }, { lines: plain }] = [await cartOf(buyer), await cartOf(later)]
    expect([promised[0].bonusLeads, plain[0].bonusLeads]).toEqual([5, 0])
    const { body: order } = await buyer.buy()
    expect(order.lines[0].bonusLeads).toBe(5)
    await later.release(VIP)
  })

  test('a late payment that takes fresh units keeps the bonus leads', async () => {
    const { buyer, payment } = await paidTooLate(store, VIP)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    expect(order.lines[0]).toMatchObject({ bonusLeads: 5, isRefunded: false })
    await store.setStock(VIP, 5000)
  })
})

test('bonus leads of combinable offers add up, and an exclusive one applies alone if it gives more', async () => {
  await addOffer(admin, { name: 'Two more', kind: 'extra_leads', value: 2 })
  const together = aBuyer(store)
  await together.reserve(VIP)
  await addOffer(admin, { name: 'Ten alone', kind: 'extra_leads', value: 10, isCombinable: false })
  const alone = aBuyer(store)
  await alone.reserve(VIP)

  const [{ lines: first }, { lines: second }] = [await cartOf(together), await cartOf(alone)]

  expect([first[0].bonusLeads, first[0].offers.length]).toEqual([7, 2])
  expect(second[0]).toMatchObject({ bonusLeads: 10, offers: [{ name: 'Ten alone' }] })
  await together.release(VIP)
  await alone.release(VIP)
})

describe('paying', () => {
  test('checks line prices before offers, and the total after offers', async () => {
    await addOffer(admin, { value: 50 })
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { contactInfo } = buyer
    const line = { tier: 'vip', size: 20, leadType: 'vacant', state: 'Texas', county: 'Travis' }
    const pay = (amount: number, price: number) =>
      buyer.call('POST', '/api/create-payment-intent', { amount, contactInfo, cartItems: [{ ...line, price }] })

    const replies = [await pay(299, 299), await pay(149.5, 149.5), await pay(149.5, 299)]

    expect(replies.map(({ status, body }) => [status, body.details?.total ?? body.amount])).toEqual([
      [409, '149.50'],
      [409, '149.50'],
      [200, 149.5],
    ])
    await buyer.release(VIP)
  })

  test('after an offer was turned off shows the buyer the new amount before paying', async () => {
    const made = await addOffer(admin)
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { total } = await cartOf(buyer)
    const opened = (await buyer.openPayment(total)).body
    await switchOffer(made.id, false)

    const refused = await buyer.openPayment(total)
    const agreed = await buyer.openPayment(299)

    expect(refused).toMatchObject({ status: 409, body: { code: 'amount_changed', details: { total: '299.00' } } })
    expect([agreed.status, agreed.body.amount, agreed.body.paymentId]).toEqual([200, 299, opened.paymentId])
    await buyer.confirm(agreed.body)
    const { body: order } = await buyer.recordOrder({ paymentId: agreed.body.paymentId })
    expect(order).toMatchObject({ total: '299.00', lines: [{ discount: 0 }] })
  })

  test('is not needed if the total is zero', async () => {
    await addOffer(admin, { name: 'On the house', value: 100 })
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const payment = (await buyer.openPayment(0)).body
    const { status, body: order } = await buyer.recordOrder({ paymentMethod: 'free' })
    expect([payment.clientSecret, payment.amount]).toEqual([null, 0])
    expect([status, order.total, order.paymentMethod, order.lines[0].discount]).toEqual([200, '0.00', 'free', 299])
  })
})

test('a refund returns what was paid for each line, to the cent, and lowers the cost of the offer', async () => {
  const made = await addOffer(admin, { name: 'Ten dollars', kind: 'fixed', value: 10 })
  const { body: order } = await aBuyer(store).buy(VIP, PREMIUM, VIP)
  const net = order.lines.map((line: { price: number; discount: number }) =>
    Math.round((line.price - line.discount) * 100),
  )
  const full = await findOffer(admin, made.id)

  const first = await giveBack(order.id, { lines: [{ lineNumber: 1, isReturned: true }] })
  const afterOne = await findOffer(admin, made.id)
  const above = { lineNumber: 2, amount: (net[1] + 1) / 100, isReturned: false }
  const tooMuch = await giveBack(order.id, { lines: [above] })
  const rest = await giveBack(order.id)

  expect(full).toMatchObject({ orders: 1, cost: '10.00' })
  expect(Math.round(Number(first.body.amount) * 100)).toBe(net[0])
  expect(Number(afterOne.cost)).toBeCloseTo(10 - order.lines[0].discount, 6)
  expect(tooMuch.body.code).toBe('refund_too_high')
  expect(rest.body).toMatchObject({ refundedTotal: order.total, status: 'refunded' })
  expect(await findOffer(admin, made.id)).toMatchObject({ orders: 1, cost: '0.00' })
})
