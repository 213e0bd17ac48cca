/** What happens to the leads of owners who opt out: in pools, carts, payments, orders and imports. */
import { describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, aRep, type Buyer, Client } from '#testing/builders.ts'
import { csvRows, deliveryMailsTo, deliveryTokenIn, download, openDelivery } from '#testing/deliveries.ts'
import { addLeads } from '#testing/leads.ts'
import { askToLeaveAlone, giveAddresses, keyAt, leaveStock, ownersOf, propertyAt } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { makeFiles } from './make-files.ts'
import { listDeliveries } from './queries.ts'
import { withdraw } from './withdraw.ts'

// Without extra leads, a package of 20 needs 20.
const store = withStore({}, (opened) => opened.sql`update offers set is_active = false`)
const admin = adminOf(store)
const { boughtWith, buy, expectNoFaults, heldWith, leaveAlone, noticesTo, stock, vip } = ownersOf(store)
const LIST = '/api/admin/fulfilment/shortfalls'
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

test('an order with missing leads is listed for administrators until one of them settles it', async () => {
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
    items: [{ reference: entry.reference, note: '1 of 20 leads is missing' }],
  })
  expect([settled.status, again.status]).toEqual([200, 200])
  expect(await listed(orderId)).toBeUndefined()
  expect(await waiting()).toMatchObject({ count: 0, items: [] })
  expect(log).toMatchObject([{ note: 'Gave $10 back.', subject: expect.stringContaining(entry.reference) }])
})

test('an order with missing leads is listed again if more leads are missing than were settled', async () => {
  const { orderId } = await aShortOrder()
  await settle(orderId, { missing: 1, note: 'Gave $10 back.' })
  await leaveAlone(await boughtWith(orderId))
  // Based on what the administrator saw before that.
  await settle(orderId, { missing: 1, note: 'Gave $10 back.' })
  expect(await listed(orderId)).toMatchObject({ missing: 1 })
  await settle(orderId, { missing: 2, note: 'Gave $10 more back.' })
  expect(await listed(orderId)).toBeUndefined()
})

test('an order with missing leads tells its buyer and the team how many leads are missing', async () => {
  const { buyer, orderId } = await aShortOrder()
  const { reference } = await listed(orderId)
  await store.runJobs()
  const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
  const { body } = await openDelivery(store, deliveryTokenIn(mail))
  const { body: team } = await admin.call('GET', `/api/sales/orders/${reference}/deliveries`)
  expect(mail?.text).toContain('19 leads, as CSV')
  expect(body.packages).toMatchObject([{ leads: 20, missing: 1 }])
  expect(team).toMatchObject([{ leads: 20, missing: 1 }])
  await settle(orderId, { missing: 1, note: 'Done.' })
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
    const notices = await store.sql`select address from opt_out_notices where order_id = ${orderId}`
    expect(notices).toEqual([{ address: null }])
    expect(await store.sql`select address from opt_out_requests where address is not null`).toEqual([])
  })

  test('is removed from the files that its buyer downloads later, with what the buyer wrote about it', async () => {
    const { buyer, bought } = await aDeliveredOrder()
    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
    const url = `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`
    const before = csvRows((await download(store, url)).bytes)
    await store.sql`update order_leads set note = 'Call back' where property_key = ${keyAt(store, bought)}`

    await leaveAlone(bought)

    expect(await store.sql`select lead_id from order_leads where note is not null`).toEqual([])
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
    expect(mail?.text).toContain('19 leads, as CSV')
    expect(mail?.text).toContain('1 lead fewer than you bought')
    const rows = csvRows((await download(store, `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`)).bytes)
    expect(rows).toHaveLength(20)
    expect(rows.flat()).not.toContain(`${bought} Oak Street`)
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
    expect(await store.sql`select cause from suppressions where property_key = ${keyAt(store, bought)}`).toEqual([
      { cause: 'owner' },
    ])
    expect(await noticesTo(buyer)).toHaveLength(1)
    expect(await store.mailsTo(email)).toHaveLength(1)
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
    expect(await store.sql`select email from opt_out_requests where email is not null`).toEqual([])
  })

  test('is not sent if the address got too many emails within the hour, but the property is opted out', async () => {
    const email = 'somebody-else@example.com'
    for (let asked = 1; asked <= 5; asked += 1) await new Client(store).call('POST', '/api/password-reset', { email })
    await leaveAlone(700_001, { email })
    await store.runJobs()
    expect(await store.mailsTo(email)).toEqual([])
    const listed = await store.sql`select cause from suppressions where property_key = ${keyAt(store, 700_001)}`
    expect(listed).toHaveLength(1)
  })
})

