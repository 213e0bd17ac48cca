/** Imports that bring known data again: newer facts, other owners, while leads are held and sold; and undoing them. */
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
  fips = String(48_001 + counties * 2)
})
afterEach(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
})

/** Rows in the test's own county, each for its own house. */
const houses = (count: number, row: Partial<LeadFileRow> = {}): LeadFileRow[] =>
  Array.from({ length: count }, (_, index) => ({ address: `${index + 1} Oak ${fips} St`, fips, ...row }))

const importRows = async (rows: readonly LeadFileRow[]) => files.apply((await files.bring(leadFile(files, rows))).id)

/** The leads of the test's county with what is known of them, by address and owner. */
async function leads(): Promise<Record<string, unknown>[]> {
  const { rows } = await store.testDatabase.pool.query(
    `select lead_id, address, owner_names[1] as owner, split_part(pool_id, '-', 3) as tier, acquired_at, held, sold, sold_cap, is_withheld, places,
       phones->0->>'number' as phone
     from leads join lead_details using (lead_id) where fips = $1 order by length(address), address, owner`,
    [fips],
  )
  return rows
}

const packageAt = (tier: string) => `${fips}-vacant-${tier}-20`
const ageInDays = (acquiredAt: unknown) =>
  Math.floor((store.clock.now().getTime() - (acquiredAt as Date).getTime()) / days(1))

describe('a newer row of the same owner', () => {
  test('renews the lead with the newest data, keeps what the row leaves out, and has the row’s age', async () => {
    await importRows(houses(1, { ageDays: 20, phone: '512-867-5309' }))
    const [before] = await leads()
    const checked = await files.bring(leadFile(files, houses(1, { ageDays: 5, owner: 'DOE, Jane' })))
    expect(checked.preview).toMatchObject({ newLeads: 0, merged: 1, displaced: 0 })

    await files.apply(checked.id)

    const [after, ...others] = await leads()
    expect(others).toEqual([])
    expect(before).toMatchObject({ tier: 'premium', phone: '+15128675309', owner: 'Jane Doe' })
    expect(after).toMatchObject({
      lead_id: before?.lead_id,
      tier: 'premier',
      places: 3,
      phone: '+15128675309',
      owner: 'DOE, Jane',
    })
    expect(ageInDays(after?.acquired_at)).toBe(5)
  })

  test('keeps do-not-call marks of the lead and of each phone, within a file and across files', async () => {
    const file = (...rows: [ageDays: number, phones: string, doNotCall: string][]) =>
      [
        'Address,City,Zip,FIPS,Lead Type,Acquired,Owner,Phone,Phone DNC,Phone 2,Phone 2 DNC,DNC',
        ...rows.map(
          ([ageDays, phones, doNotCall]) =>
            `1 Oak ${fips} St,Austin,78701,${fips},vacant,${files.dayBefore(ageDays)},Jane Doe,${phones},${doNotCall}`,
        ),
      ].join('\n')
    const marks = async () => {
      const { rows } = await store.testDatabase.pool.query(
        `select is_do_not_call, jsonb_path_query_array(phones, '$[*].isDoNotCall') as phones
         from leads join lead_details using (lead_id) where fips = $1`,
        [fips],
      )
      return rows
    }
    const first = await files.bring(file([9, '512-867-5309,Y,,', ''], [8, '512-867-5310,,512-867-5309,', '']))
    expect(first.preview).toMatchObject({ newLeads: 1, repeated: 1 })
    await files.apply(first.id)
    expect(await marks()).toEqual([{ is_do_not_call: false, phones: [false, true] }])

    await files.apply((await files.bring(file([7, '512-867-5309,N,512-867-5310,', '']))).id)
    expect(await marks()).toEqual([{ is_do_not_call: false, phones: [true, false] }])

    await files.apply((await files.bring(file([5, ',,,', 'N'], [6, ',,,', 'Y']))).id)
    await files.apply((await files.bring(file([4, ',,,', '']))).id)
    expect(await marks()).toEqual([{ is_do_not_call: true, phones: [true, false] }])
  })

  test('changes nothing if it is older than the known data', async () => {
    await importRows(houses(1, { ageDays: 5, phone: '512-867-5309' }))
    const before = await leads()

    const checked = await files.bring(leadFile(files, houses(1, { ageDays: 20, phone: '512-867-5310' })))

    expect(checked).toMatchObject({ state: 'refused', preview: { newLeads: 0, merged: 0, unchanged: 1 } })
    expect(await leads()).toEqual(before)
  })

  test('moves a held lead only once it is free', async () => {
    await importRows(houses(30, { ageDays: 20 }))
    const buyer = aBuyer(store)
    const hold = await buyer.reserve(packageAt('premium'))
    expect(hold.status).toBe(200)

    await importRows(houses(30, { ageDays: 1 }))

    const held = (await leads()).filter((lead) => lead.held === 1)
    expect(held).toHaveLength(25)
    expect(held.every((lead) => lead.tier === 'premium' && lead.is_withheld && lead.places === 0)).toBe(true)
    await store.runTimers()
    expect((await leads()).filter((lead) => lead.tier === 'vip')).toHaveLength(5)

    await buyer.release(packageAt('premium'))
    await store.runTimers()

    const after = await leads()
    expect(after.map(({ tier, places, is_withheld }) => [tier, places, is_withheld])).toEqual(
      after.map(() => ['vip', 1, false]),
    )
  })

  test('keeps sales: a lead that was sold as exclusive is never sold again', async () => {
    await importRows(houses(25, { ageDays: 1 }))
    await aBuyer(store).buy(packageAt('vip'))
    store.clock.advance(days(5))
    files.admin = await anAdmin(store)
    await store.runTimers()

    await importRows(houses(26, { ageDays: 0 }))

    const sold = (await leads()).filter((lead) => lead.sold === 1)
    expect(sold).toHaveLength(25)
    expect(sold.every(({ sold_cap, places, tier }) => sold_cap === 1 && places === 0 && tier === 'vip')).toBe(true)
  })

  test('brings back a lead that was too old to sell', async () => {
    await importRows(houses(1, { ageDays: 55 }))
    store.clock.advance(days(10))
    files.admin = await anAdmin(store)
    await store.runTimers()
    expect(await leads()).toMatchObject([{ tier: null, places: 0 }])

    await importRows(houses(1, { ageDays: 2 }))

    expect(await leads()).toMatchObject([{ tier: 'vip', places: 1 }])
  })
})

