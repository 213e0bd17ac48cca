/** Packages whose stock follows from leads: held, sold, given back and aged, one step at a time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Buyer } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { ageLeads } from './age-leads.ts'
import { expireHolds } from './release-hold.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

let counties = 0
let fips = ''
let properties = 0
beforeEach(() => {
  counties += 1
  fips = String(48_001 + counties * 2)
})

const packageAt = (tier: string, size = 20, leadType = 'vacant') => `${fips}-${leadType}-${tier}-${size}`

/** New leads of one age, each of its own property. */
async function stock(packageId: string, count: number, ageDays: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index + 1, ageDays }))
  properties += count
  await addLeads(store, packageId, leads)
}

async function shown(packageId: string): Promise<number> {
  const { rows } = await store.testDatabase.pool.query('select lead_units from packages where package_id = $1', [
    packageId,
  ])
  return rows[0].lead_units
}

async function leadsOf(orderId: string): Promise<string[]> {
  const { rows } = await store.testDatabase.pool.query(
    'select property_key from order_leads where order_id = $1 and returned_at is null order by 1',
    [orderId],
  )
  return rows.map((row) => row.property_key)
}

async function expectNoFaults(): Promise<void> {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(store.testDatabase.pool)).toEqual([])
  await expectStockIdentities(store.testDatabase)
}

const reserveOk = async (buyer: Buyer, packageId: string) => {
  const reply = await buyer.reserve(packageId)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}

describe('a package backed by leads', () => {
  test('shows what its leads can fill, and so does the county page', async () => {
    await stock(packageAt('vip'), 80, 0)

    expect(await Promise.all([20, 30, 50, 100].map((size) => shown(packageAt('vip', size))))).toEqual([3, 2, 1, 0])
    const { rows } = await store.testDatabase.pool.query('select state, name from counties where fips = $1', [fips])
    const reply = await aBuyer(store).call('GET', `/api/packages/${rows[0].state}/${rows[0].name}`)
    const available = reply.body.find((one: { id: string }) => one.id === packageAt('vip')).available
    expect(available).toBe(3)
    await expectNoFaults()
  })

  test('picks an offer’s bonus leads too', async () => {
    await stock(packageAt('premium'), 40, 12)
    const buyer = aBuyer(store)

    const { holdId } = await reserveOk(buyer, packageAt('premium'))

    const { rows } = await store.testDatabase.pool.query(
      'select h.bonus_leads, count(*)::int as leads from holds h join hold_leads using (hold_id) where hold_id = $1 group by 1',
      [holdId],
    )
    expect(rows[0]).toEqual({ bonus_leads: 5, leads: 25 })
    await expectNoFaults()
  })

  test('gets its leads back when its hold is released or expires', async () => {
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
    await expectNoFaults()
  })
})

describe('a count entered by an administrator', () => {
  test('is refused if stock follows from leads, and a change of many packages skips it', async () => {
    await stock(packageAt('vip'), 30, 0)
    const admin = await anAdmin(store)

    const url = `/api/admin/packages/${packageAt('vip')}/availability`
    const set = await admin.call('PUT', url, { available: 7 })

    expect([set.status, set.body.code]).toEqual([409, 'stock_from_leads'])
    expect(await shown(packageAt('vip'))).toBe(1)
    await expectNoFaults()
  })
})

describe('a VIP lead', () => {
  test('is sold once: the next buyer finds none, and it is not sold in a later tier either', async () => {
    await stock(packageAt('vip'), 25, 1)
    const first = await aBuyer(store).buy(packageAt('vip'))

    const second = await aBuyer(store).reserve(packageAt('vip'))
    store.clock.advance(days(12))
    await ageLeads(store.ctx)
    const later = await aBuyer(store).reserve(packageAt('premium'))

    expect(first.body.status).toBe('completed')
    expect([second.body.code, later.body.code]).toEqual(['out_of_stock', 'out_of_stock'])
    await expectNoFaults()
  })

  test('held when its time in the tier ends stays with its hold and is offered to no one else', async () => {
    await stock(packageAt('vip'), 25, 2.99)
    const buyer = aBuyer(store)
    await reserveOk(buyer, packageAt('vip'))

    store.clock.advance(minutes(20))
    await ageLeads(store.ctx)
    const asPremier = await shown(packageAt('premier'))
    const payment = await buyer.openPayment()
    await buyer.confirm(payment.body)
    const order = await buyer.recordOrder({ paymentId: payment.body.paymentId })

    expect(asPremier).toBe(0)
    expect(order.body.status).toBe('completed')
    await ageLeads(store.ctx)
    expect(await shown(packageAt('premier'))).toBe(0)
    await expectNoFaults()
  })

  test('that no one bought becomes Premier on its third day', async () => {
    await stock(packageAt('vip'), 25, 2.99)

    store.clock.advance(minutes(30))
    await ageLeads(store.ctx)

    expect([await shown(packageAt('vip')), await shown(packageAt('premier'))]).toEqual([0, 3])
    await expectNoFaults()
  })
})

