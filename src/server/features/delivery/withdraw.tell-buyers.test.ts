/** Owners who opt out when someone already has their property: who is told what, what is kept, and orders that are short. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import { days } from '#server/platform/clock.ts'
import { anAdmin, aRep, type Buyer, Client } from '#testing/builders.ts'
import { csvRows, deliveryMailsTo, deliveryTokenIn, download, openDelivery } from '#testing/deliveries.ts'
import { askToLeaveAlone, keyAt, leaveStock, ownersOf } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { makeFiles } from './make-files.ts'
import { listDeliveries } from './queries.ts'

const LIST = '/api/admin/fulfilment/shortfalls'
let admin: Client
const store = withStore({}, async (opened) => {
  // So that a package of 20 needs 20 leads.
  await opened.testDatabase.pool.query('update offers set is_active = false')
  admin = await anAdmin(opened)
})

const { boughtWith, buy, expectNoFaults, leaveAlone, moveOn, noticesTo, query, stock } = ownersOf(() => store)
beforeEach(moveOn)

/** An order of 20 leads of which one owner asked to be left alone, with no other lead left. */
async function aShortOrder(): Promise<{ buyer: Buyer; orderId: string }> {
  await stock(20)
  const sale = await buy()
  await leaveAlone(await boughtWith(sale.orderId))
  return sale
}

/** An order of 20 leads that was delivered, and a property that its buyer has by that. */
async function aDeliveredOrder() {
  await stock(20)
  const sale = await buy()
  await store.runJobs()
  return { ...sale, bought: await boughtWith(sale.orderId) }
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

describe('an opted-out property that was sold', () => {
  test('stays sold, and its buyer gets one email asking to remove it, with the address', async () => {
    const { buyer, orderId, bought } = await aDeliveredOrder()
    await leaveAlone(bought)
    await leaveAlone(bought)
    await store.runJobs()

    const mails = await noticesTo(buyer)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`${bought} Oak Street, Austin, 78701`)
    const notices = await query('select address from opt_out_notices where order_id = $1', [orderId])
    expect(notices).toEqual([{ address: null }])
    expect(await query('select address from opt_out_requests where address is not null')).toEqual([])
    await expectNoFaults()
  })

  test('is removed from the files that its buyer downloads later', async () => {
    const { buyer, bought } = await aDeliveredOrder()
    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
    const url = `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`
    const before = csvRows((await download(store, url)).bytes)

    await leaveAlone(bought)

    const after = csvRows((await download(store, url)).bytes)
    expect(before.flat()).toContain(`${bought} Oak Street`)
    expect(after.flat()).not.toContain(`${bought} Oak Street`)
    expect(after).toHaveLength(21)
    expect(after.flat().filter((cell) => cell.startsWith('Withdrawn'))).toHaveLength(1)
  })

  test('is removed from files that were made but not sent when a worker died', async () => {
    await stock(20)
    const { buyer, orderId } = await buy()
    const bought = await boughtWith(orderId)
    const order = await findOrder(store.ctx, orderId as OrderId)
    const [line] = await store.database.run(listDeliveries, { orderId })
    if (!order || !line) throw new Error('an order that was paid has a delivery')
    await makeFiles(store.ctx, order, line, store.ctx.database)

    await leaveAlone(bought)
    await store.runJobs()

    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
    expect(mail?.text).toContain('19 leads in total')
    expect(mail?.text).toContain('1 lead fewer than you bought')
    const rows = csvRows((await download(store, `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`)).bytes)
    expect(rows).toHaveLength(20)
    expect(rows.flat()).not.toContain(`${bought} Oak Street`)
    await expectNoFaults()
  })

  test('opted out ten times at once makes one list entry, one email to the buyer and one receipt', async () => {
    const { buyer, bought } = await aDeliveredOrder()
    const email = `owner${bought}@example.com`

    const asks = Array.from({ length: 10 }, (_, index) => askToLeaveAlone(store, bought, index < 3 ? { email } : {}))
    const replies = await Promise.all(asks)
    await Promise.all([store.runJobs(), store.runJobs()])
    await Promise.all([leaveStock(store), leaveStock(store)])
    await store.runJobs()

    expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
    expect(await query('select cause from suppressions where property_key = $1', [keyAt(store, bought)])).toEqual([
      { cause: 'owner' },
    ])
    expect(await noticesTo(buyer)).toHaveLength(1)
    expect(await store.mailsTo(email)).toHaveLength(1)
    await expectNoFaults()
  })
})

describe('an opt-out receipt', () => {
  test('goes to the given address, does not repeat what was typed, and the address is deleted', async () => {
    const email = 'quiet-owner@example.com'
    await leaveAlone(987_654, { city: 'Win A Prize', email })
    await store.runJobs()
    const [mail] = await store.mailsTo(email)
    expect(mail?.subject).toBe('Your property is off our lists')
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/987654|oak|prize/i)
    expect(await query('select email from opt_out_requests where email is not null')).toEqual([])
  })

  test('is not sent if the address got too many emails within the hour, but the property is opted out', async () => {
    const email = 'somebody-else@example.com'
    for (let asked = 1; asked <= 5; asked += 1) await new Client(store).call('POST', '/api/password-reset', { email })
    await leaveAlone(700_001, { email })
    await store.runJobs()
    expect(await store.mailsTo(email)).toEqual([])
    const listed = await query('select cause from suppressions where property_key = $1', [keyAt(store, 700_001)])
    expect(listed).toHaveLength(1)
  })
})

test('after 30 days, only the fingerprint of the property is left of a request', async () => {
  await leaveAlone(600_001, { email: 'long-ago@example.com' })
  await store.runJobs()
  store.clock.advance(days(31))
  await runScheduled(store, 'forget-old-rows')
  expect(await query('select * from opt_out_requests')).toEqual([])
  const logged = `select sent_to from messages where sent_to = 'long-ago@example.com'`
  expect(await query(logged)).toEqual([])
  expect(await query('select cause from suppressions where property_key = $1', [keyAt(store, 600_001)])).toHaveLength(1)
})
