/** Everyone may see what a lead file is like before paying for one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRep, Client } from '#testing/builders.ts'
import { aBackedPackage, aDelivery, csvRows, download } from '#testing/deliveries.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { workbookRows } from '#testing/workbook-rows.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

const fetchSample = async (format: 'csv' | 'xlsx') => {
  const reply = await store.app.server.inject({ method: 'GET', url: `/api/sample-leads/${format}` })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

test('the sample has the columns of a delivered file, in the same order', async () => {
  const { token } = await aDelivery(store, await aBackedPackage(store))
  const delivered = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)

  const sample = csvRows((await fetchSample('csv')).bytes)

  expect(sample[0]).toEqual(delivered[0])
  expect(sample.every((row) => row.length === sample[0]?.length)).toBe(true)
})

test('the sample is the same as a CSV file and as a workbook', async () => {
  const [csv, xlsx] = [await fetchSample('csv'), await fetchSample('xlsx')]

  expect(workbookRows(xlsx.bytes).map((row) => row.map((one) => String(one ?? '')))).toEqual(csvRows(csv.bytes))
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

test('visitors and members get the same sample', async () => {
  const callers = [new Client(store), await aRep(store)]

  for (const path of ['/api/sample-leads/csv', '/api/sample-leads/xlsx'])
    for (const caller of callers) expect((await caller.call('GET', path)).status).toBe(200)
})
