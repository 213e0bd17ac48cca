/** A house is sold no more often than its strictest cap allows, whatever owner and lists it is imported under. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
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
  fips = String(48_201 + counties * 2)
})
afterEach(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(store.testDatabase.pool)).toEqual([])
})

/** Rows in the test's own county, each for its own house; enough for a package. */
const houses = (row: Partial<LeadFileRow> = {}, count = 25): LeadFileRow[] =>
  Array.from({ length: count }, (_, index) => ({ address: `${index + 1} Ash ${fips} St`, fips, ...row }))

const check = async (rows: readonly LeadFileRow[]) => files.bring(leadFile(files, rows))
const importRows = async (rows: readonly LeadFileRow[]) => files.apply((await check(rows)).id)

async function passDays(count: number): Promise<void> {
  store.clock.advance(days(count))
  files.admin = await anAdmin(store)
  await store.runTimers()
}

/** The leads of the test's county, by list and owner: `tier` null is not on sale; `places` of each. */
async function leads(): Promise<Record<string, string>> {
  const { rows } = await store.testDatabase.pool.query(
    `select l.lead_type || ' ' || owner_names[1] as lead, count(*)::int as leads,
       case when pool_id is null then 'off' when is_withheld then 'withheld' else split_part(pool_id, '-', 3) end as tier, places
     from leads l join lead_details using (lead_id) where fips = $1 group by 1, 3, 4`,
    [fips],
  )
  return Object.fromEntries(rows.map(({ lead, ...its }) => [lead, `${its.leads} ${its.tier} ${its.places}`]))
}

const packageAt = (tier: string, leadType = 'vacant') => `${fips}-${leadType}-${tier}-20`

describe('a house on two lists', () => {
  test('is on sale on the list of its newest row; the other row is refused with the actual reason', async () => {
    const checked = await check([
      ...houses({ ageDays: 2, type: 'landlord' }, 1),
      ...houses({ ageDays: 2, type: 'vacant' }, 1),
      ...houses({ ageDays: 8, type: 'vacant' }, 1),
    ])

    expect(checked.preview).toMatchObject({ newLeads: 1, repeated: 1, refused: { outdated: 1 } })
    const report = await files.admin.call('GET', `/api/admin/lead-imports/${checked.id}/refused.csv`)
    expect(report.body).toContain(
      '2,This row is no newer than what we have for the same property with another owner or lead type.',
    )
    await files.apply(checked.id)
    expect(await leads()).toEqual({ 'vacant Jane Doe': '1 vip 1' })
  })

  test('moves to the list of a newer file, but not to that of a file that is not newer', async () => {
    await importRows(houses({ ageDays: 5 }, 2))
    const checked = await check([
      ...houses({ ageDays: 1, type: 'landlord' }, 1),
      ...houses({ ageDays: 5, type: 'owner' }, 2).slice(1),
    ])
    expect(checked.preview).toMatchObject({ newLeads: 1, displaced: 1, refused: { outdated: 1 } })

    const applied = await files.apply(checked.id)

    expect(applied.outcome).toMatchObject({ newLeads: 1, displaced: 1 })
    expect(await forSale()).toEqual(['landlord vip', 'vacant premier'])
    await files.undo(checked.id)
    expect(await forSale()).toEqual(['vacant premier', 'vacant premier'])
  })

  test('keeps the do-not-call mark of an older row if the owner is the same', async () => {
    const text = [
      'Address,City,Zip,FIPS,Lead Type,Acquired,Owner,DNC',
      ...[
        [2, 'vacant', 'Jane Doe', ''],
        [3, 'landlord', 'Jane Doe', 'Y'],
      ].map(
        ([ageDays, type, owner, mark]) =>
          `1 Ash ${fips} St,Austin,78701,${fips},${type},${files.dayBefore(Number(ageDays))},${owner},${mark}`,
      ),
    ].join('\n')

    await files.apply((await files.bring(text)).id)

    const { rows } = await store.testDatabase.pool.query(
      'select is_do_not_call from leads join lead_details using (lead_id) where fips = $1',
      [fips],
    )
    expect(rows).toEqual([{ is_do_not_call: true }])
  })
})

/** What is on sale in the test's county. */
async function forSale(): Promise<string[]> {
  const { rows } = await store.testDatabase.pool.query(
    `select lead_type || ' ' || split_part(pool_id, '-', 3) as lead from leads
     where fips = $1 and pool_id is not null and not is_withheld order by 1`,
    [fips],
  )
  return rows.map(({ lead }) => lead)
}

