/** Orders with fewer leads than were paid for: the buyer is told, administrators see them until one settles them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aRep, type Buyer, type Client } from '#testing/builders.ts'
import { deliveryMailsTo, deliveryTokenIn, openDelivery } from '#testing/deliveries.ts'
import { ownersOf } from '#testing/opt-outs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const LIST = '/api/admin/fulfilment/shortfalls'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  // So that a package of 20 needs 20 leads.
  await store.testDatabase.pool.query('update offers set is_active = false')
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const { boughtWith, buy, expectNoFaults, leaveAlone, moveOn, stock } = ownersOf(() => store)
beforeEach(moveOn)

/** An order of 20 leads of which one owner asked to be left alone, with no other lead left. */
async function aShortOrder(): Promise<{ buyer: Buyer; orderId: string }> {
  await stock(20)
  const sale = await buy()
  await leaveAlone(await boughtWith(sale.orderId))
  return sale
}

const listed = async (orderId: string) =>
  (await admin.call('GET', LIST)).body.find((entry: { orderId: string }) => entry.orderId === orderId)
const settle = (orderId: string, body: object, who = admin) =>
  who.call('POST', `/api/admin/fulfilment/${orderId}/1/shortfall`, body)
const waiting = async () =>
  (await admin.call('GET', '/api/admin/attention')).body.parts.find(
    ({ kind }: { kind: string }) => kind === 'shortfalls',
  )

describe('an order with missing leads', () => {
  test('is listed for administrators until one of them settles it', async () => {
    const { orderId } = await aShortOrder()
    await store.runJobs()

    const entry = await listed(orderId)
    const before = await waiting()
    const settled = await settle(orderId, { missing: 1, note: ' Gave $10 back. ' })
    const again = await settle(orderId, { missing: 1, note: 'Gave $10 back.' })
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=shortfall_settled')

    expect(entry).toMatchObject({ lineNumber: 1, missing: 1, leads: 20, tier: 'vip', notedAt: expect.any(String) })
    expect(before).toMatchObject({
      count: 1,
      items: [{ words: expect.stringContaining(entry.reference), note: '1 of 20 leads is missing' }],
    })
    expect([settled.status, again.status]).toEqual([200, 200])
    expect(await listed(orderId)).toBeUndefined()
    expect(await waiting()).toMatchObject({ count: 0, items: [] })
    expect(log).toMatchObject([{ note: 'Gave $10 back.', subject: expect.stringContaining(entry.reference) }])
    expect((await admin.call('GET', '/api/admin/lead-shortfalls')).body).toEqual([])
    await expectNoFaults()
  })

  test('is listed again if more leads are missing than were settled', async () => {
    const { orderId } = await aShortOrder()
    await settle(orderId, { missing: 1, note: 'Gave $10 back.' })
    await leaveAlone(await boughtWith(orderId))

    // Based on what the administrator saw before that.
    await settle(orderId, { missing: 1, note: 'Gave $10 back.' })

    expect(await listed(orderId)).toMatchObject({ missing: 1 })
    await settle(orderId, { missing: 2, note: 'Gave $10 more back.' })
    expect(await listed(orderId)).toBeUndefined()
  })

  test('leaves the list when it is refunded', async () => {
    const { orderId } = await aShortOrder()

    const refund = { attemptId: `attempt-${orderId.slice(-12)}`, reason: 'Too few.' }
    await admin.call('POST', `/api/admin/orders/${orderId}/refunds`, refund)

    expect(await listed(orderId)).toBeUndefined()
  })

  test('tells its buyer and the team how many leads are missing', async () => {
    const { buyer, orderId } = await aShortOrder()
    const { reference } = await listed(orderId)
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)

    const { body } = await openDelivery(store, deliveryTokenIn(mail))
    const { body: team } = await admin.call('GET', `/api/sales/orders/${reference}/deliveries`)

    expect(mail?.text).toContain('19 leads in total')
    expect(body.packages).toMatchObject([{ leads: 20, missing: 1 }])
    expect(team).toMatchObject([{ leads: 20, missing: 1 }])
    await settle(orderId, { missing: 1, note: 'Done.' })
  })
})

test('only administrators see and settle shortfalls, and a complete line has none to settle', async () => {
  await stock(20)
  const { orderId } = await buy()
  const rep = await aRep(store)

  expect((await rep.call('GET', LIST)).status).toBe(403)
  expect((await settle(orderId, { missing: 1, note: 'x' }, rep)).status).toBe(403)
  expect((await settle(orderId, { missing: 1, note: 'x' })).body.code).toBe('delivery_unknown')
  expect((await settle(orderId, { missing: 1, note: '  ' })).status).toBe(400)
})
