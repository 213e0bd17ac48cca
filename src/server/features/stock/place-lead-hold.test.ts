/** Packages whose stock follows from leads: held, sold, given back and aged, one step at a time. */
import { afterEach, expect, test } from 'vitest'
import type { HoldId, OrderId } from '#contract/values.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { aBuyer, adminOf, Buyer, openedPayment } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { leadCounties } from '#testing/lead-counties.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'
import { ageLeads, findAgedLeads, moveLeads } from './age-leads.ts'
import { sellLeads } from './consume-hold.ts'
import { pickLeads } from './pick-leads.ts'
import { changePools } from './pools.ts'
import { expireHolds as expireHoldsStatement } from './queries.ts'
import { expireHolds } from './release-hold.ts'
import { returnUnits } from './return-units.ts'

const store = withStore()

const admin = adminOf(store)
const county = leadCounties(store)
const { packageAt, poolAt, stock, shown } = county

const leadsOf = (orderId: string) =>
  store.sql`select from order_leads where order_id = ${orderId} and returned_at is null`

afterEach(() => expectLeadIdentities(store.testDatabase))

const reserveOk = async (buyer: Buyer, packageId: string) => {
  const reply = await buyer.reserve(packageId)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}

test('a package backed by leads shows what its leads can fill, and so does the county page', async () => {
  await stock(packageAt('vip'), 80, 0)

  expect(await Promise.all([20, 30, 50, 100].map((size) => shown(packageAt('vip', size))))).toEqual([3, 2, 1, 0])
  const { state, name } = await store.row`select state, name from counties where fips = ${county.fips}`
  const { body } = await aBuyer(store).call('GET', `/api/packages/${state}/${name}`)
  expect(body).toContainEqual(expect.objectContaining({ id: packageAt('vip'), available: 3 }))
})

test('a package backed by leads picks an offer’s bonus leads too', async () => {
  await stock(packageAt('premium'), 40, 12)
  const buyer = aBuyer(store)
  const { holdId } = await reserveOk(buyer, packageAt('premium'))

  expect(
    await store.row`select h.bonus_leads, count(*)::int as leads from holds h join hold_leads using (hold_id)
      where hold_id = ${holdId} group by 1`,
  ).toEqual({ bonus_leads: 5, leads: 25 })
})

test('a package backed by leads gets its leads back when its hold is released or expires', async () => {
  await stock(packageAt('premier'), 30, 5)
  const before = await shown(packageAt('premier'))
  const buyer = aBuyer(store)
  await reserveOk(buyer, packageAt('premier'))
  await reserveOk(aBuyer(store), packageAt('premier'))
  const held = await shown(packageAt('premier'))
  const released = await buyer.release(packageAt('premier'))
  const between = await shown(packageAt('premier'))
  store.clock.advance(minutes(31))
  await expireHolds(store.ctx)

  expect(held).toBeLessThan(before)
  expect(released.body.available).toBe(between)
  expect(await shown(packageAt('premier'))).toBe(before)
})

test('a count entered by an administrator is refused if stock follows from leads, and a change of many packages skips it', async () => {
  await stock(packageAt('vip'), 30, 0)
  const url = `/api/admin/packages/${packageAt('vip')}/availability`
  const set = await admin.call('PUT', url, { available: 7 })

  expect([set.status, set.body.code]).toEqual([409, 'stock_from_leads'])
  expect(await shown(packageAt('vip'))).toBe(1)
})

test('a VIP lead is sold once: the next buyer finds none, and it is not sold in a later tier either', async () => {
  await stock(packageAt('vip'), 25, 1)
  const first = await aBuyer(store).buy(packageAt('vip'))
  const second = await aBuyer(store).reserve(packageAt('vip'))
  store.clock.advance(days(12))
  await ageLeads(store.ctx)
  const later = await aBuyer(store).reserve(packageAt('premium'))

  expect(first.body.status).toBe('completed')
  expect([second.body.code, later.body.code]).toEqual(['out_of_stock', 'out_of_stock'])
})

test('a VIP lead held when its time in the tier ends stays with its hold and is offered to no one else', async () => {
  await stock(packageAt('vip'), 25, 2.99)
  const buyer = aBuyer(store)
  await reserveOk(buyer, packageAt('vip'))
  store.clock.advance(minutes(20))
  await ageLeads(store.ctx)
  const asPremier = await shown(packageAt('premier'))
  const order = await buyer.buy()

  expect(asPremier).toBe(0)
  expect(order.body.status).toBe('completed')
  await ageLeads(store.ctx)
  expect(await shown(packageAt('premier'))).toBe(0)
})

test('a refund returns the leads of the order if they were not delivered, and their caps stay', async () => {
  await stock(packageAt('vip'), 25, 0)
  const order = await aBuyer(store).buy(packageAt('vip'))
  expect(await leadsOf(order.body.id)).toHaveLength(25)
  const refund = await admin.refund(order.body.id)

  expect(refund.status, JSON.stringify(refund.body)).toBe(200)
  expect(await leadsOf(order.body.id)).toEqual([])
  expect(await shown(packageAt('vip'))).toBe(1)
})

