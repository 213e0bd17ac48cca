/** Downloads of a delivery for a tool. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILE_PRESET_LIST } from '#contract/delivery/file-presets.ts'
import { anAdmin } from '#testing/builders.ts'
import { aBackedPackage, aDelivery, csvRows, deliveryRows, download, orderedLeads } from '#testing/deliveries.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

const downloadsOf = async (orderId: string): Promise<Record<string, unknown>[]> =>
  (await store.testDatabase.pool.query('select format from delivery_downloads where order_id = $1', [orderId])).rows

test.each(FILE_PRESET_LIST)('a buyer gets the leads of the order for %s, and that is a download', async (preset) => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))

  const { status, headers, bytes } = await download(store, `/api/deliveries/${token}/1/csv?preset=${preset}`)

  const [header = [], ...rows] = csvRows(bytes)
  const leads = await orderedLeads(store, order.id)
  expect(status).toBe(200)
  expect(bytes.subarray(0, 5).toString()).toBe(preset === 'podio' ? 'Title' : 'First')
  expect(headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="${order.reference}-1-vip-[a-z-]+-${preset}\\.csv"$`),
  )
  const owners = rows.map((row) => row[header.indexOf('All Owners')])
  expect([...new Set(owners)].toSorted()).toEqual(leads.map(({ owner }) => owner?.replace('; ', ', ')).toSorted())
  expect(await downloadsOf(order.id)).toEqual([{ format: 'csv' }])
  expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'delivered' }])
})

test.each(['?preset=excel', '?preset=', '?preset=__proto__'])('%s is refused and is no download', async (query) => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))

  expect((await download(store, `/api/deliveries/${token}/1/csv${query}`)).status).toBe(400)

  expect(await downloadsOf(order.id)).toEqual([])
})

test('a link that does not work opens no preset either', async () => {
  expect((await download(store, `/api/deliveries/${'x'.repeat(27)}/1/csv?preset=hubspot`)).status).toBe(404)
})

test('a preset leaves out a lead whose owner opted out after the delivery', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))
  const [{ lead_id }] = (
    await store.testDatabase.pool.query(
      `with gone as (select lead_id from order_leads where order_id = $1 order by lead_id limit 1),
       listed as (insert into suppressions (property_key, suppressed_at, cause)
         select property_key, now(), 'owner' from leads join gone using (lead_id))
       select lead_id from gone`,
      [order.id],
    )
  ).rows as [{ lead_id: string }]

  const { bytes } = await download(store, `/api/deliveries/${token}/1/csv?preset=salesforce`)

  expect(lead_id).toBeTruthy()
  expect(csvRows(bytes)).toHaveLength(1 + 24)
})

test('a plain download takes as many statements as before, and a preset two more, however many leads there are', async () => {
  const { token } = await aDelivery(store, await aBackedPackage(store))
  const statements = async (query: string) => {
    const before = store.database.statementCount()
    await download(store, `/api/deliveries/${token}/1/csv${query}`)
    return store.database.statementCount() - before
  }
  await statements('')

  const plain = await statements('')
  expect(plain).toBe(2)
  expect(await statements('?preset=podio')).toBe(plain + 2)
})

test('an administrator sees what a buyer gets for a tool, with a reason', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))
  const admin = await anAdmin(store)
  const look = (body: object) =>
    store.app.server.inject({
      method: 'POST',
      url: `/api/admin/fulfilment/${order.id}/1/look`,
      payload: body,
      headers: { cookie: admin.cookie },
    })

  const seen = await look({ reason: 'The buyer asks which columns it has', preset: 'hubspot' })

  expect(seen.statusCode).toBe(200)
  expect((await look({ preset: 'hubspot' })).statusCode).toBe(400)
  expect(await downloadsOf(order.id)).toEqual([])
  const { bytes } = await download(store, `/api/deliveries/${token}/1/csv?preset=hubspot`)
  expect(seen.rawPayload.equals(bytes)).toBe(true)
})
