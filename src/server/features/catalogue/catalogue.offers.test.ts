/** Offers as administrators create and change them, and what they do to carts, orders, emails and figures. */
import { afterEach, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, type Reply } from '#testing/builders.ts'
import { paidTooLate } from '#testing/late-money.ts'
import { addOffer, anOffer, findOffer, makeOffer, removeOffers } from '#testing/offers.ts'
import { VIP, withStock, withStore } from '#testing/with-store.ts'

const PREMIUM = '48453-owner-premium-50'
const FIVE = 'off_standard_extra_leads'
const THIRTY = 'off_standard_discount'

const store = withStock({ [VIP]: 5000, [PREMIUM]: 5000 })
const other = withStore({ beside: store })
const admin = adminOf(store)
afterEach(async () => {
  await removeOffers(admin)
  await switchOffer(FIVE, true)
  await switchOffer(THIRTY, false)
})

const list = async (): Promise<Reply['body']> => (await admin.call('GET', '/api/admin/offers')).body
const inEffect = async (): Promise<string[]> =>
  (await aBuyer(store).call('GET', '/api/offers')).body.map((offer: { name: string }) => offer.name)
const at = (ms: number) => new Date(store.clock.now().getTime() + ms).toISOString()
const auditOf = async (): Promise<Reply['body']> => (await admin.call('GET', '/api/admin/audit?limit=5')).body

test('a new store has the two standard promotions: 5 extra leads is on, 30% off is not', async () => {
  expect(await list()).toMatchObject([
    { standard: 'extra_leads_5', name: '5 Extra Leads', kind: 'extra_leads', value: 5, state: 'active' },
    { standard: 'discount_30', name: '30% Discount', kind: 'percentage', value: 30, state: 'inactive', cost: '0.00' },
  ])
  expect(await inEffect()).toEqual(['5 Extra Leads'])
})

test('an offer is created as entered, applies at once and is logged', async () => {
  const terms = { value: '12.5', states: ['Texas', 'Texas'], sizes: [20] }
  const made = await addOffer(admin, { name: '  Spring   sale ', ...terms })
  expect(made).toMatchObject({ name: 'Spring sale', value: 12.5, states: ['Texas'], sizes: [20] })
  expect(made).toMatchObject({ state: 'active', revision: 1 })
  expect(await inEffect()).toContain('Spring sale')
  const [entry] = await auditOf()
  const after = { offer: '12.5% off', states: 'Texas' }
  expect(entry).toMatchObject({ action: 'offer_created', subject: 'Spring sale', after })
})

test('an offer is created once per attempt, even by ten at the same moment', async () => {
  const body = { ...anOffer({ name: 'Once' }), attemptId: 'attempt-once-1' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => admin.call('POST', '/api/admin/offers', body)))
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
  expect((await list()).filter((offer: { name: string }) => offer.name === 'Once')).toHaveLength(1)
})

test('an offer is changed only if it is still as the administrator saw it', async () => {
  const made = await addOffer(admin)
  const path = `/api/admin/offers/${made.id}`
  const first = await admin.call('PUT', path, { ...anOffer({ value: 20 }), revision: made.revision })
  const second = await admin.call('PUT', path, { ...anOffer({ value: 50 }), revision: made.revision })
  expect([first.status, first.body.value, first.body.revision]).toEqual([200, 20, 2])
  expect([second.status, second.body.code]).toEqual([409, 'offer_changed'])
  expect((await findOffer(admin, made.id)).value).toBe(20)
  const [entry] = await auditOf()
  expect(entry).toMatchObject({ action: 'offer_updated', before: { offer: '10% off' }, after: { offer: '20% off' } })
})

test('an offer is changed or removed once if the call is repeated after a lost reply', async () => {
  const made = await addOffer(admin)
  const path = `/api/admin/offers/${made.id}`
  const change = { ...anOffer({ value: 20, states: ['Texas'] }), revision: made.revision }
  const changes = [await admin.call('PUT', path, change), await admin.call('PUT', path, change)]
  const removals = [await admin.call('DELETE', path), await admin.call('DELETE', path)]
  expect(changes.map(({ status, body }) => [status, body.revision])).toEqual(Array(2).fill([200, 2]))
  expect(removals.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { id: made.id }]))
  const actions = (await auditOf()).slice(0, 3).map((entry: { action: string }) => entry.action)
  expect(actions).toEqual(['offer_removed', 'offer_updated', 'offer_created'])
  expect((await admin.call('DELETE', '/api/admin/offers/off_nobody')).body.code).toBe('offer_unknown')
})

