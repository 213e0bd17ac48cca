/** Parts of owners and mailing addresses, from the file to the buyer, and leads from before parts were kept. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { aDelivery, csvRows, download } from '#testing/deliveries.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { LeadFiles } from '#testing/lead-files.ts'
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

const IN_PARTS = [
  'First Name',
  'Last Name',
  'Company',
  'Mailing Address',
  'Mailing City',
  'Mailing State',
  'Mailing Zip',
]

/** A file of houses in the test's own county, one row of cells each under `header`. */
const fileOf = (header: readonly string[], rows: readonly (readonly string[])[], ageDays = 1): string =>
  writeCsv([
    ['Address', 'City', 'Zip', 'FIPS', 'Lead Type', 'Acquired', ...header],
    ...rows.map((cells, index) => [
      ...[`${index + 1} Oak ${fips} St`, 'Austin', '78701', fips, 'vacant', files.dayBefore(ageDays)],
      ...cells,
    ]),
  ])

const importFile = async (text: string) => {
  const { id, preview } = await files.bring(text)
  await files.apply(id)
  return { id, preview }
}

async function known(): Promise<Record<string, unknown>[]> {
  const { rows } = await store.testDatabase.pool.query(
    `select lead_id, property_key, owner_key, owner_names[1] as whole, owner_first_name as first, owner_last_name as last,
       owner_company as company, mailing_address as mailing, mailing_street as street, mailing_city as city, mailing_zip as zip
     from leads join lead_details using (lead_id) where fips = $1 order by lead_id`,
    [fips],
  )
  return rows
}

const OLD = ['Jane Doe', '"PO Box 9", Dallas, TX 75001']
const NO_PARTS = { first: null, last: null, company: null, street: null, city: null, zip: null }

test('a buyer gets the parts that the file had', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => [
    `Mary "Ann" ${index}`,
    index % 2 ? 'O’Brien, Jr.' : 'de la Peña',
    index % 3 ? '' : 'Oak & Hill; Partners',
    `PO Box ${index}, Rear`,
    'Winston-Salem',
    index % 2 ? 'NC' : 'north carolina',
    '27101-0042',
  ])
  await importFile(fileOf(IN_PARTS, rows))

  const { token } = await aDelivery(store, `${fips}-vacant-vip-20`)
  const [header = [], ...delivered] = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)

  const columns = [
    ...['Owner first name', 'Owner last name', 'Owner company'],
    ...['Mailing street', 'Mailing city', 'Mailing state', 'Mailing ZIP'],
  ].map((name) => header.indexOf(name))
  expect(delivered.map((row) => columns.map((at) => row[at])).toSorted()).toEqual(
    rows.map((cells) => cells.map((cell, at) => (at === 5 ? 'NC' : cell))).toSorted(),
  )
})

describe('a lead from before parts were kept', () => {
  const renewed = ['Jane', 'Doe', '', '"PO Box 9"', 'Dallas', 'TX', '75001']

  test('is the same lead when a newer file has its parts, and keeps them when a later one has not', async () => {
    await importFile(fileOf(['Owner', 'Mailing Address'], [OLD], 9))
    const [before] = await known()
    const { preview } = await importFile(fileOf(IN_PARTS, [renewed], 5))
    const [after, ...others] = await known()

    expect(before).toMatchObject({ whole: 'Jane Doe', mailing: OLD[1], ...NO_PARTS })
    expect(preview).toMatchObject({ newLeads: 0, merged: 1 })
    expect(others).toEqual([])
    const parts = { first: 'Jane', last: 'Doe', street: '"PO Box 9"', city: 'Dallas', zip: '75001' }
    expect(after).toEqual({ ...before, ...parts })

    await importFile(fileOf(['Owner', 'Mailing Address'], [OLD], 3))
    await importFile(fileOf(['Owner'], [['DOE, Jane']], 2))
    expect(await known()).toEqual([{ ...after, whole: 'DOE, Jane' }])
  })

  test('loses the parts of its mailing address with the address', async () => {
    await importFile(fileOf(IN_PARTS, [renewed], 9))
    await importFile(fileOf(['Owner', 'Mailing Address'], [['Jane Doe', '7 New St']], 5))

    expect(await known()).toMatchObject([{ mailing: '7 New St', street: null, city: null, zip: null, first: 'Jane' }])
  })

  test('is whole again when the file with its parts is undone', async () => {
    await importFile(fileOf(['Owner', 'Mailing Address'], [OLD], 9))
    const before = await known()
    const { id } = await importFile(fileOf(IN_PARTS, [renewed], 5))

    expect(await files.undo(id)).toMatchObject({ state: 'undone' })

    expect(await known()).toEqual(before)
  })

  test('is found as before, and stays away in parts too once its owner opted out', async () => {
    await importFile(fileOf(['Owner', 'Mailing Address'], [OLD], 9))
    await importFile(fileOf(IN_PARTS, [renewed], 5))
    const place = { street: `1 Oak ${fips} Street`, zip: '78701' }
    const found = await files.admin.call('POST', '/api/admin/leads/search', place)
    expect(found.body.leads).toHaveLength(1)

    const asked = await new Client(store).call('POST', '/api/opt-out', {
      ...place,
      city: 'Austin',
      state: 'TX',
    })
    const checked = await files.bring(fileOf(IN_PARTS, [renewed], 1))

    expect(asked.status).toBe(200)
    expect(checked).toMatchObject({ state: 'refused', preview: { newLeads: 0, merged: 0, refused: { suppressed: 1 } } })
  })
})