const shown = async (): Promise<number> =>
  (await store.sql`select lead_units from packages where package_id = ${vip()}`)[0].lead_units

describe('an opted-out property', () => {
  test('leaves the pool, lowers the stock, and its data is deleted', async () => {
    const [first = 0] = await stock(20)
    const before = await shown()
    await leaveAlone(first)
    expect([before, await shown()]).toEqual([1, 0])
    const [lead] =
      await store.sql`select pool_id, places, ages_at from leads where property_key = ${keyAt(store, first)}`
    expect(lead).toEqual({ pool_id: null, places: 0, ages_at: null })
  })

  test('is removed from every list, however its owner writes the address', async () => {
    const first = 900_001
    for (const leadType of ['vacant', 'landlord'])
      await addLeads(store, vip(leadType), [{ property: first, ageDays: 0 }])
    await giveAddresses(store, [first])

    const reply = await new Client(store).call('POST', '/api/opt-out', {
      ...propertyAt(first),
      street: `  ${first} OAK ST. `,
      city: 'West Lake Hills',
      zip: '78701-1234',
    })
    await leaveStock(store)

    expect(reply.status).toBe(200)
    const leads = await store.sql`select pool_id from leads where property_key = ${keyAt(store, first)}`
    expect(leads).toEqual([{ pool_id: null }, { pool_id: null }])
  })

  test('is replaced in a cart by another lead of the pool, and the cart keeps its package', async () => {
    await stock(21)
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(vip())).body
    const held = await heldWith(holdId)
    await leaveAlone(held)
    const leads =
      await store.sql`select property_key from hold_leads join leads using (lead_id) where hold_id = ${holdId}`
    expect(leads).toHaveLength(20)
    expect(leads).not.toContainEqual({ property_key: keyAt(store, held) })
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  })

  test('stays in a cart if there is no other lead; payment is refused, and it is gone once released', async () => {
    await stock(20)
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(vip())).body
    const held = await heldWith(holdId)

    await leaveAlone(held)
    await expectNoFaults()
    const payment = await buyer.openPayment()
    store.clock.advance(minutes(31))
    await expireHolds(store.ctx)
    await runScheduled(store, 'withdraw-suppressed')

    expect([payment.status, payment.body.code]).toEqual([409, 'too_few_unseen'])
    // The buyer never bought anything; nobody may be told otherwise, nor which property it is.
    expect(payment.body.message).toContain('or its owner asked us to stop selling it')
    expect(payment.body.message).not.toMatch(/you already bought most|oak/i)
    const [lead] = await store.sql`select pool_id, held from leads where property_key = ${keyAt(store, held)}`
    expect(lead).toEqual({ pool_id: null, held: 0 })
  })

  test('whose hold is being paid is not sold, and the money goes back if there is no other lead', async () => {
    await stock(20)
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(vip())).body
    const { body } = await buyer.openPayment()
    await buyer.confirm(body)

    await leaveAlone(await heldWith(holdId))
    const order = await buyer.recordOrder({ paymentId: body.paymentId })

    expect(order.body.status).toBe('refunded')
    await store.runJobs()
    const [mail] = await store.mailsTo(buyer.contactInfo.email)
    expect(mail?.text).toContain('or its owner asked us to stop selling it')
    await runScheduled(store, 'withdraw-suppressed')
  })

  test('is replaced in an order that is not delivered yet', async () => {
    await stock(21)
    const { orderId } = await buy()
    const bought = await boughtWith(orderId)
    await leaveAlone(bought)
    const leads = await store.sql`select property_key, returned_at from order_leads where order_id = ${orderId}`
    expect(leads).toHaveLength(20)
    expect(leads).not.toContainEqual(expect.objectContaining({ property_key: keyAt(store, bought) }))
    expect(await store.sql`select * from lead_shortfalls where order_id = ${orderId}`).toEqual([])
  })

  test('is missing from an undelivered order if there is no other lead, and the shortfall is recorded', async () => {
    await stock(20)
    const { orderId } = await buy()
    await leaveAlone(await boughtWith(orderId))
    await leaveAlone(await boughtWith(orderId))
    const [sold] =
      await store.sql`select count(*)::int as leads from order_leads where order_id = ${orderId} and returned_at is null`
    expect(sold.leads).toBe(18)
    expect(await store.sql`select leads from lead_shortfalls where order_id = ${orderId}`).toEqual([{ leads: 2 }])
  })

  test('imported while it was being withdrawn is removed within a minute', async () => {
    const [first = 0] = await stock(21)
    await leaveAlone(first)
    // Committed after the job ran.
    await addLeads(store, vip('owner'), [{ property: first, ageDays: 0 }])
    await giveAddresses(store, [first])
    await runScheduled(store, 'withdraw-suppressed')
    const leads = await store.sql`select pool_id from leads where property_key = ${keyAt(store, first)}`
    expect(leads).toEqual([{ pool_id: null }, { pool_id: null }])
  })
})