describe('a newer row of another owner', () => {
  test('replaces the former owner’s lead on sale', async () => {
    await importRows(houses(2, { ageDays: 20 }))
    const checked = await files.bring(leadFile(files, houses(1, { ageDays: 5, owner: 'New Owner' })))
    expect(checked.preview).toMatchObject({ newLeads: 1, merged: 0, displaced: 1 })

    await files.apply(checked.id)

    expect(await leads()).toMatchObject([
      { owner: 'Jane Doe', tier: null, places: 0 },
      { owner: 'New Owner', tier: 'premier', places: 3 },
      { owner: 'Jane Doe', tier: 'premium', places: 10 },
    ])
  })

  test('is refused if the known lead is newer', async () => {
    await importRows(houses(1, { ageDays: 5 }))

    const checked = await files.bring(
      leadFile(files, [...houses(1, { ageDays: 20, owner: 'Old Owner' }), ...houses(2).slice(1)]),
    )

    expect(checked).toMatchObject({
      state: 'ready',
      refusedRows: 1,
      preview: { newLeads: 1, refused: { outdated: 1 } },
    })
    const report = await files.admin.call('GET', `/api/admin/lead-imports/${checked.id}/refused.csv`)
    expect(report.body).toContain(
      '2,This row is no newer than what we have for the same property with another owner or lead type.',
    )
  })

  test('removes a held lead of the former owner only once it is free', async () => {
    await importRows(houses(25, { ageDays: 20 }))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('premium'))

    await importRows(houses(25, { ageDays: 5, owner: 'New Owner' }))

    const former = async () => (await leads()).filter(({ owner }) => owner === 'Jane Doe')
    expect(
      (await former()).every(({ held, is_withheld, tier }) => held === 1 && is_withheld && tier === 'premium'),
    ).toBe(true)
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)

    await buyer.release(packageAt('premium'))
    await store.runTimers()

    expect((await former()).every(({ held, tier, places }) => held === 0 && tier === null && places === 0)).toBe(true)
    expect((await leads()).filter(({ owner }) => owner === 'New Owner')).toHaveLength(25)
  })

  test('in the same file gives way to the newest owner and the newest row of each lead', async () => {
    const [house] = houses(1)
    const rows = [
      { ...house, ageDays: 8, owner: 'First Owner' },
      { ...house, ageDays: 6, owner: 'Second Owner', phone: '512-867-5301' },
      { ...house, ageDays: 4, owner: 'Owner Second', phone: '512-867-5302' },
    ] as LeadFileRow[]
    const checked = await files.bring(leadFile(files, rows))

    expect(checked.preview).toMatchObject({ newLeads: 1, repeated: 1, refused: { outdated: 1 } })
    await files.apply(checked.id)
    expect(await leads()).toMatchObject([{ owner: 'Owner Second', phone: '+15128675302', tier: 'premier' }])
  })
})

describe('undoing an import', () => {
  test('restores renewed and displaced leads with their former data', async () => {
    await importRows(houses(3, { ageDays: 20, phone: '512-867-5309' }))
    const before = await leads()
    const second = await importRows([
      ...houses(1, { ageDays: 2, phone: '512-867-5310' }),
      ...houses(2, { ageDays: 2, owner: 'New Owner' }).slice(1),
      { address: `99 Oak ${fips} St`, fips },
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
    const first = await importRows(houses(30, { ageDays: 1 }))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('vip'))
    expect((await files.undo(first.id)).code).toBe('lead_import_in_use')
    await buyer.release(packageAt('vip'))

    const second = await importRows(houses(1, { ageDays: 0 }))
    expect((await files.undo(first.id)).code).toBe('lead_import_built_upon')
    await files.undo(second.id)
    await aBuyer(store).buy(packageAt('vip'))
    expect((await files.undo(first.id)).code).toBe('lead_import_in_use')
    expect((await files.read(first.id)).state).toBe('applied')
  })

  test('returns a county that it switched to leads to counted stock; the next import switches it again', async () => {
    await store.setStock(packageAt('vip'), 7)
    const shown = async () => {
      const { rows } = await store.testDatabase.pool.query(
        'select lead_units, available from packages where package_id = $1',
        [packageAt('vip')],
      )
      return rows[0]
    }
    const first = await importRows(houses(45, { ageDays: 1 }))
    expect(first.preview.newlyBacked).toMatchObject({ places: 1, packages: 16 })
    // Twenty leads, and five more from the standard promotion, from the first moment on.
    expect(await shown()).toMatchObject({ lead_units: 1 })

    await files.undo(first.id)
    expect(await shown()).toEqual({ lead_units: null, available: 7 })

    const again = await importRows(houses(45, { ageDays: 1 }))
    expect(again.state).toBe('applied')
    expect(await shown()).toMatchObject({ lead_units: 1 })
  })
})
