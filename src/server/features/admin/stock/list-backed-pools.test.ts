import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, aRep, type Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PATH = '/api/admin/stock/backed/Texas/Travis'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
afterAll(() => store.close())

test('lists the leads of each pool for the lead types of a county that follow leads', async () => {
  const before = await admin.call('GET', PATH)
  await addLeads(
    store,
    VIP,
    Array.from({ length: 46 }, (_, property) => ({ property: property + 1, ageDays: 1 })),
  )

  const { body } = await admin.call('GET', PATH)

  expect(before.body).toEqual([])
  expect(body).toEqual([
    { leadType: 'vacant', tier: 'vip', leads: 46 },
    { leadType: 'vacant', tier: 'premier', leads: 0 },
    { leadType: 'vacant', tier: 'premium', leads: 0 },
    { leadType: 'vacant', tier: 'standard', leads: 0 },
  ])
  expect((await admin.call('GET', '/api/admin/stock/backed/Texas/Harris')).body).toEqual([])
})

test('leaves out stock that is counted again', async () => {
  const place = { state: 'Texas', county: 'Travis', leadType: 'vacant' }
  await admin.call('PUT', '/api/admin/lead-backing', { ...place, isBacked: false, reason: 'Counted.' })

  expect((await admin.call('GET', PATH)).body).toEqual([])
  await admin.call('PUT', '/api/admin/lead-backing', { ...place, isBacked: true, reason: 'Followed.' })
  expect((await admin.call('GET', PATH)).body).toHaveLength(4)
})

test('the low-stock list says whether a package can be set', async () => {
  await store.setStock('48201-vacant-vip-20', 3)

  const { body } = await admin.call('GET', '/api/admin/stock/low?state=Texas&left=some')

  expect(body).toContainEqual(expect.objectContaining({ packageId: VIP, available: 1, isFromLeads: true }))
  expect(body).toContainEqual(expect.objectContaining({ county: 'Harris', available: 3, isFromLeads: false }))
})

test('an unknown county is refused, and so are reps', async () => {
  expect((await admin.call('GET', '/api/admin/stock/backed/Texas/Atlantis')).body.code).toBe('unknown_county')
  expect((await (await aRep(store)).call('GET', PATH)).status).toBe(403)
})
