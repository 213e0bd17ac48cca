/**
 * Imports that bring known houses again: newer facts, other owners and lists, while leads are held and sold. A house is
 * sold no more often than its strictest cap allows, whatever owner and lists it is imported under.
 */
import { describe, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { days } from '#server/platform/clock.ts'
import { aBuyer } from '#testing/builders.ts'
import { aDelivery, csvRows, download } from '#testing/deliveries.ts'
import { withLeadFiles, withOwnCounties } from '#testing/lead-files.ts'
import { zipsOf } from '#testing/make-lead-file.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withLeadFiles(store)
const { fips, packageAt, houses, importRows } = withOwnCounties(store, files)

/** A file of one house in the test's own county, with these columns besides those that every file has. */
const fileOf = (header: readonly string[], ...rows: readonly (readonly [ageDays: number, ...string[]])[]): string =>
  writeCsv([
    ['Address', 'City', 'Zip', 'FIPS', 'Lead Type', 'Acquired', ...header],
    ...rows.map(([ageDays, ...cells]) => [
      ...[`1 Ash ${fips()} St`, 'Austin', zipsOf(fips())[0] ?? '', fips(), 'vacant', files.dayBefore(ageDays)],
      ...cells,
    ]),
  ])
const importFile = async (text: string) => files.apply((await files.bring(text)).id)

async function passDays(count: number): Promise<void> {
  store.clock.advance(days(count))
  await store.runTimers()
}

/** The leads of the test's county, by list and owner: `tier` null is not on sale; `places` of each. */
async function leads(): Promise<Record<string, string>> {
  const rows = await store.sql`select l.lead_type || ' ' || owner_names[1] as lead, count(*)::int as leads,
       case when pool_id is null then 'off' when is_withheld then 'withheld' else split_part(pool_id, '-', 3) end as tier, places
     from leads l join lead_details using (lead_id) where fips = ${fips()} group by 1, 3, 4`
  return Object.fromEntries(rows.map(({ lead, ...its }) => [lead, `${its.leads} ${its.tier} ${its.places}`]))
}

/** What is known of each lead of the test's county. */
async function known(): Promise<Record<string, unknown>[]> {
  const rows =
    await store.sql`select lead_id, split_part(pool_id, '-', 3) as tier, held, sold, sold_cap, is_withheld, places, is_do_not_call,
       floor(extract(epoch from ${store.clock.now()}::timestamptz - acquired_at) / 86400)::int as age_days, phones->0->>'number' as phone, jsonb_path_query_array(phones, '$[*].isDoNotCall') as marks, owner_names[1] as whole,
       owner_first_name as first, owner_last_name as last, mailing_address as mailing, mailing_street as street, mailing_zip as zip
     from leads join lead_details using (lead_id) where fips = ${fips()} order by length(address), address, whole`
  return rows
}

describe('a newer row of the same owner', () => {
  test('renews the lead with the newest data, keeps what the row leaves out, and has the row’s age; an older one changes nothing', async () => {
    await importRows(houses({ ageDays: 20, phone: '512-867-5309' }, 1))
    const [before] = await known()
    const checked = await files.bringRows(houses({ ageDays: 5, owner: 'DOE, Jane' }, 1))
    expect(checked.preview).toMatchObject({ newLeads: 0, merged: 1, displaced: 0 })
    await files.apply(checked.id)
    const [after, ...others] = await known()
    expect(others).toEqual([])
    expect(before).toMatchObject({ tier: 'premium', phone: '+15128675309', whole: 'Jane Doe' })
    const renewed = { lead_id: before?.lead_id, tier: 'premier', places: 3, phone: '+15128675309', whole: 'DOE, Jane' }
    expect(after).toMatchObject(renewed)
    expect(after?.age_days).toBe(5)
    const older = await files.bringRows(houses({ ageDays: 20, phone: '512-867-5310' }, 1))
    expect(older).toMatchObject({ state: 'refused', preview: { newLeads: 0, merged: 0, unchanged: 1 } })
    expect(await known()).toEqual([after])
  })

  test('keeps do-not-call marks of the lead and of each phone, within a file and across files', async () => {
    const header = ['Owner', 'Phone', 'Phone DNC', 'Phone 2', 'Phone 2 DNC', 'DNC']
    const row = (ageDays: number, ...cells: string[]) => [ageDays, 'Jane Doe', ...cells] as const
    const marks = async () => (await known()).map(({ is_do_not_call, marks }) => [is_do_not_call, marks])
    await importFile(
      fileOf(header, row(9, '512-867-5309', 'Y', '', '', ''), row(8, '512-867-5310', '', '512-867-5309', '', '')),
    )
    expect(await marks()).toEqual([[false, [false, true]]])
    await importFile(fileOf(header, row(7, '512-867-5309', 'N', '512-867-5310', 'N', '')))
    expect(await marks()).toEqual([[false, [true, false]]])
    await importFile(fileOf(header, row(5, '', '', '', '', 'N'), row(6, '', '', '', '', 'Y')))
    await importFile(fileOf(header, row(4, '', '', '', '', '')))
    expect(await marks()).toEqual([[true, [true, false]]])
  })

  test('moves a held lead only once it is free', async () => {
    await importRows(houses({ ageDays: 20 }, 30))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('premium'))
    await importRows(houses({ ageDays: 1 }, 30))
    const held = (await known()).filter((lead) => lead.held === 1)
    expect(held).toHaveLength(25)
    expect(held.every(({ tier, is_withheld, places }) => tier === 'premium' && is_withheld && places === 0)).toBe(true)
    await store.runTimers()
    expect((await known()).filter(({ tier }) => tier === 'vip')).toHaveLength(5)
    await buyer.release(packageAt('premium'))
    await store.runTimers()
    expect(await leads()).toEqual({ 'vacant Jane Doe': '30 vip 1' })
  })

  test('keeps sales: a lead that was sold as exclusive is never sold again', async () => {
    await importRows(houses({ ageDays: 1 }))
    await aBuyer(store).buy(packageAt('vip'))
    await passDays(5)
    await importRows(houses({ ageDays: 0 }, 26))
    const sold = (await known()).filter((lead) => lead.sold === 1)
    expect(sold).toHaveLength(25)
    expect(sold.every(({ sold_cap, places, tier }) => sold_cap === 1 && places === 0 && tier === 'vip')).toBe(true)
  })
})

