/** What a delivery link shows and gives out, that nothing else does, and who may look besides its buyer. */
import { afterAll, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, anAdmin, aRep, Client, type Reply } from '#testing/builders.ts'
import { chooseCashApp, verifyCashApp } from '#testing/cash-app.ts'
import {
  aBackedPackage,
  aDelivery,
  aSale,
  csvRows,
  deliveryMailsTo,
  deliveryRows,
  download,
  openDelivery,
  orderedLeads,
} from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'
import { workbookRows } from '#testing/workbook-rows.ts'
import { keptUntil } from './make-files.ts'

const store = withStore({}, (opened) => opened.setStock(COUNTED, 900))
const admin = adminOf(store)
afterAll(async () => expect(await findLeadFaults(store.testDatabase.pool)).toEqual([]))

const linesAt = async (token: string, by = new Client(store)) =>
  (await by.call('GET', `/api/order-deliveries/${token}`)).body
const open = (token: string): Promise<Reply> => new Client(store).call('GET', `/api/deliveries/${token}`)
const INVALID = { status: 404, body: { code: 'delivery_link_invalid', message: 'This link is not valid' } }

const looks = () =>
  store.sql`select member_id, subject, note, after from audit_entries where action = 'delivery_looked_at' order by at`

/** As a browser presses it; the file as it came. */
async function look(orderId: string, body: object, who?: Client) {
  const { cookie } = who ?? (await anAdmin(store))
  const reply = await store.app.server.inject({
    method: 'POST',
    url: `/api/admin/fulfilment/${orderId}/1/look`,
    headers: { cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

test('no call for the team reveals the address of a buyer’s page or leads', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))
  const { body: promised } = await chooseCashApp(await aBuyerWith(store, COUNTED), 299)
  const secrets = [order.token, token, promised.orderToken]
  const params: Record<string, string> = { ':orderId': order.id, ':reference': order.reference }
  const paths = ALL_ENDPOINTS.filter(({ method, access }) => method === 'GET' && access !== 'anyone').flatMap(
    ({ path }) => {
      const filled = path.replaceAll(/:\w+/g, (name) => params[name] ?? name)
      return filled.includes(':') ? [] : [filled]
    },
  )

  const replies: string[] = []
  for (const who of [admin, await aRep(store)])
    for (const path of paths.filter((one) => !one.includes('/live')))
      replies.push(JSON.stringify((await who.call('GET', path)).body))
  replies.push(JSON.stringify((await verifyCashApp(admin, promised)).body))

  expect(paths).toContain(`/api/admin/orders/${order.id}`)
  expect(paths).toContain('/api/admin/cash-app-orders')
  expect(replies.join()).toContain(order.reference)
  for (const secret of secrets) expect(replies.filter((reply) => reply.includes(secret))).toEqual([])
})

test('an administrator sees what a buyer got, and the audit log records who looked, at what and why', async () => {
  const { order } = await aDelivery(store, await aBackedPackage(store))
  const before = await deliveryRows(store, order.id)

  const file = await look(order.id, { reason: ' The bank asks. ' })

  expect(file.status).toBe(200)
  expect(csvRows(file.bytes)).toHaveLength(26)
  expect(file.headers).toMatchObject({ 'cache-control': 'no-store' })
  const [me] = await store.sql`select user_id from users where role = 'admin'`
  expect(await looks()).toMatchObject([
    { member_id: me.user_id, subject: expect.stringContaining(order.reference), note: 'The bank asks.' },
  ])
  // The buyer did not download anything.
  expect(await deliveryRows(store, order.id)).toEqual(before)
  expect(await store.sql`select from delivery_downloads where order_id = ${order.id}`).toEqual([])
})

test('an administrator without a reason or a delivery sees nothing and leaves no entry', async () => {
  const { order } = await aSale(store, COUNTED)
  const before = await looks()
  expect((await look(order.id, { reason: ' ' })).status).toBe(400)
  expect((await look(order.id, { reason: 'Curious.' })).status).toBe(409)
  expect((await look(`ord_${'0'.repeat(22)}`, { reason: 'Curious.' })).status).toBe(404)
  expect(await looks()).toEqual(before)
})

test('reps and visitors cannot look', async () => {
  const { order } = await aDelivery(store, await aBackedPackage(store))
  expect((await look(order.id, { reason: 'Curious.' }, await aRep(store))).status).toBe(403)
  expect((await look(order.id, { reason: 'Curious.' }, new Client(store))).status).toBe(401)
})

test('a buyer gets the leads of the order for a tool, without owners who opted out since, and that is a download', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))
  await store.sql`insert into suppressions (property_key, suppressed_at, cause)
     select property_key, now(), 'owner' from order_leads where order_id = ${order.id} order by lead_id limit 1`
  const bad = await download(store, `/api/deliveries/${token}/1/csv?preset=excel`)
  const { status, headers, bytes } = await download(store, `/api/deliveries/${token}/1/csv?preset=hubspot`)

  const [header = [], ...rows] = csvRows(bytes)
  const owners = rows.map((row) => row[header.indexOf('All Owners')])
  const bought = (await orderedLeads(store, order.id)).map(({ owner }) => owner?.replace('; ', ', '))
  expect([bad.status, status, owners.length]).toEqual([400, 200, 24])
  expect(bought).toEqual(expect.arrayContaining(owners))
  expect(headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="${order.reference}-1-vip-[a-z-]+-hubspot\\.csv"$`),
  )
  const downloads = await store.sql`select format from delivery_downloads where order_id = ${order.id}`
  expect(downloads).toEqual([{ format: 'csv' }])
  expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'delivered' }])
})

test('the sample is the same as a CSV file and as a workbook', async () => {
  const { inject } = store.app.server
  const [csv, xlsx] = [await inject('/api/sample-leads/csv'), await inject('/api/sample-leads/xlsx')]
  const cells = workbookRows(xlsx.rawPayload).map((row) => row.map((one) => String(one ?? '')))
  expect(cells).toEqual(csvRows(csv.rawPayload))
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv;charset=utf-8',
    'content-disposition': 'attachment; filename="sample-leads.csv"',
    'cache-control': 'public, max-age=3600',
  })
  expect(xlsx.headers).toMatchObject({
    'content-disposition': 'attachment; filename="sample-leads.xlsx"',
    'cache-control': 'public, max-age=3600',
  })
})

test('files of an order that was paid through a link show only where the desk of its address is open', async () => {
  const packageId = await aBackedPackage(store)
  const contactInfo = { fullName: 'Lia Link', email: 'Lia@Example.com' }
  const rep = await aRep(store)
  await payLink(store, await sendLink(rep, [packageId], { contactInfo }))
  const other = aBuyer(store)
  await other.buy(await aBackedPackage(store))
  await store.runJobs()
  const lia = await aDesk(store, 'lia@example.com')
  const [{ order }] = (await lia.call('GET', '/api/desk/orders')).body
  const tokenFor = async (browser: Client) => (await linesAt(order.token, browser))[0].deliveryToken

  expect(await tokenFor(new Client(store))).toBeNull()
  expect(await tokenFor(rep)).toBeNull()
  expect(await tokenFor(await aDesk(store, other.contactInfo.email))).toBeNull()
  const token = await tokenFor(lia)

  const opened = await openDelivery(store, token)
  expect(opened.body.packages[0].files.map(({ format }: { format: string }) => format).sort()).toEqual(['csv', 'xlsx'])
})

describe('a delivery link', () => {
  test('says whose it is and what it opens, without contact data of the buyer', async () => {
    const { buyer, order, token, email } = await aDelivery(store, await aBackedPackage(store))

    const { status, body, headers } = await open(token)

    expect(status).toBe(200)
    const files = [{ format: 'csv' }, { format: 'xlsx' }]
    const line = { lineNumber: 1, tier: 'vip', leads: 25, note: null, isDownloaded: false, files }
    expect(body).toMatchObject({ reference: order.reference, emailHint: 'b•••@example.com', packages: [line] })
    expect(Date.parse(body.expiresAt) - Date.parse(body.deliveredAt)).toBe(days(30))
    expect(headers['cache-control']).toBe('no-store')
    const text = JSON.stringify(body)
    expect(text).not.toContain(email)
    expect(text).not.toContain(buyer.contactInfo.fullName)
    expect(text).not.toMatch(/Elm St|Owner \d/)
  })

  test('and its files do not outlive the time that the store may keep owner data', () => {
    const now = store.clock.now()
    const until = (deliveryDays: number, leadDays: number) =>
      keptUntil({ ...store.ctx, config: { ...store.ctx.config, deliveryDays, leadDays } }, now).getTime() -
      now.getTime()
    expect(until(365, 92)).toBe(days(92))
    expect(until(30, 92)).toBe(days(30))
  })

  test('does not change when opened; a download is recorded with its file and network', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    const read = async () => (await admin.call('GET', `/api/sales/orders/${order.reference}/deliveries`)).body[0]
    const untouched = await read()

    await open(token)
    const looked = await read()
    await download(store, `/api/deliveries/${token}/1/xlsx`)
    await download(store, `/api/deliveries/${token}/1/csv`)
    const taken = await read()

    expect(looked).toEqual(untouched)
    expect(untouched).toMatchObject({ state: 'sent', downloads: [], downloadCount: 0, deliveredAt: null })
    expect(taken).toMatchObject({
      state: 'delivered',
      downloadCount: 2,
      downloads: [
        { format: 'csv', network: expect.stringMatching(/^[\w-]{12}$/) },
        { format: 'xlsx', network: expect.any(String) },
      ],
    })
    expect((await open(token)).body.packages[0].isDownloaded).toBe(true)
    expect(JSON.stringify(taken)).not.toContain('127.0.0.1')
  })

  test('that is edited, guessed, incomplete or for another page gets the same answer as an unknown one', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    const edited = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const [{ handover_id }] = await store.sql`select handover_id from deliveries where order_id = ${order.id}`
    const odd = [`${token}%0a`, '%F0%9F%98%80', 'A'.repeat(200)]
    for (const wrong of [edited, 'A'.repeat(27), 'x', order.token, handover_id, token.toLowerCase(), ...odd]) {
      const file = await download(store, `/api/deliveries/${wrong}/1/csv`)
      expect(await open(wrong), wrong).toMatchObject(INVALID)
      expect(file.status, wrong).toBe(404)
    }
  })

  test('opens nothing of another order, and no line or file that is not its own', async () => {
    const mine = await aDelivery(store, await aBackedPackage(store))
    const theirs = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store))

    expect((await download(store, `/api/deliveries/${theirs.token}/2/csv`)).status).toBe(200)
    expect((await download(store, `/api/deliveries/${mine.token}/2/csv`)).status).toBe(404)
    expect((await download(store, `/api/deliveries/${mine.token}/1/attached`)).status).toBe(404)
    for (const [own, other] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const rows = csvRows((await download(store, `/api/deliveries/${own.token}/1/csv`)).bytes)
      const known = new Set((await orderedLeads(store, other.order.id)).map(({ address }) => address))
      expect(rows.some(([address = '']) => known.has(address))).toBe(false)
    }
  })

  test('ends after 30 days as if it had never existed, and its files are deleted', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    await store.pass(days(30) - minutes(1), 'forget-old-rows')
    const last = await download(store, `/api/deliveries/${token}/1/csv`)
    await store.pass(minutes(1), 'forget-old-rows')
    expect(last.status).toBe(200)
    expect(await open(token)).toMatchObject(INVALID)
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(404)
    expect(await store.sql`select from delivery_files where order_id = ${order.id}`).toEqual([])
    expect((await linesAt(order.token))[0]).toMatchObject({ state: 'delivered', deliveryToken: null })
  })

  test('is served by a page that is not cached, indexed or passed on as a referrer', async () => {
    const { token } = await aDelivery(store, await aBackedPackage(store))
    const page = await store.app.server.inject(`/delivery/${token}`)
    const hidden = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', ...hidden })
  })

  test('is also on the order’s own page once it exists, except for team members', async () => {
    const { order } = await aSale(store, await aBackedPackage(store))
    const before = await linesAt(order.token)
    await store.runJobs()
    const [after] = await linesAt(order.token)
    const shownToAdmin = await linesAt(order.token, await anAdmin(store))
    expect(before).toMatchObject([{ lineNumber: 1, state: 'waiting', isLate: false, deliveryToken: null }])
    expect(Date.parse(before[0].dueAt) - Date.parse(order.paidAt)).toBe(24 * 3_600_000)
    expect(after).toMatchObject({ state: 'sent', sentAt: expect.any(String) })
    expect((await open(after.deliveryToken)).status).toBe(200)
    expect(shownToAdmin).toMatchObject([{ state: 'sent', deliveryToken: null }])
    expect(await new Client(store).call('GET', `/api/order-deliveries/${'A'.repeat(32)}`)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    })
  })
})

const renew = (by: Client, orderToken: string) => by.call('POST', `/api/order-deliveries/${orderToken}/renew`)

/** A download whose link is over and whose files are deleted. */
async function anExpiredDelivery() {
  const delivery = await aDelivery(store, await aBackedPackage(store))
  const { bytes } = await download(store, `/api/deliveries/${delivery.token}/1/csv`)
  await store.pass(days(31), 'forget-old-rows')
  return { ...delivery, bytes }
}

test('the new link opens the same leads, is mailed, and leaves the time of delivery as it was', async () => {
  const { order, email, token, bytes } = await anExpiredDelivery()
  const [before] = await deliveryRows(store, order.id)
  const desk = await aDesk(store, email)
  expect(await linesAt(order.token, desk)).toMatchObject([{ deliveryToken: null, canRenew: true }])

  const reply = await renew(desk, order.token)
  await store.runJobs()

  expect(reply).toMatchObject({ status: 200, body: [{ canRenew: false, deliveryToken: expect.any(String) }] })
  const [{ deliveryToken }] = reply.body
  expect((await download(store, `/api/deliveries/${deliveryToken}/1/csv`)).bytes.equals(bytes)).toBe(true)
  expect((await openDelivery(store, token)).status).toBe(404)
  const [mail] = await deliveryMailsTo(store, email)
  expect(mail?.text).toContain(`/delivery/${deliveryToken}`)
  const [after] = await deliveryRows(store, order.id)
  expect(after).toMatchObject({ state: 'delivered', sent_at: before?.sent_at, delivered_at: before?.delivered_at })
})

test('asked for five times at once, there is one new link', async () => {
  const { order, email } = await anExpiredDelivery()
  const desk = await aDesk(store, email)
  const replies = await Promise.all(Array.from({ length: 5 }, () => renew(desk, order.token)))
  expect(new Set(replies.map(({ body }) => body[0].deliveryToken)).size).toBe(1)
  expect(await store.sql`select from delivery_handovers where order_id = ${order.id}`).toHaveLength(2)
})

test('without the desk of the order’s address, nothing is renewed or offered', async () => {
  const { order } = await anExpiredDelivery()
  const { email: otherEmail } = await anExpiredDelivery()
  const visitor = new Client(store)
  const other = await aDesk(store, otherEmail)
  expect(await renew(visitor, order.token)).toMatchObject({ status: 401, body: { code: 'desk_closed' } })
  expect(await renew(other, order.token)).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
  expect(await renew(other, 'no-such-token-000000000000')).toMatchObject({ status: 404 })
  for (const by of [visitor, other, await anAdmin(store)])
    expect(await linesAt(order.token, by)).toMatchObject([{ deliveryToken: null, canRenew: false }])
})

test('a refunded package gets no new link', async () => {
  const { order, email } = await anExpiredDelivery()
  await admin.refund(order.id)
  const { body } = await renew(await aDesk(store, email), order.token)
  expect(body).toMatchObject([{ state: 'cancelled', deliveryToken: null, canRenew: false }])
})