test('an offer is gone from the list and the cart once it is removed', async () => {
  const made = await addOffer(admin)
  const buyer = await aBuyerWith(store, VIP)
  const discounted = await buyer.cart()
  await admin.call('DELETE', `/api/admin/offers/${made.id}`)
  const after = await buyer.cart()
  expect([discounted.total, after.total]).toEqual([269.1, 299])
  expect(await findOffer(admin, made.id)).toBeUndefined()
  const again = await admin.call('POST', `/api/admin/offers/${made.id}/switch`, { isActive: true })
  expect([again.status, again.body.code]).toEqual([404, 'offer_unknown'])
})

test('an offer starts and ends by itself', async () => {
  const made = await addOffer(admin, { name: 'An hour', startsAt: at(hours(1)), endsAt: at(hours(2)) })
  const buyer = aBuyer(store)
  const totals: unknown[] = []
  const look = async () => {
    await buyer.reserve(VIP)
    const body = await buyer.cart()
    const [line] = body.lines
    await buyer.release(VIP)
    totals.push([(await findOffer(admin, made.id)).state, await inEffect(), line.discount])
  }

  await look()
  store.clock.advance(hours(1))
  await look()
  store.clock.advance(hours(1))
  await look()

  expect(totals).toEqual([
    ['scheduled', ['5 Extra Leads'], 0],
    ['active', ['5 Extra Leads', 'An hour'], 29.9],
    ['ended', ['5 Extra Leads'], 0],
  ])
})

test.each([
  ['120 %', { value: 120 }, 'value'],
  ['three decimals', { value: 12.345 }, 'value'],
  ['a negative', { value: -5 }, 'value'],
  ['half a lead', { kind: 'extra_leads', value: 2.5 }, 'value'],
  ['501 leads', { kind: 'extra_leads', value: 501 }, 'value'],
  ['an empty name', { name: '  ' }, 'name'],
  ['an end before the start', { startsAt: '2030-05-02T00:00:00Z', endsAt: '2030-05-01T00:00:00Z' }, 'endsAt'],
  ['an end in the past', { endsAt: '2001-01-01T00:00:00Z' }, 'endsAt'],
  ['no uses', { usesMax: 0 }, 'usesMax'],
])('bad input %s: the reply names the field, and nothing is created', async (_, changes, field) => {
  const before = await list()
  const { status, body } = await makeOffer(admin, changes)
  expect([status, body.code, body.details]).toEqual([400, 'offer_invalid', { field }])
  expect(body.message).toMatch(/^[A-Z].*\.$/)
  expect(await list()).toEqual(before)
})

test('reps and visitors can read the offers in effect, and nothing else about offers', async () => {
  const rep = await aRep(store)
  const made = await addOffer(admin)
  const path = `/api/admin/offers/${made.id}`

  const replies = [
    await rep.call('GET', '/api/admin/offers'),
    await makeOffer(rep),
    await rep.call('PUT', path, { ...anOffer({ value: 90 }), revision: 1 }),
    await rep.call('POST', `${path}/switch`, { isActive: false }),
    await rep.call('DELETE', path),
    await makeOffer(aBuyer(store)),
  ]

  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 401])
  expect(await findOffer(admin, made.id)).toMatchObject({ value: 10, isActive: true })
  const [seen] = (await rep.call('GET', '/api/offers')).body.filter((one: { id: string }) => one.id === made.id)
  expect(Object.keys(seen).sort()).toEqual(
    ['id', 'name', 'kind', 'value', 'leadTypes', 'tiers', 'sizes', 'states', 'isCombinable', 'endsAt'].sort(),
  )
})

test('another node applies a new offer within a second', async () => {
  const buyer = await aBuyerWith(other, VIP)
  const before = (await buyer.cart()).total
  await addOffer(admin)
  await expect.poll(async () => (await buyer.cart()).total, { timeout: 1_000 }).toBe(269.1)
  expect(before).toBe(299)
})

test('the preview of an offer shows what it does, and changes nothing', async () => {
  await aBuyerWith(store, VIP)
  const before = await list()
  const offer = anOffer({ leadTypes: ['vacant'], tiers: ['vip'], states: ['Texas'] })

  const { body } = await admin.call('POST', '/api/admin/offers/preview', offer)

  expect(body.packages).toBe(254 * 4)
  expect(body.cartLines).toBeGreaterThanOrEqual(1)
  expect(body.examples).toEqual([
    { package: 'VIP Junior Package, Vacant Houses', price: 299, after: 269.1, bonusLeads: 0 },
    expect.objectContaining({ package: 'VIP Enterprise Package, Vacant Houses' }),
  ])
  expect(await list()).toEqual(before)
})

const switchOffer = (offerId: string, isActive: boolean): Promise<Reply> =>
  admin.call('POST', `/api/admin/offers/${offerId}/switch`, { isActive })