describe('a house on two lists', () => {
  test('is on sale on the list of its newest row; the other row is refused with the actual reason', async () => {
    const checked = await files.bringRows([
      ...houses({ ageDays: 2, type: 'landlord' }, 1),
      ...houses({ ageDays: 2, type: 'vacant' }, 1),
      ...houses({ ageDays: 8, type: 'vacant' }, 1),
    ])
    expect(checked.preview).toMatchObject({ newLeads: 1, repeated: 1, refused: { outdated: 1 } })
    const report = await files.admin.call('GET', `/api/admin/imports/${checked.id}/refused.csv`)
    expect(report.body).toContain(
      '2,"This row has a property that we have from the same day or later, with another owner or lead type; we kept that."',
    )
    await files.apply(checked.id)
    expect(await leads()).toEqual({ 'vacant Jane Doe': '1 vip 1' })
  })

  test('moves to the list of a newer file, but not to that of a file that is not newer', async () => {
    await importRows(houses({ ageDays: 5 }, 2))
    const checked = await files.bringRows([
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
    const file = fileOf(['Owner', 'DNC'], [2, 'Jane Doe', ''], [3, 'Jane Doe', 'Y'])
    await importFile(file.replace(/vacant(.*Y)/, 'landlord$1'))
    expect(await known()).toMatchObject([{ is_do_not_call: true }])
  })
})

/** What is on sale in the test's county. */
async function forSale(): Promise<string[]> {
  const rows = await store.sql`select lead_type || ' ' || split_part(pool_id, '-', 3) as lead from leads
     where fips = ${fips()} and pool_id is not null and not is_withheld order by 1`
  return rows.map(({ lead }) => lead)
}

/** The same houses as others may bring them: another owner's spelling, another list, or both. */
const RENAMED = { owner: 'J Doe' }
const RELISTED = { type: 'landlord' }

describe('a house that is imported again', () => {
  test('on another list is not sold again if it was sold as VIP', async () => {
    await importRows(houses({ ageDays: 1 }))
    expect((await aBuyer(store).buy(packageAt('vip'))).body.status).toBe('completed')
    await importRows(houses({ ...RELISTED, ageDays: 0 }))
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 off 0', 'landlord Jane Doe': '25 vip 0' })
    expect((await aBuyer(store).reserve(packageAt('vip', 'landlord'))).body.code).toBe('out_of_stock')
    await passDays(12)
    expect(await leads()).toMatchObject({ 'landlord Jane Doe': '25 premium 0' })
  })

  test('under another spelling of its owner is not offered while it is in a cart as VIP, or after that cart is paid', async () => {
    await importRows(houses({ ageDays: 1 }))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('vip'))
    await importRows(houses({ ...RENAMED, ageDays: 0 }))
    expect((await aBuyer(store).reserve(packageAt('vip'))).body.code).toBe('out_of_stock')
    const { body: payment } = await buyer.openPayment()
    expect((await buyer.pay(payment)).body.status).toBe('completed')
    await store.runTimers()
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 off 0', 'vacant J Doe': '25 vip 0' })
  })

  test('on another list under another spelling has two of three places after a sale as Premier', async () => {
    await importRows(houses({ ageDays: 9 }))
    await aBuyer(store).buy(packageAt('premier'))
    await importRows(houses({ ...RENAMED, ...RELISTED, ageDays: 8 }))
    expect(await leads()).toMatchObject({ 'landlord J Doe': '25 premier 2' })
    await passDays(4)
    expect(await leads()).toMatchObject({ 'landlord J Doe': '25 premium 2' })
  })

  test('is not exclusive after a sale as Standard, and has the remaining places once it is Standard itself', async () => {
    await importRows(houses({ ageDays: 40 }))
    await aBuyer(store).buy(packageAt('standard'))
    await importRows(houses({ ...RENAMED, ageDays: 1 }))
    expect(await leads()).toMatchObject({ 'vacant J Doe': '25 vip 0' })
    await passDays(4)
    expect(await leads()).toMatchObject({ 'vacant J Doe': '25 premier 2' })
    await passDays(30)
    expect(await leads()).toMatchObject({ 'vacant J Doe': '25 standard 9' })
  })

  test('starts over a year after its sale', async () => {
    await importRows(houses({ ageDays: 1 }))
    await aBuyer(store).buy(packageAt('vip'))
    await passDays(366)
    await importRows(houses({ ...RELISTED, ageDays: 0 }))
    const rows =
      await store.sql`select lead_type, places, count(*)::int as leads from leads where fips = ${fips()} and pool_id is not null group by 1, 2`
    expect(rows).toEqual([{ lead_type: 'landlord', places: 1, leads: 25 }])
  })
})

describe('the older lead of a house', () => {
  test('has the places that the newer lead left when newer data puts it back on sale', async () => {
    await importRows(houses({ ageDays: 5 }))
    await importRows(houses({ ...RENAMED, ageDays: 2 }))
    await aBuyer(store).buy(packageAt('vip'))
    await importRows(houses({ ageDays: 1 }))
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 vip 0', 'vacant J Doe': '25 off 0' })
  })

  test('leaves sale when its hold ends, and returns with its places when the newer one is undone', async () => {
    await importRows(houses({ ageDays: 12 }))
    const buyer = aBuyer(store)
    await buyer.reserve(packageAt('premium'))
    const newer = await importRows(houses({ ...RELISTED, ageDays: 9 }))
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 withheld 0', 'landlord Jane Doe': '25 premier 2' })
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
    await buyer.release(packageAt('premium'))
    await store.runTimers()
    expect(await leads()).toMatchObject({ 'vacant Jane Doe': '25 off 0' })
    await files.undo(newer.id)
    expect(await leads()).toEqual({ 'vacant Jane Doe': '25 premium 10' })
  })
})

const IN_PARTS = [
  ...['First Name', 'Last Name', 'Company', 'Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'],
]

describe('the parts of an owner and a mailing address', () => {
  test('reach the buyer as the file had them', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => [
      ...[`Mary "Ann" ${index}`, index % 2 ? 'O’Brien, Jr.' : 'de la Peña', index % 3 ? '' : 'Oak & Hill; Partners'],
      ...[`PO Box ${index}, Rear`, 'Winston-Salem', index % 2 ? 'NC' : 'north carolina', '27101-0042'],
    ])
    const file = fileOf(IN_PARTS, ...rows.map((cells) => [1, ...cells] as const))
    let house = 0
    await importFile(file.replaceAll('1 Ash', () => `${++house} Ash`))

    const { token } = await aDelivery(store, packageAt('vip'))
    const [header = [], ...delivered] = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)

    const columns = [
      ...['Owner first name', 'Owner last name', 'Owner company'],
      ...['Mailing street', 'Mailing city', 'Mailing state', 'Mailing ZIP'],
    ].map((name) => header.indexOf(name))
    expect(delivered.map((row) => columns.map((at) => row[at])).toSorted()).toEqual(
      rows.map((cells) => cells.map((cell, at) => (at === 5 ? 'NC' : cell))).toSorted(),
    )
  })

  test('come to a lead from before they were kept, stay when a later file has none, and go with a new address', async () => {
    const whole = ['Jane Doe', '"PO Box 9", Dallas, TX 75001']
    await importFile(fileOf(['Owner', 'Mailing Address'], [9, ...whole]))
    const [before] = await known()
    await importFile(fileOf(IN_PARTS, [5, 'Jane', 'Doe', '', '"PO Box 9"', 'Dallas', 'TX', '75001']))
    const [after, ...others] = await known()
    expect(before).toMatchObject({ whole: 'Jane Doe', mailing: whole[1], first: null, last: null, street: null })
    expect(others).toEqual([])
    expect(after).toMatchObject({ lead_id: before?.lead_id, first: 'Jane', last: 'Doe', street: '"PO Box 9"' })
    await importFile(fileOf(['Owner', 'Mailing Address'], [3, ...whole]))
    expect(await known()).toMatchObject([{ first: 'Jane', last: 'Doe', street: '"PO Box 9"', zip: '75001' }])
    await importFile(fileOf(['Owner', 'Mailing Address'], [2, 'Jane Doe', '7 New St']))
    expect(await known()).toMatchObject([{ mailing: '7 New St', street: null, zip: null, first: 'Jane' }])
  })
})
