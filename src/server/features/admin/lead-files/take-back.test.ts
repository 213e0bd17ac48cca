/** Imports that affect each other: undone in any order, late, or after others changed their leads. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { type LeadFileRow, LeadFiles, leadFile } from '#testing/lead-files.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let files: LeadFiles
let fips = ''
let counties = 0
beforeAll(async () => {
  store = await createTestApp()
  files = new LeadFiles(store, await anAdmin(store))
})
afterAll(() => store.close())
beforeEach(() => {
  counties += 1
  fips = String(48_101 + counties * 2)
})
afterEach(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
})

/** Rows in the test's own county, each for its own house. */
const houses = (count: number, row: Partial<LeadFileRow> = {}): LeadFileRow[] =>
  Array.from({ length: count }, (_, index) => ({ address: `${index + 1} Elm ${fips} St`, fips, ...row }))

const importRows = async (rows: readonly LeadFileRow[]) => files.apply((await files.bring(leadFile(files, rows))).id)

async function passDays(count: number): Promise<void> {
  store.clock.advance(days(count))
  files.admin = await anAdmin(store)
}

/** The leads on sale in the test's county, by owner. */
async function forSale(): Promise<Record<string, number>> {
  const { rows } = await store.testDatabase.pool.query(
    `select owner_names[1] as owner, count(*)::int as leads from leads join lead_details using (lead_id)
     where fips = $1 and pool_id is not null and not is_withheld group by 1`,
    [fips],
  )
  return Object.fromEntries(rows.map(({ owner, leads }) => [owner, leads]))
}

const premium = () => `${fips}-vacant-premium-20`

describe('undoing an import', () => {
  test('puts only one owner of a property back on sale if it displaced two', async () => {
    await importRows(houses(25, { ageDays: 20, owner: 'First Owner' }))
    const buyer = aBuyer(store)
    expect((await buyer.reserve(premium())).status).toBe(200)
    await importRows(houses(25, { ageDays: 15, owner: 'Second Owner' }))
    const third = await importRows(houses(25, { ageDays: 12, owner: 'Third Owner' }))
    await buyer.release(premium())
    await store.runTimers()

    expect(await files.undo(third.id)).toMatchObject({ state: 'undone', outcome: { kept: 0 } })

    expect(await forSale()).toEqual({ 'Second Owner': 25 })
  })

  test('is refused after 30 days, when the data it replaced has been deleted', async () => {
    const first = await importRows(houses(2, { ageDays: 1 }))
    await passDays(1)
    const second = await importRows(houses(1, { ageDays: 0, owner: 'DOE, Jane' }))
    await passDays(30)
    const job = store.app.jobs.find(({ name }) => name === 'forget-old-rows')
    await job?.run(store.ctx, {})
    const before = await files.fingerprint()

    const undone = await files.undo(first.id)

    expect(undone).toMatchObject({ code: 'lead_import_not_ready', message: expect.stringContaining('30 days') })
    expect((await files.undo(second.id)).code).toBe('lead_import_not_ready')
    expect(await files.fingerprint()).toEqual(before)
  })

  test('loses no rows of a file that was checked earlier and renews its leads', async () => {
    const first = await importRows(houses(2, { ageDays: 9 }))
    const second = await files.bring(leadFile(files, houses(3, { ageDays: 5 })))
    expect(second.preview).toMatchObject({ newLeads: 1, merged: 2 })
    await files.undo(first.id)

    const applied = await files.apply(second.id)

    expect(applied).toMatchObject({ state: 'applied', outcome: { newLeads: 3, merged: 0, skipped: 0 } })
    expect(await forSale()).toEqual({ 'Jane Doe': 3 })
  })

  test('does not touch the leads of other imports in a county that was switched back to counted stock', async () => {
    const first = await importRows(houses(1, { ageDays: 5 }))
    const backing = { state: 'Texas', county: await countyName(), leadType: 'vacant', isBacked: false }
    expect((await files.admin.call('PUT', '/api/admin/lead-backing', backing)).status).toBe(200)
    await importRows(houses(30, { ageDays: 5 }).slice(1))

    expect((await files.undo(first.id)).state).toBe('undone')

    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
    expect((await files.admin.call('PUT', '/api/admin/lead-backing', { ...backing, isBacked: true })).status).toBe(200)
    expect(await forSale()).toEqual({ 'Jane Doe': 29 })
  })
})

async function countyName(): Promise<string> {
  const { rows } = await store.testDatabase.pool.query('select name from counties where fips = $1', [fips])
  return rows[0].name
}
