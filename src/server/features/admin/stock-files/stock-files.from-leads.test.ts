/** Stock files that name packages whose stock follows leads: these cannot be set, and the file says so. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAdmin } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { PREMIER, StockFiles, VIP } from '#testing/stock-files.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let files: StockFiles
/** Its leads make ten packages. */
const BACKED = '48003-vacant-premium-20'
/** Each test switches another county to leads. */
let fips = 48_005
let properties = 1_000
beforeAll(async () => {
  store = await createTestApp()
  files = new StockFiles(store, await anAdmin(store))
  await store.testDatabase.pool.query('update offers set is_active = false')
  await back(BACKED, 20, 15)
})
afterAll(() => store.close())
beforeEach(async () => {
  fips += 2
  await files.reset()
})

async function back(packageId: string, count: number, ageDays: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index, ageDays }))
  properties += count
  await addLeads(store, packageId, leads)
}

const checkAgain = (importId: string) => files.admin.call('POST', `/api/admin/stock-imports/${importId}/check`)

test('a row that sets a package from leads refuses the file, with the reason and what its leads make', async () => {
  const { body } = await files.check(`package_id,available\n${VIP},25\n${BACKED},7\n48003-vacant-vip-20,unlimited\n`)

  expect(body).toMatchObject({
    state: 'refused',
    refusedRows: 2,
    refused: [
      { row: 3, reason: 'package_from_leads', line: `${BACKED}: 7, but its leads make 10` },
      { row: 4, reason: 'package_from_leads', line: '48003-vacant-vip-20: unlimited, but its leads make 0' },
    ],
  })
  expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
  expect(await files.stock(VIP)).toEqual([10])
  const report = await files.admin.call('GET', `/api/admin/stock-imports/${body.id}/refused.csv`)
  expect(report.body).toContain('whose stock comes from its leads')
})

test('a row that leaves such a package unchanged is fine, so an edited export can be imported', async () => {
  const exported: string = (await files.admin.call('GET', '/api/admin/stock.csv?state=Texas')).body
  await back(BACKED, 40, 16)
  const edited = exported.replace(/^(48453-vacant-vip-20,.*),10,10\r\n/m, '$1,40,10\r\n')

  const { body } = await files.check(edited)
  expect(body).toMatchObject({ state: 'ready', preview: { changed: 1 } })
  expect((await files.apply(body.id)).body).toMatchObject({ state: 'applied', changedPackages: 1 })

  expect(await files.stock(VIP)).toEqual([40])
})

test('a package that has followed leads since the check is not changed, and the next check says why', async () => {
  const packageId = `${String(fips)}-vacant-premium-20`
  const { body } = await files.check(`package_id,available\n${PREMIER},25\n${packageId},7\n`)
  expect(body).toMatchObject({ state: 'ready', preview: { changed: 2 } })
  await back(packageId, 20, 15)
  const before = await files.fingerprint()

  const refused = await files.apply(body.id)

  expect(refused).toMatchObject({ status: 409, body: { code: 'stock_import_outdated', details: { packages: 1 } } })
  expect(await files.fingerprint()).toEqual(before)
  expect((await checkAgain(body.id)).body).toMatchObject({
    state: 'refused',
    refused: [{ row: 3, reason: 'package_from_leads' }],
  })
  expect((await checkAgain(body.id)).body.code).toBe('stock_import_not_ready')
})
