/** What a delivery link shows and gives out, and that nothing else does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { anAdmin, Client, type Reply } from '#testing/builders.ts'
import { aBackedPackage, aDelivery, aSale, csvRows, download, orderedLeads } from '#testing/deliveries.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { keptUntil } from './make-files.ts'

const COUNTED = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(COUNTED, 900)
})
afterAll(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  await store.close()
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const linesAt = async (token: string) => (await new Client(store).call('GET', `/api/order-deliveries/${token}`)).body
const open = (token: string): Promise<Reply> => new Client(store).call('GET', `/api/deliveries/${token}`)
const INVALID = { status: 404, body: { code: 'delivery_link_invalid', message: 'This link is not valid' } }

describe('a delivery link', () => {
  test('says whose it is and what it opens, without contact data of the buyer', async () => {
    const { buyer, order, token, email } = await aDelivery(store, await aBackedPackage(store))

    const { status, body, headers } = await open(token)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      reference: order.reference,
      emailHint: 'b•••@example.com',
      packages: [
        {
          lineNumber: 1,
          tier: 'vip',
          leads: 25,
          note: null,
          isDownloaded: false,
          files: [{ format: 'csv' }, { format: 'xlsx' }],
        },
      ],
    })
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
    const admin = await anAdmin(store)
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
    const [{ handover_id }] = (await query('select handover_id from deliveries where order_id = $1', [order.id])) as [
      { handover_id: string },
    ]

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
    const rows = csvRows((await download(store, `/api/deliveries/${mine.token}/1/csv`)).bytes)
    const known = new Set((await orderedLeads(store, theirs.order.id)).map(({ address }) => address))
    expect(rows.some(([address = '']) => known.has(address))).toBe(false)
  })

  test('ends after 30 days as if it had never existed, and its files are deleted', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))

    store.clock.advance(days(30) - minutes(1))
    await runScheduled(store, 'forget-old-rows')
    const last = await download(store, `/api/deliveries/${token}/1/csv`)
    store.clock.advance(minutes(1))
    await runScheduled(store, 'forget-old-rows')

    expect(last.status).toBe(200)
    expect(await open(token)).toMatchObject(INVALID)
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(404)
    expect(await query('select from delivery_files where order_id = $1', [order.id])).toEqual([])
    expect((await linesAt(order.token))[0]).toMatchObject({ state: 'delivered', deliveryToken: null })
  })

  test('is served by a page that is not cached, indexed or passed on as a referrer', async () => {
    const { token } = await aDelivery(store, await aBackedPackage(store))

    const page = await store.app.server.inject(`/delivery/${token}`)

    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  test('is also on the order’s own page once it exists', async () => {
    const { order } = await aSale(store, await aBackedPackage(store))
    const before = await linesAt(order.token)

    await store.runJobs()
    const [after] = await linesAt(order.token)

    expect(before).toMatchObject([{ lineNumber: 1, state: 'waiting', isLate: false, deliveryToken: null }])
    expect(Date.parse(before[0].dueAt) - Date.parse(order.paidAt)).toBe(24 * 3_600_000)
    expect(after).toMatchObject({ state: 'sent', sentAt: expect.any(String) })
    expect((await open(after.deliveryToken)).status).toBe(200)
    expect(await new Client(store).call('GET', `/api/order-deliveries/${'A'.repeat(32)}`)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    })
  })
})
