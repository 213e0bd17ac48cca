/** Imports of lead files, from the bytes to leads on sale, and back. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LeadPhone } from '#contract/delivery/lead-sheet.ts'
import { rowName } from '#contract/imports/sheets.ts'
import { days } from '#server/platform/clock.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { type LeadFileRow, leadFile, withLeadFiles } from '#testing/lead-files.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { workbookOf } from '#testing/workbook-rows.ts'

const store = withStore()
beforeAll(() => store.clock.advanceToNoon())
const files = withLeadFiles(store)

describe('an import', () => {
  test('finds exactly the planted errors, changes nothing until applied, then does what it previewed', async () => {
    const before = await files.fingerprint()
    const { text, expected } = await files.make({ rows: 1_000, hasDefects: true })
    const checked = await files.bring(text)

    expect(checked).toMatchObject({ state: 'ready', problem: null, rowsRead: expected.rowsRead })
    expect(checked.preview).toMatchObject({
      newLeads: expected.newLeads,
      merged: 0,
      unchanged: 0,
      repeated: expected.repeated,
      displaced: 0,
      refused: expected.refused,
      leftOut: { ...expected.leftOut, emails: 0, facts: 0 },
    })
    expect(await files.fingerprint()).toEqual(before)

    const applied = await files.apply(checked.id)
    expect(applied).toMatchObject({
      state: 'applied',
      outcome: { newLeads: expected.newLeads, merged: 0, displaced: 0, skipped: 0, kept: 0 },
    })
    const rows =
      await store.sql`select count(*)::int as leads, count(d.*)::int as told from leads left join lead_details d using (lead_id)`
    expect(rows).toEqual([{ leads: expected.newLeads, told: expected.newLeads }])
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])

    const undone = await files.undo(checked.id)
    expect(undone).toMatchObject({ state: 'undone', outcome: { kept: 0 } })
    expect(await files.fingerprint()).toEqual(before)
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  })

  test('of several sheets counts rows in each, and names the sheet that it leaves out', async () => {
    const header = ['Address', 'City', 'ZIP', 'FIPS', 'Lead Type', 'Acquired', 'Owner']
    const row = (address: string, fips = '48453') => [
      address,
      'Austin',
      '78701',
      fips,
      'vacant',
      files.dayBefore(1),
      'Al Roe',
    ]
    const file = workbookOf({
      May: [header, row('1 Sheet St'), row('2 Sheet St', '1')],
      Notes: [
        ['Who', 'What'],
        ['Ann', 'called'],
      ],
      June: [header, row('1 Sheet St'), row('3 Sheet St', '1')],
    })
    const checked = await files.bring(file, { source: 'Sheets' })
    expect(checked.sheets).toEqual([
      { name: 'May', rows: 2, isRead: true },
      { name: 'Notes', rows: 1, isRead: false },
      { name: 'June', rows: 2, isRead: true },
    ])
    expect(checked.preview).toMatchObject({ newLeads: 1, repeated: 1 })
    expect(await files.refused(checked.id)).toMatch(/\r\n3 of May,.*\r\n3 of June,/)
    const preview = await files.admin.call('POST', `/api/admin/imports/${checked.id}/preview`)
    const names = preview.body.map(({ row }: { row: number }) => rowName(checked.sheets, row))
    expect(names).toEqual(['2 of May', '2 of June'])
  })

  test('of an identical file is refused, even compressed, until the first one is undone', async () => {
    const text = leadFile(files, [{ address: '1 Same St' }])
    const first = await files.bring(text)
    const waiting = await files.bring(text)
    await files.apply(first.id)
    expect((await files.apply(waiting.id)).code).toBe('file_known')
    const again = await files.bring(gzipSync(text), { source: 'Another source' })
    expect(again).toMatchObject({ state: 'refused', checksum: first.checksum })
    expect(again.problem).toContain('This exact file has already been imported: leads.csv')
    await files.undo(first.id)
    expect((await files.apply(waiting.id)).state).toBe('applied')
  })

  test('applied several times at once changes leads once', async () => {
    const { id } = await files.bringRows([{ address: '1 Twice St' }])
    const press = () => files.admin.call('POST', `/api/admin/imports/${id}/apply`)
    const replies = await Promise.all([press(), press(), press()])
    await store.runJobs()
    const again = await press()
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(again.body).toMatchObject({ state: 'applied', outcome: { newLeads: 1 } })
    const entries = (await files.admin.call('GET', '/api/admin/audit?action=leads_imported')).body
    expect(entries.filter(({ after }: { after: { import: string } }) => after.import === id)).toHaveLength(1)
  })

  test('waits for another import that is changing leads', async () => {
    const first = await files.bringRows([{ address: '1 Busy St' }])
    const second = await files.bringRows([{ address: '2 Busy St' }])
    const begun = await files.admin.call('POST', `/api/admin/imports/${first.id}/apply`)
    expect(begun.body.state).toBe('applying')
    expect((await files.apply(second.id)).code).toBe('import_busy')
    await store.runJobs()
    expect((await files.apply(second.id)).state).toBe('applied')
  })

  test('compares its rows again if another import changed leads after its check', async () => {
    const rows = (ages: number[]) =>
      ages.map((ageDays, at) => ({ address: `${at} Late St`, ageDays, owner: `${at} Doe` }))
    const first = await files.bringRows(rows([4, 20, 4]))
    const [one, two, three] = rows([9, 5, 2])
    const others = [one, two, { ...three, owner: 'Newer Owner' }] as LeadFileRow[]
    await files.apply((await files.bringRows(others)).id)

    const applied = await files.apply(first.id)

    expect(first.preview).toMatchObject({ newLeads: 3, merged: 0 })
    expect(applied).toMatchObject({ state: 'applied', outcome: { newLeads: 0, merged: 1, skipped: 2 } })
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  })

  test('leaves out rows that became too old or suppressed after the check, and reports them', async () => {
    const { id } = await files.bringRows([
      { address: '1 Waiting St', ageDays: 60 },
      { address: '2 Waiting St' },
      { address: '3 Waiting St' },
    ])
    const unwanted = await store.sql`insert into suppressions (property_key, suppressed_at, cause)
       select property_key, ${store.clock.now()}, 'owner' from lead_import_rows where address = '2 Waiting St' returning property_key`
    expect(unwanted).toHaveLength(1)
    store.clock.advance(days(1))

    expect(await files.apply(id)).toMatchObject({ state: 'applied', outcome: { newLeads: 1, skipped: 2 } })
    const later = await files.bringRows([{ address: '2 Waiting St' }, { address: '4 Waiting St' }])
    expect(later).toMatchObject({ refusedRows: 1, preview: { newLeads: 1, refused: { suppressed: 1 } } })
  })

  test('is deleted with its rows after 3 days, and can no longer be applied', async () => {
    const { id } = await files.bringRows([{ address: '1 Forgotten St' }, { address: '2 Forgotten St', type: 'castle' }])
    expect(await files.partitions()).toContain(id)
    store.clock.advance(days(3) + 1000)
    await runScheduled(store, 'forget-old-rows')
    expect(await files.partitions()).toEqual([])
    expect((await files.read(id)).state).toBe('lapsed')
    expect((await files.apply(id)).code).toBe('import_not_ready')
    const report = await files.admin.call('GET', `/api/admin/imports/${id}/refused.csv`)
    expect(report.body).not.toContain('Forgotten')
    const rows = await store.sql`select count(*)::int as parts from import_file_parts`
    expect(rows).toEqual([{ parts: 0 }])
  })
})

test.each(['dealmachine', 'reisift', 'county-roll-in-parts', 'site-before-mailing'])(
  'a file laid out as %s becomes the leads that it is about',
  async (name) => {
    const layout = (file: string) => readFileSync(new URL(`layouts/${file}`, import.meta.url), 'utf8')
    const importId = await files.send(layout(`${name}.csv`), name)
    const { body } = await files.open(importId)
    const forAll = { leadType: { fixed: 'vacant' }, acquiredAt: { fixed: files.dayBefore(1) } }
    await files.check(importId, { ...body.mapping, ...forAll })
    expect(await files.apply(importId)).toMatchObject({ state: 'applied', outcome: { newLeads: 2 } })
    const rows = await store.sql`
      select l.fips, address, city, zip, owner_names as owners, mailing_address as mailing, phones, emails
      from leads l join lead_details d using (lead_id) where d.address in ('12 N Main St, Unit 4', '12 N Main St Unit 4', '7 Sand Rd') order by address`
    const phones = (row: { phones: LeadPhone[] }) => row.phones.map((one) => [one.number.slice(2), one.isDoNotCall])
    expect(rows.map((row) => ({ ...row, phones: phones(row) }))).toEqual(JSON.parse(layout('expected.json'))[name])
    await files.undo(importId)
  },
)