const AGAIN: readonly [string, Partial<LeadFileRow>][] = [
  ['under another spelling of its owner', { owner: 'J Doe' }],
  ['on another list', { type: 'landlord' }],
  ['on another list under another spelling', { type: 'landlord', owner: 'J Doe' }],
]

describe.each(AGAIN)('a house that is imported again %s', (_, again) => {
  const list = again.type ?? 'vacant'
  const owner = again.owner ?? 'Jane Doe'

  test('is not sold again if it was sold as VIP', async () => {
    await importRows(houses({ ageDays: 1 }))
    expect((await aBuyer(store).buy(packageAt('vip'))).body.status).toBe('completed')

    await importRows(houses({ ...again, ageDays: 0 }))

    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 off 0', [`${list} ${owner}`]: '25 vip 0' })
    expect((await aBuyer(store).reserve(packageAt('vip', list))).body.code).toBe('out_of_stock')
    await passDays(12)
    expect(await leads()).toMatchObject({ [`${list} ${owner}`]: '25 premium 0' })
  })

  test('is not offered while it is in a cart as VIP, or after that cart is paid', async () => {
    await importRows(houses({ ageDays: 1 }))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('vip'))

    await importRows(houses({ ...again, ageDays: 0 }))

    expect((await aBuyer(store).reserve(packageAt('vip', list))).body.code).toBe('out_of_stock')
    const { body } = await buyer.openPayment()
    await buyer.confirm(body)
    expect((await buyer.recordOrder({ paymentId: body.paymentId })).body.status).toBe('completed')
    await store.runTimers()
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 off 0', [`${list} ${owner}`]: '25 vip 0' })
  })

  test('has what is left of its strictest cap: two of three places after a sale as Premier', async () => {
    await importRows(houses({ ageDays: 9 }))
    await aBuyer(store).buy(packageAt('premier'))

    await importRows(houses({ ...again, ageDays: 8 }))

    expect(await leads()).toMatchObject({ [`${list} ${owner}`]: '25 premier 2' })
    await passDays(4)
    expect(await leads()).toMatchObject({ [`${list} ${owner}`]: '25 premium 2' })
  })

  test('is not exclusive after a sale as Standard, and has the remaining places once it is Standard itself', async () => {
    await importRows(houses({ ageDays: 40 }))
    await aBuyer(store).buy(packageAt('standard'))

    await importRows(houses({ ...again, ageDays: 1 }))

    expect(await leads()).toMatchObject({ [`${list} ${owner}`]: '25 vip 0' })
    await passDays(4)
    expect(await leads()).toMatchObject({ [`${list} ${owner}`]: '25 premier 2' })
    await passDays(30)
    expect(await leads()).toMatchObject({ [`${list} ${owner}`]: '25 standard 9' })
  })

  test('starts over a year after its sale', async () => {
    await importRows(houses({ ageDays: 1 }))
    await aBuyer(store).buy(packageAt('vip'))
    await passDays(366)

    await importRows(houses({ ...again, ageDays: 0 }))

    const { rows } = await store.testDatabase.pool.query(
      'select lead_type, places, count(*)::int as leads from leads where fips = $1 and pool_id is not null group by 1, 2',
      [fips],
    )
    expect(rows).toEqual([{ lead_type: list, places: 1, leads: 25 }])
  })
})

describe('the older lead of a house', () => {
  test('has the places that the newer lead left when newer data puts it back on sale', async () => {
    await importRows(houses({ ageDays: 5 }))
    await importRows(houses({ ageDays: 2, owner: 'J Doe' }))
    await aBuyer(store).buy(packageAt('vip'))

    await importRows(houses({ ageDays: 1 }))

    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 vip 0', 'vacant J Doe': '25 off 0' })
  })

  test('leaves sale when its hold ends, and returns with its places when the newer one is undone', async () => {
    await importRows(houses({ ageDays: 12 }))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('premium'))
    const newer = await importRows(houses({ ageDays: 9, type: 'landlord' }))
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 withheld 0', 'landlord Jane Doe': '25 premier 2' })
    await buyer.release(packageAt('premium'))
    await store.runTimers()
    expect(await leads()).toMatchObject({ 'vacant Jane Doe': '25 off 0' })

    await files.undo(newer.id)

    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 premium 10' })
  })
})