/** Opts out, and runs everything that runs within a minute. */
async function ask(number: number): Promise<void> {
  expect((await askToLeaveAlone(store, number)).status).toBe(200)
  await store.runJobs()
  await runScheduled(store, 'withdraw-suppressed')
}

describe('the shown stock of the last package after an opt-out', () => {
  test('stays for at least 8 hours and falls within 24', async () => {
    const [first = 0] = await stock(20)
    await ask(first)
    expect(await shown()).toBe(1)
    await store.pass(hours(8) - 1, 'withdraw-suppressed')
    expect(await shown()).toBe(1)
    await store.pass(hours(16), 'withdraw-suppressed')
    expect(await shown()).toBe(0)
  })

  test('falls at a different moment for each property', async () => {
    const numbers = await stock(8)
    for (const number of numbers) await askToLeaveAlone(store, number)
    const rows =
      await store.sql`select distinct withdraw_at from suppressions where property_key = any(${numbers.map((number) => keyAt(store, number))})`
    expect(rows.length).toBeGreaterThan(4)
    await leaveStock(store)
  })

  test('is sold without the property if there is another lead', async () => {
    const [first = 0] = await stock(21)
    await ask(first)
    const { orderId } = await buy()
    const leads = await store.sql`select property_key from order_leads where order_id = ${orderId}`
    expect(leads).toHaveLength(20)
    expect(leads).not.toContainEqual({ property_key: keyAt(store, first) })
    await store.runJobs()
    await leaveStock(store)
  })
})

test('an undelivered order loses the property at once', async () => {
  await stock(21)
  const { orderId } = await buy()
  const bought = await boughtWith(orderId)

  expect((await askToLeaveAlone(store, bought)).status).toBe(200)
  // Before the delivery does.
  await withdraw(store.ctx, { propertyKey: keyAt(store, bought) })

  const leads =
    await store.sql`select property_key from order_leads where order_id = ${orderId} and returned_at is null`
  expect(leads).toHaveLength(20)
  expect(leads).not.toContainEqual({ property_key: keyAt(store, bought) })
  await leaveStock(store)
})

describe('an opt-out that is undone', () => {
  const undo = async (number: number, by: Client = admin) => {
    const { street, zip } = propertyAt(number)
    return by.call('POST', '/api/admin/opt-outs/undo', { street, zip, reason: 'The owner never asked.' })
  }

  test('before its leads leave stock changes nothing but the log', async () => {
    const [first = 0] = await stock(20)
    await ask(first)

    const reply = await undo(first)

    expect([reply.status, reply.body]).toEqual([200, { isInStock: true }])
    expect(await store.sql`select from suppressions where property_key = ${keyAt(store, first)}`).toEqual([])
    await store.pass(hours(25), 'withdraw-suppressed')
    const { orderId } = await buy()
    const leads = await store.sql`select property_key from order_leads where order_id = ${orderId}`
    expect(leads).toContainEqual({ property_key: keyAt(store, first) })
    const [entry] = await store.sql`select subject, note from audit_entries where action = 'opt_out_undone'`
    expect(entry).toEqual({ subject: 'A property in 78701', note: 'The owner never asked.' })
  })

  test('can be undone only by administrators', async () => {
    expect((await undo(1, await aRep(store))).status).toBe(403)
  })
})

// Last, for it forgets emails that the others count.
test('after 30 days, only the fingerprint of the property is left of a request', async () => {
  await leaveAlone(600_001, { email: 'long-ago@example.com' })
  await store.runJobs()
  await store.pass(days(31), 'forget-old-rows')
  expect(await store.sql`select * from opt_out_requests`).toEqual([])
  expect(await store.sql`select sent_to from messages where sent_to = 'long-ago@example.com'`).toEqual([])
  expect(await store.sql`select cause from suppressions where property_key = ${keyAt(store, 600_001)}`).toHaveLength(1)
})
