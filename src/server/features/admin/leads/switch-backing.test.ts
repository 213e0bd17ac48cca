/** Switches a county and lead type between counted stock and stock that follows its leads. */
import { expect, test } from 'vitest'
import { aBuyerWith, adminOf, Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore({}, (opened) => opened.sql`update offers set is_active = false`)
const admin = adminOf(store)

async function shown(packageId: string): Promise<number> {
  const [row] = await store.sql`select state, name from counties where fips = left(${packageId}, 5)`
  const { body } = await new Client(store).call('GET', `/api/packages/${row.state}/${row.name}`)
  return body.find((one: { id: string }) => one.id === packageId).available
}

const travis = { state: 'Texas', county: 'Travis', leadType: 'vacant' }
const switchTo = (isBacked: boolean, place: object = travis) =>
  admin.call('PUT', '/api/admin/lead-backing', { ...place, isBacked, reason: 'The supplier changed.' })
const preview = (isBacked: boolean, place: object = travis) =>
  admin.call('POST', '/api/admin/lead-backing/preview', { ...place, isBacked })
const written = () =>
  store.sql`select subject, before, after, note from audit_entries where action = 'leads_backing_switched'`

test('switches to counted stock and back as previewed, and held packages can still be sold', async () => {
  const packageId = '48453-vacant-vip-20'
  await store.setStock(packageId, 7)
  await addLeads(
    store,
    packageId,
    Array.from({ length: 65 }, (_, index) => ({ property: index + 1, ageDays: 0 })),
  )
  const ofLeads = await aBuyerWith(store, packageId)

  const counted = (await preview(false)).body
  await switchTo(false)
  const afterCounting = await shown(packageId)
  const ofUnits = await aBuyerWith(store, packageId)
  const backed = (await preview(true)).body
  await switchTo(true)

  const find = (body: typeof counted) =>
    body.packages.find((one: { tier: string; size: number }) => one.tier === 'vip' && one.size === 20)
  expect([counted.isSo, counted.packages.length, find(counted)]).toEqual([
    false,
    16,
    { tier: 'vip', size: 20, before: 2, after: 7 },
  ])
  expect(afterCounting).toBe(7)
  expect(find(backed)).toEqual({ tier: 'vip', size: 20, before: 6, after: 2 })
  expect(await shown(packageId)).toBe(2)
  for (const buyer of [ofLeads, ofUnits]) {
    const payment = (await buyer.openPayment()).body
    expect((await buyer.pay(payment)).body.status).toBe('completed')
  }
  expect(await written()).toEqual([
    {
      subject: 'Vacant Houses, Travis, Texas',
      before: { 'stock comes from leads': true },
      after: { 'stock comes from leads': false },
      note: 'The supplier changed.',
    },
    expect.objectContaining({ after: { 'stock comes from leads': true } }),
  ])
  await expectLeadIdentities(store.testDatabase)
})

test('switching to the current state changes nothing and is not logged', async () => {
  const before = await written()
  const kent = { state: 'Delaware', county: 'Kent', leadType: 'owner' }
  await store.setStock('10001-owner-vip-20', 3)
  const replies = [await switchTo(true), await switchTo(false, kent)]
  expect(replies.map(({ body }) => body)).toEqual([{ isBacked: true }, { isBacked: false }])
  expect(await written()).toEqual(before)
  expect((await preview(true)).body.isSo).toBe(true)
  expect(await shown('10001-owner-vip-20')).toBe(3)
  expect(await store.sql`select pool_id from lead_pools where pool_id like '10001-owner%'`).toEqual([])
})