const revenue = async (): Promise<number> => Number((await admin.call('GET', '/api/admin/analytics')).body.totalRevenue)
const leadsSold = async (): Promise<number> => (await admin.call('GET', '/api/admin/analytics')).body.totalLeadsSold

test('the standard promotions 30% off and 5 extra leads carry through from the cart to order, email and figures', async () => {
  await switchOffer(THIRTY, true)
  const [before, leadsBefore] = [await revenue(), await leadsSold()]
  const costBefore = await findOffer(admin, FIVE)
  const buyer = await aBuyerWith(store, VIP)
  const cart = await buyer.cart()

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
  const [mail] = await buyer.mails()
  expect(mail?.text).toContain('Price before offers $299.00')
  for (const words of ['$209.30', '30% Discount −$89.70', '25 leads (20 + 5 free)']) expect(mail?.text).toContain(words)
  expect((await revenue()) - before).toBeCloseTo(209.3, 6)
  expect((await leadsSold()) - leadsBefore).toBe(25)
  expect(await findOffer(admin, THIRTY)).toMatchObject({ orders: 1, cost: '89.70', bonusLeadsGiven: 0 })
  const five = await findOffer(admin, FIVE)
  expect(five.bonusLeadsGiven - costBefore.bonusLeadsGiven).toBe(5)
  expect(Number(five.bonusLeadsWorth) - Number(costBefore.bonusLeadsWorth)).toBeCloseTo(74.75, 6)
})

test('the standard promotions bonus leads promised with the hold stay when the offer is turned off', async () => {
  const buyer = await aBuyerWith(store, VIP)
  await switchOffer(FIVE, false)
  const later = await aBuyerWith(store, VIP)
  const [{ lines: promised }, { lines: plain }] = [await buyer.cart(), await later.cart()]
  expect([promised[0].bonusLeads, plain[0].bonusLeads]).toEqual([5, 0])
  const { body: order } = await buyer.buy()
  expect(order.lines[0].bonusLeads).toBe(5)
})

test('the standard promotions a late payment that takes fresh units keeps the bonus leads', async () => {
  const { buyer, payment } = await paidTooLate(store, VIP)
  const { body: order } = await buyer.report(payment)
  expect(order.lines[0]).toMatchObject({ bonusLeads: 5, isRefunded: false })
  await store.setStock(VIP, 5000)
})

test('bonus leads of combinable offers add up, and an exclusive one applies alone if it gives more', async () => {
  await addOffer(admin, { name: 'Two more', kind: 'extra_leads', value: 2 })
  const together = await aBuyerWith(store, VIP)
  await addOffer(admin, { name: 'Ten alone', kind: 'extra_leads', value: 10, isCombinable: false })
  const alone = await aBuyerWith(store, VIP)

  const [{ lines: first }, { lines: second }] = [await together.cart(), await alone.cart()]

  expect([first[0].bonusLeads, first[0].offers.length]).toEqual([7, 2])
  expect(second[0]).toMatchObject({ bonusLeads: 10, offers: [{ name: 'Ten alone' }] })
})

test('paying checks line prices before offers, and the total after offers', async () => {
  await addOffer(admin, { value: 50 })
  const buyer = await aBuyerWith(store, VIP)
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
})

test('a refund returns what was paid for each line, to the cent, and lowers the cost of the offer', async () => {
  const made = await addOffer(admin, { name: 'Ten dollars', kind: 'fixed', value: 10 })
  const { body: order } = await aBuyer(store).buy(VIP, PREMIUM, VIP)
  const net = order.lines.map((line: { price: number; discount: number }) =>
    Math.round((line.price - line.discount) * 100),
  )
  const full = await findOffer(admin, made.id)

  const first = await admin.refund(order.id, { lines: [{ lineNumber: 1, isReturned: true }] })
  const afterOne = await findOffer(admin, made.id)
  const above = { lineNumber: 2, amount: (net[1] + 1) / 100, isReturned: false }
  const tooMuch = await admin.refund(order.id, { lines: [above] })
  const rest = await admin.refund(order.id)

  expect(full).toMatchObject({ orders: 1, cost: '10.00' })
  expect(Math.round(Number(first.body.amount) * 100)).toBe(net[0])
  expect(Number(afterOne.cost)).toBeCloseTo(10 - order.lines[0].discount, 6)
  expect(tooMuch.body.code).toBe('refund_too_high')
  expect(rest.body).toMatchObject({ refundedTotal: order.total, status: 'refunded' })
  expect(await findOffer(admin, made.id)).toMatchObject({ orders: 1, cost: '0.00' })
})