describe('a refund', () => {
  test('returns the leads of the order if they were not delivered, and their caps stay', async () => {
    await stock(packageAt('vip'), 25, 0)
    const admin = await anAdmin(store)
    const order = await aBuyer(store).buy(packageAt('vip'))
    expect(await leadsOf(order.body.id)).toHaveLength(25)

    const refund = await admin.call('POST', `/api/admin/orders/${order.body.id}/refunds`, {
      attemptId: 'attempt-refund-1',
      reason: 'Wrong county.',
    })

    expect(refund.status, JSON.stringify(refund.body)).toBe(200)
    expect(await leadsOf(order.body.id)).toEqual([])
    expect(await shown(packageAt('vip'))).toBe(1)
    await expectNoFaults()
  })
})

describe('a buyer', () => {
  test('never gets a property twice, in one order or in the next', async () => {
    await stock(packageAt('standard'), 75, 40)
    const buyer = aBuyer(store)

    const first = await buyer.buy(packageAt('standard'), packageAt('standard'))
    const second = await buyer.buy(packageAt('standard'))

    const { rows } = await store.testDatabase.pool.query(
      'select count(*)::int as leads, count(distinct property_key)::int as properties from order_leads where buyer_key in (select buyer_key from order_leads where order_id = any($1))',
      [[first.body.id, second.body.id]],
    )
    expect(rows[0]).toEqual({ leads: 75, properties: 75 })
    await expectNoFaults()
  })

  test('whose cart holds leads of a list is told if too few others are left, and another buyer gets them', async () => {
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
    await expectNoFaults()
  })

  test('who has too many of them is told before paying, or gets others if enough are left', async () => {
    await stock(packageAt('standard'), 45, 40)
    const buyer = aBuyer(store)
    await buyer.buy(packageAt('standard'))
    const again = aBuyer(store)
    Object.assign(again.contactInfo, buyer.contactInfo)
    const { holdId } = await reserveOk(again, packageAt('standard'))
    await aDesk(store, again.contactInfo.email, again)

    const refused = await again.openPayment()
    await expectNoFaults()
    await stock(packageAt('standard'), 5, 41)
    const payment = await again.openPayment()
    await again.confirm(payment.body)
    const order = await again.recordOrder({ paymentId: payment.body.paymentId })

    expect([refused.status, refused.body.code]).toEqual([409, 'too_few_unseen'])
    expect(refused.body.message).toContain('Standard Junior Package')
    expect(refused.body.details).toEqual({ holdIds: [holdId] })
    expect(order.body.status).toBe('completed')
    expect(await leadsOf(order.body.id)).toHaveLength(25)
    await expectNoFaults()
  })

  test('who has all of them already is refunded, and no one gets the leads', async () => {
    await stock(packageAt('standard'), 25, 40)
    const buyer = aBuyer(store)
    const first = await buyer.buy(packageAt('standard'))
    const before = await shown(packageAt('standard'))
    const again = aBuyer(store)
    Object.assign(again.contactInfo, buyer.contactInfo)

    await reserveOk(again, packageAt('standard'))
    // Both payments were open before either was made.
    await store.testDatabase.pool.query(`update order_leads set buyer_key = 'hidden ' || buyer_key`)
    const payment = await again.openPayment()
    await store.testDatabase.pool.query(`update order_leads set buyer_key = replace(buyer_key, 'hidden ', '')`)
    await again.confirm(payment.body)
    const second = await again.recordOrder({ paymentId: payment.body.paymentId })

    expect(await leadsOf(first.body.id)).toHaveLength(25)
    expect(second.body.status).toBe('refunded')
    expect(await leadsOf(second.body.id)).toEqual([])
    expect(await shown(packageAt('standard'))).toBe(before)
    await expectNoFaults()
  })
})
