/** Undoing imports: in any order, late, after others changed their leads, and while buyers take them. */
import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { aBuyer } from '#testing/builders.ts'
import { withLeadFiles, withOwnCounties } from '#testing/lead-files.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withLeadFiles(store)
const { fips, packageAt, houses, importRows } = withOwnCounties(store, files)

/** The leads of the test's county with all that is known of them. */
const leads = () =>
  store.sql`select * from leads join lead_details using (lead_id) where fips = ${fips()} order by lead_id`

/** The leads on sale in the test's county, by owner. */
async function forSale(): Promise<Record<string, number>> {
  const rows =
    await store.sql`select owner_names[1] as owner, count(*)::int as leads from leads join lead_details using (lead_id)
     where fips = ${fips()} and pool_id is not null and not is_withheld group by 1`
  return Object.fromEntries(rows.map(({ owner, leads }) => [owner, leads]))
}

/** Waits until this many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const sql = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await store.rows(sql)).length).toBeGreaterThanOrEqual(count)
}

test('restores renewed and displaced leads with their former data', async () => {
  await importRows(houses({ ageDays: 20, phone: '512-867-5309' }, 3))
  const before = await leads()
  const second = await importRows([
    ...houses({ ageDays: 2, phone: '512-867-5310' }, 1),
    ...houses({ ageDays: 2, owner: 'New Owner' }, 2).slice(1),
    { address: `99 Ash ${fips()} St`, fips: fips() },
  ])
  expect(second.outcome).toMatchObject({ newLeads: 2, merged: 1, displaced: 1 })
  expect(await leads()).not.toEqual(before)

  const undone = await files.undo(second.id)

  expect(undone).toMatchObject({ state: 'undone', outcome: { kept: 0 }, undoneBy: 'Ada Admin' })
  expect(await leads()).toEqual(before)
  expect((await files.admin.call('GET', '/api/admin/audit?action=lead_import_undone&limit=1')).body).toMatchObject([
    { subject: 'leads.csv', before: { newLeads: 2, merged: 1 } },
  ])
})

test('is refused while a lead is held, after one is sold, or while a later import builds on it', async () => {
  const first = await importRows(houses({ ageDays: 1 }, 30))
  const buyer = aBuyer(store)
  await buyer.reserve(packageAt('vip'))
  expect((await files.undo(first.id)).code).toBe('import_in_use')
  await buyer.release(packageAt('vip'))
  const second = await importRows(houses({ ageDays: 0 }, 1))
  expect((await files.undo(first.id)).code).toBe('import_built_upon')
  await files.undo(second.id)
  await aBuyer(store).buy(packageAt('vip'))
  expect((await files.undo(first.id)).code).toBe('import_in_use')
  expect((await files.read(first.id)).state).toBe('applied')
})

test('returns a county that it switched to leads to counted stock; the next import switches it again', async () => {
  await store.setStock(packageAt('vip'), 7)
  const shown = async () =>
    (await store.sql`select lead_units, available from packages where package_id = ${packageAt('vip')}`)[0]
  const first = await importRows(houses({ ageDays: 1 }, 45))
  expect(first.preview.newlyBacked).toMatchObject({ places: 1, packages: 16 })
  // Twenty leads, and five more from the standard promotion, from the first moment on.
  expect(await shown()).toMatchObject({ lead_units: 1 })
  await files.undo(first.id)
  expect(await shown()).toEqual({ lead_units: null, available: 7 })
  const again = await importRows(houses({ ageDays: 1 }, 45))
  expect(again.state).toBe('applied')
  expect(await shown()).toMatchObject({ lead_units: 1 })
})

test('puts only one owner of a property back on sale if it displaced two', async () => {
  await importRows(houses({ ageDays: 20, owner: 'First Owner' }, 25))
  const buyer = aBuyer(store)
  expect((await buyer.reserve(packageAt('premium'))).status).toBe(200)
  await importRows(houses({ ageDays: 15, owner: 'Second Owner' }, 25))
  const third = await importRows(houses({ ageDays: 12, owner: 'Third Owner' }, 25))
  await buyer.release(packageAt('premium'))
  await store.runTimers()
  expect(await files.undo(third.id)).toMatchObject({ state: 'undone', outcome: { kept: 0 } })
  expect(await forSale()).toEqual({ 'Second Owner': 25 })
})

test('loses no rows of a file that was checked earlier and renews its leads', async () => {
  const first = await importRows(houses({ ageDays: 9 }, 2))
  const second = await files.bringRows(houses({ ageDays: 5 }, 3))
  expect(second.preview).toMatchObject({ newLeads: 1, merged: 2 })
  await files.undo(first.id)
  const applied = await files.apply(second.id)
  expect(applied).toMatchObject({ state: 'applied', outcome: { newLeads: 3, merged: 0, skipped: 0 } })
  expect(await forSale()).toEqual({ 'Jane Doe': 3 })
})

test('does not touch the leads of other imports in a county that was switched back to counted stock', async () => {
  const first = await importRows(houses({ ageDays: 5 }, 1))
  const [county] = await store.sql`select name from counties where fips = ${fips()}`
  const backing = { state: 'Texas', county: county.name, leadType: 'vacant', isBacked: false }
  expect((await files.admin.call('PUT', '/api/admin/lead-backing', backing)).status).toBe(200)
  await importRows(houses({ ageDays: 5 }, 30).slice(1))
  expect((await files.undo(first.id)).state).toBe('undone')
  expect((await files.admin.call('PUT', '/api/admin/lead-backing', { ...backing, isBacked: true })).status).toBe(200)
  expect(await forSale()).toEqual({ 'Jane Doe': 29 })
})

test('leaves leads that a buyer takes meanwhile with the buyer, in their tier', async () => {
  await importRows(houses({ ageDays: 40 }, 30))
  const second = await importRows(houses({ ageDays: 1 }, 30))
  await files.admin.call('POST', `/api/admin/imports/${second.id}/undo`)
  const lock = await store.testDatabase.pool.connect()
  await lock.query('begin')
  await lock.query('select from lead_pools where pool_id = $1 for update', [`${fips()}-vacant-vip`])
  const buyer = aBuyer(store)
  const reserving = buyer.reserve(packageAt('vip'))
  await waiting(1)
  const undoing = store.runJobs()
  await waiting(2)
  await lock.query('commit')
  lock.release()

  expect((await reserving).status).toBe(200)
  await undoing

  expect((await files.read(second.id)).outcome?.kept).toBe(25)
  const { body: payment } = await buyer.openPayment()
  expect((await buyer.pay(payment)).body.status).toBe('completed')
})

test('is possible if an earlier order of its leads was refunded', async () => {
  await importRows(houses({ ageDays: 5 }, 25))
  const { body: order } = await aBuyer(store).buy(packageAt('premier'))
  const second = await importRows(houses({ ageDays: 4 }, 25))
  expect((await files.admin.refund(order.id)).status).toBe(200)
  expect((await files.undo(second.id)).state).toBe('undone')
})

test('is refused after 30 days, when the data it replaced has been deleted', async () => {
  const first = await importRows(houses({ ageDays: 1 }, 2))
  store.clock.advance(days(1))
  const second = await importRows(houses({ ageDays: 0, owner: 'DOE, Jane' }, 1))
  store.clock.advance(days(30))
  await runScheduled(store, 'forget-old-rows')
  const before = await files.fingerprint()
  const undone = await files.undo(first.id)
  expect(undone).toMatchObject({ code: 'import_not_ready', message: expect.stringContaining('30 days') })
  expect((await files.undo(second.id)).code).toBe('import_not_ready')
  expect(await files.fingerprint()).toEqual(before)
})
