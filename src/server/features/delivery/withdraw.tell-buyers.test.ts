/** Owners who opt out when someone already has their property: who is told what, and what is kept. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import { withdrawProperty } from '#server/features/stock/withdraw-property.ts'
import { days } from '#server/platform/clock.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { csvRows, deliveryMailsTo, deliveryTokenIn, download } from '#testing/deliveries.ts'
import { findMessages } from '#testing/message-log.ts'
import { askToLeaveAlone, keyAt, leaveStock, ownersOf } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { deliverLeads, renewFiles } from './deliver-leads.ts'
import { makeFiles } from './make-files.ts'
import { listDeliveries } from './queries.ts'
import { withdraw } from './withdraw.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  // So that a package of 20 needs 20 leads.
  await store.testDatabase.pool.query('update offers set is_active = false')
})
afterAll(() => store.close())

const { boughtWith, buy, expectNoFaults, leaveAlone, moveOn, noticesTo, query, stock } = ownersOf(() => store)
beforeEach(moveOn)

describe('an opted-out property that was sold', () => {
  test('stays sold, and its buyer gets one email asking to remove it, with the address', async () => {
    await stock(20)
    const { buyer, orderId } = await buy()
    await store.runJobs()
    const bought = await boughtWith(orderId)

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

  test('appears in the message log of its order', async () => {
    await stock(20)
    const { orderId } = await buy()
    await store.runJobs()
    await leaveAlone(await boughtWith(orderId))

    const [{ reference }] = await query('select reference from orders where order_id = $1', [orderId])
    const told = await findMessages(await anAdmin(store), reference, '&kind=opt_out_notice')

    expect(told).toMatchObject([{ about: `Order ${reference}` }])
  })

  test('is removed from the files that its buyer downloads later', async () => {
    await stock(20)
    const { buyer, orderId } = await buy()
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
    const url = `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`
    const bought = await boughtWith(orderId)
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
    await makeFiles(store.ctx, order, line)

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

  test('replaced while its file is made: the file has the other lead, which counts as delivered', async () => {
    await stock(21)
    const { orderId } = await buy()
    const bought = await boughtWith(orderId)
    const propertyKey = keyAt(store, bought)
    const isWaiting = async () =>
      (await query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%order_leads%'`)).length
    let delivering: Promise<void> = Promise.resolve()
    let sales: Parameters<typeof renewFiles>[1] = []

    await askToLeaveAlone(store, bought)
    await withdrawProperty(store.ctx, { propertyKey, part: 'all' }, async (_tx, withdrawn) => {
      sales = withdrawn.sales
      // It reads what the order owns before this transaction ends, and waits for it.
      delivering = deliverLeads(store.ctx, orderId as OrderId)
      await expect.poll(isWaiting).toBe(1)
    })
    await renewFiles(store.ctx, sales)
    await delivering

    const [file] = await query(`select bytes from delivery_files where order_id = $1 and format = 'csv'`, [orderId])
    const leads = await query('select from order_leads where order_id = $1 and delivered_at is not null', [orderId])
    expect([csvRows(file.bytes).length - 1, leads.length]).toEqual([20, 20])
  })

  test('is named as the owner wrote it if its details were deleted earlier', async () => {
    await stock(20)
    const { buyer, orderId } = await buy()
    await store.runJobs()
    const bought = await boughtWith(orderId)
    await query('delete from lead_details')
    // An administrator opted it out first, without knowing the address.
    await query(`insert into suppressions (property_key, suppressed_at, cause) values ($1, $2, 'administrator')`, [
      keyAt(store, bought),
      store.clock.now(),
    ])
    await withdraw(store.ctx, { propertyKey: keyAt(store, bought) })
    expect(await noticesTo(buyer)).toEqual([])

    await leaveAlone(bought)
    await store.runJobs()

    const [mail] = await noticesTo(buyer)
    expect(mail?.text).toContain(`${bought} OAK ST, 78701`)
    await expectNoFaults()
  })

  test('opted out 50 times at once makes one list entry, one email to the buyer and one receipt', async () => {
    await stock(20)
    const { buyer, orderId } = await buy()
    await store.runJobs()
    const bought = await boughtWith(orderId)
    const email = `owner${bought}@example.com`

    const asks = Array.from({ length: 50 }, (_, index) => askToLeaveAlone(store, bought, index < 3 ? { email } : {}))
    const replies = await Promise.all(asks)
    await Promise.all([store.runJobs(), store.runJobs()])
    await Promise.all([leaveStock(store), leaveStock(store)])
    await store.runJobs()

    expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
    expect(await query('select cause from suppressions where property_key = $1', [keyAt(store, bought)])).toEqual([
      { cause: 'owner' },
    ])
    const mails = await noticesTo(buyer)
    expect(mails).toHaveLength(1)
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