test('a buyer never gets a property twice, in one order or in the next', async () => {
  await stock(packageAt('standard'), 75, 40)
  const buyer = aBuyer(store)
  const first = await buyer.buy(packageAt('standard'), packageAt('standard'))
  const second = await buyer.buy(packageAt('standard'))

  expect(
    await store.row`select count(*)::int as leads, count(distinct property_key)::int as properties from order_leads
      where buyer_key in (select buyer_key from order_leads where order_id = any(${[first.body.id, second.body.id]}))`,
  ).toEqual({ leads: 75, properties: 75 })
})

test('a buyer whose cart holds leads of a list is told if too few others are left, and another buyer gets them', async () => {
  await stock(packageAt('standard'), 45, 40)
  const buyer = aBuyer(store)
  await reserveOk(buyer, packageAt('standard'))
  const second = await buyer.reserve(packageAt('standard'))

  expect([second.status, second.body.code]).toEqual([409, 'leads_in_cart'])
  // Of the other list, the cart holds nothing: those leads are over, and no one has swept them yet.
  await stock(packageAt('vip', 20, 'owner'), 25, 2.99)
  store.clock.advance(minutes(20))
  expect((await buyer.reserve(packageAt('vip', 20, 'owner'))).body.code).toBe('out_of_stock')
  await reserveOk(aBuyer(store), packageAt('standard'))
})

test('a buyer who has too many of them is told before paying, or gets others if enough are left', async () => {
  await stock(packageAt('standard'), 45, 40)
  const buyer = aBuyer(store)
  await buyer.buy(packageAt('standard'))
  const again = new Buyer(store, buyer.contactInfo.email)
  const { holdId } = await reserveOk(again, packageAt('standard'))
  await aDesk(store, again.contactInfo.email, again)
  const refused = await again.openPayment()
  await stock(packageAt('standard'), 5, 41)
  const payment = await again.openPayment()
  const order = await again.pay(payment.body)

  expect([refused.status, refused.body.code]).toEqual([409, 'too_few_unseen'])
  expect(refused.body.message).toContain('Standard Junior Package')
  expect(refused.body.details).toEqual({ holdIds: [holdId] })
  expect(order.body.status).toBe('completed')
  expect(await leadsOf(order.body.id)).toHaveLength(25)
})

test('a buyer who has all of them already is refunded, and no one gets the leads', async () => {
  await stock(packageAt('standard'), 25, 40)
  const buyer = aBuyer(store)
  const first = await buyer.buy(packageAt('standard'))
  const before = await shown(packageAt('standard'))
  const again = new Buyer(store, buyer.contactInfo.email)
  await reserveOk(again, packageAt('standard'))
  // Both payments were open before either was made.
  await store.sql`update order_leads set buyer_key = 'hidden ' || buyer_key`
  const payment = await again.openPayment()
  await store.sql`update order_leads set buyer_key = replace(buyer_key, 'hidden ', '')`
  const second = await again.pay(payment.body)

  expect(await leadsOf(first.body.id)).toHaveLength(25)
  expect(second.body.status).toBe('refunded')
  expect(await leadsOf(second.body.id)).toEqual([])
  expect(await shown(packageAt('standard'))).toBe(before)
})

test('a lead whose time, hold or sale ends while something else happens to it is no longer held in the tier, however late its pool learns of it', async () => {
  await stock(packageAt('vip'), 25, 2.99)
  store.clock.advance(minutes(20))
  const late = await aBuyer(store).reserve(packageAt('vip'))
  await ageLeads(store.ctx)
  const moved = await aBuyer(store).reserve(packageAt('premier'))

  expect([late.status, late.body.code]).toEqual([409, 'out_of_stock'])
  expect(moved.status).toBe(200)
})

test('a lead whose time, hold or sale ends while something else happens to it stays where it is if it was renewed after it was read', async () => {
  await stock(packageAt('vip'), 25, 2.99)
  store.clock.advance(minutes(20))
  const aged = await findAgedLeads(store.ctx, 100)
  const now = store.clock.now()
  await store.sql`update leads set acquired_at = ${now}, ages_at = ${new Date(now.getTime() + days(3))} where pool_id = ${poolAt('vip')}`
  let moved = 0
  await inTransaction(store.ctx, (tx) =>
    changePools(tx, [poolAt('vip'), poolAt('premier')], async () => {
      const done = await moveLeads(tx, aged)
      moved = done.leads
      return done
    }),
  )

  expect(aged).toHaveLength(25)
  expect(moved).toBe(0)
  expect([await shown(packageAt('vip')), await shown(packageAt('premier'))]).toEqual([1, 0])
})

test('a lead whose time, hold or sale ends while something else happens to it can go to an order again that gave it back', async () => {
  await stock(packageAt('vip'), 25, 0)
  const { body: order } = await aBuyer(store).buy(packageAt('vip'))
  const orderId = order.id as OrderId
  const { hold_id: holdId, buyer_key: buyerKey } =
    await store.row`select hold_id, buyer_key from order_leads where order_id = ${orderId} limit 1`
  await inTransaction(store.ctx, (tx) => returnUnits(store.ctx, tx, [holdId as HoldId]))
  await inTransaction(store.ctx, (tx) =>
    changePools(tx, [poolAt('vip')], async (pools) => {
      const { moved } = await pickLeads(store.ctx, tx, {
        holdId,
        pools,
        poolId: poolAt('vip'),
        count: 25,
        beside: [],
        buyerKey,
      })
      await sellLeads(store.ctx, tx, { holdIds: [holdId], orderId, buyerKey })
      return { moved }
    }),
  )

  expect(await leadsOf(orderId)).toHaveLength(25)
  expect(await shown(packageAt('vip'))).toBe(0)
})

test('a lead whose time, hold or sale ends while something else happens to it is there for a late payment of its own hold before they go back on sale', async () => {
  await stock(packageAt('vip'), 25, 0)
  const { buyer, payment } = await openedPayment(store, packageAt('vip'))
  store.clock.advance(minutes(31))
  // The node that ended the hold died before it gave the leads back.
  await store.database.run(expireHoldsStatement, { now: store.clock.now(), limit: 1_000 })
  const order = await buyer.pay(payment)

  expect(order.body.status).toBe('completed')
})

const standard = (size: number) => packageAt('standard', size)
/** Leads of different ages, freshest first. */
const stockByAge = (count: number) => stock(standard(20), count, (index) => 40 + index / 100)

/** Holds a package for a buyer. @returns which leads that sets aside; 0 is the freshest */
async function placesHeld(buyer: Buyer, packageId: string): Promise<number[]> {
  const { holdId } = await reserveOk(buyer, packageId)
  const rows = await store.sql`select place from hold_leads join (
       select lead_id, (row_number() over (order by acquired_at desc, lead_id))::int - 1 as place from leads where fips = ${county.fips}
     ) leads using (lead_id) where hold_id = ${holdId} order by place`
  return rows.map(({ place }) => place)
}
/** The store's own offer adds five. */
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('each cart gets the freshest leads in the fewest carts, and returned leads go first again', async () => {
  await stockByAge(120)
  const ada = aBuyer(store)
  expect(await placesHeld(ada, standard(50))).toEqual(range(0, 55))
  expect(await placesHeld(aBuyer(store), standard(20))).toEqual(range(55, 25))
  await ada.release(standard(50))
  expect(await placesHeld(aBuyer(store), standard(20))).toEqual(range(0, 25))
  expect(await placesHeld(aBuyer(store), standard(50))).toEqual([...range(25, 30), ...range(80, 25)])

  // The last that no one holds, and the first of the next round.
  expect(await placesHeld(aBuyer(store), standard(20))).toEqual([...range(0, 10), ...range(105, 15)])
})

test('sold leads come after unsold ones, even if no one holds them anymore', async () => {
  await stockByAge(120)
  await aBuyer(store).buy(standard(50))
  expect(await placesHeld(aBuyer(store), standard(50))).toEqual(range(55, 55))
  expect(await placesHeld(aBuyer(store), standard(20))).toEqual([...range(0, 15), ...range(110, 10)])
})

test('of 40 buyers for 7 packages of leads, 7 get a hold with all its leads', async () => {
  const packageId = packageAt('vip')
  await stock(packageId, 7 * 25 + 3, 0)
  const units = await shown(packageId)
  const buyers = Array.from({ length: 40 }, () => aBuyer(store))
  const replies = await Promise.all(buyers.map((buyer) => buyer.reserve(packageId)))
  const winners = buyers.filter((_, index) => replies[index]?.status === 200)
  const orders = await Promise.all(winners.map((buyer) => buyer.buy()))

  expect(winners.length).toBe(units)
  expect(orders.map(({ body }) => body.status)).toEqual(winners.map(() => 'completed'))
})

test('a buyer who pays two orders in two browsers at once gets no property twice', async () => {
  const packageId = packageAt('standard')
  await stock(packageId, 60, 40)
  const buyers = [aBuyer(store), aBuyer(store), aBuyer(store)]
  for (const buyer of buyers) Object.assign(buyer.contactInfo, { email: 'same@example.com' })
  const payments: string[] = []
  for (const buyer of buyers) {
    await buyer.reserve(packageId)
    const { body } = await buyer.openPayment()
    await buyer.confirm(body)
    payments.push(body.paymentId)
  }
  const orders = await Promise.all(buyers.map((buyer, index) => buyer.recordOrder({ paymentId: payments[index] })))

  expect(orders.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(orders.map(({ body }) => body.status).sort()).toEqual(['completed', 'completed', 'refunded'])
})
