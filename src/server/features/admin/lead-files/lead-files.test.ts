/** Imports of lead files, from the bytes to leads on sale, and back. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { anAdmin } from '#testing/builders.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { LeadFiles, leadFile } from '#testing/lead-files.ts'
import { startStore } from '#testing/store-process.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let files: LeadFiles
beforeAll(async () => {
  store = await createTestApp()
  store.clock.advanceToNoon()
  files = new LeadFiles(store, await anAdmin(store))
})
afterAll(() => store.close())

describe('an import', () => {
  test('finds exactly the planted errors, changes nothing until applied, then does what it previewed', async () => {
    const before = await files.fingerprint()
    const { text, expected } = await files.make({ rows: 3_000, hasDefects: true })
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
    const { rows } = await store.testDatabase.pool.query(
      'select count(*)::int as leads, count(d.*)::int as told from leads left join lead_details d using (lead_id)',
    )
    expect(rows).toEqual([{ leads: expected.newLeads, told: expected.newLeads }])
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])

    const undone = await files.undo(checked.id)
    expect(undone).toMatchObject({ state: 'undone', outcome: { kept: 0 } })
    expect(await files.fingerprint()).toEqual(before)
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  })

  test('of an identical file is refused, even compressed, until the first one is undone', async () => {
    const text = leadFile(files, [{ address: '1 Same St' }])
    const first = await files.bring(text)
    const waiting = await files.bring(text)
    await files.apply(first.id)

    expect((await files.apply(waiting.id)).code).toBe('lead_file_known')
    const again = await files.bring(gzipSync(text), { source: 'Another source' })
    expect(again).toMatchObject({ state: 'refused', checksum: first.checksum })
    expect(again.problem).toContain('This exact file has already been imported: leads.csv')
    await files.undo(first.id)
    expect((await files.apply(waiting.id)).state).toBe('applied')
  })

  test('applied several times at once changes leads once', async () => {
    const { id } = await files.bring(leadFile(files, [{ address: '1 Twice St' }]))
    const press = () => files.admin.call('POST', `/api/admin/lead-imports/${id}/apply`)

    const replies = await Promise.all([press(), press(), press()])
    await store.runJobs()
    const again = await press()

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(again.body).toMatchObject({ state: 'applied', outcome: { newLeads: 1 } })
    const entries = (await files.admin.call('GET', '/api/admin/audit?action=leads_imported')).body
    expect(entries.filter(({ after }: { after: { import: string } }) => after.import === id)).toHaveLength(1)
  })

  test('waits for another import that is changing leads', async () => {
    const first = await files.bring(leadFile(files, [{ address: '1 Busy St' }]))
    const second = await files.bring(leadFile(files, [{ address: '2 Busy St' }]))
    const begun = await files.admin.call('POST', `/api/admin/lead-imports/${first.id}/apply`)

    expect(begun.body.state).toBe('applying')
    expect((await files.apply(second.id)).code).toBe('lead_import_busy')
    await store.runJobs()
    expect((await files.apply(second.id)).state).toBe('applied')
  })

  test('compares its rows again if another import changed leads after its check', async () => {
    const first = await files.bring(
      leadFile(files, [
        { address: '1 Late St', ageDays: 4 },
        { address: '2 Late St', ageDays: 20 },
        { address: '3 Late St', ageDays: 4 },
      ]),
    )
    await files.apply(
      (
        await files.bring(
          leadFile(files, [
            { address: '1 Late St', ageDays: 9 },
            { address: '2 Late St', ageDays: 5 },
            { address: '3 Late St', ageDays: 2, owner: 'Newer Owner' },
          ]),
        )
      ).id,
    )

    const applied = await files.apply(first.id)

    expect(first.preview).toMatchObject({ newLeads: 3, merged: 0 })
    expect(applied).toMatchObject({ state: 'applied', outcome: { newLeads: 0, merged: 1, skipped: 2 } })
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  })

  test('leaves out rows that became too old or suppressed after the check, and reports them', async () => {
    const { id } = await files.bring(
      leadFile(files, [
        { address: '1 Waiting St', ageDays: 60 },
        { address: '2 Waiting St' },
        { address: '3 Waiting St' },
      ]),
    )
    const unwanted = await store.testDatabase.pool.query(
      `insert into suppressions (property_key, suppressed_at, cause)
       select property_key, $1, 'owner' from lead_import_rows where address = '2 Waiting St'`,
      [store.clock.now()],
    )
    expect(unwanted.rowCount).toBe(1)
    store.clock.advance(days(1))
    files.admin = await anAdmin(store)

    expect(await files.apply(id)).toMatchObject({ state: 'applied', outcome: { newLeads: 1, skipped: 2 } })
    const later = await files.bring(leadFile(files, [{ address: '2 Waiting St' }, { address: '4 Waiting St' }]))
    expect(later).toMatchObject({ refusedRows: 1, preview: { newLeads: 1, refused: { suppressed: 1 } } })
  })

  test('whose rows were lost in a database crash is rolled back, says so, and can start over', async () => {
    const before = await files.fingerprint()
    const text = leadFile(files, [{ address: '1 Crash St' }, { address: '2 Crash St' }])
    const { id } = await files.bring(text)
    await store.testDatabase.pool.query('truncate lead_import_rows')

    expect(await files.apply(id)).toMatchObject({
      state: 'interrupted',
      problem: expect.stringContaining('Upload the file again'),
    })
    expect(await files.fingerprint()).toEqual(before)
    expect((await files.apply((await files.bring(text)).id)).outcome).toMatchObject({ newLeads: 2 })
  })

  test('is deleted with its rows after 3 days, and can no longer be applied', async () => {
    const { id } = await files.bring(
      leadFile(files, [{ address: '1 Forgotten St' }, { address: '2 Forgotten St', type: 'castle' }]),
    )
    expect(await files.partitions()).toContain(id)
    store.clock.advance(days(3) + 1000)
    const job = store.app.jobs.find(({ name }) => name === 'forget-old-rows')
    await job?.run(store.ctx, {})

    files.admin = await anAdmin(store)
    expect(await files.partitions()).toEqual([])
    expect((await files.read(id)).state).toBe('lapsed')
    expect((await files.apply(id)).code).toBe('lead_import_not_ready')
    const report = await files.admin.call('GET', `/api/admin/lead-imports/${id}/refused.csv`)
    expect(report.body).not.toContain('Forgotten')
    const { rows } = await store.testDatabase.pool.query('select count(*)::int as parts from lead_file_parts')
    expect(rows).toEqual([{ parts: 0 }])
  })

  test('loses its columns with its file, unless it was applied', async () => {
    const text = leadFile(files, [{ address: '1 Column St' }])
    const applied = await files.apply((await files.bring(text)).id)
    const checked = await files.bring(leadFile(files, [{ address: '2 Column St' }]))
    const opened = await files.send(leadFile(files, [{ address: '3 Column St' }]))
    await files.open(opened)
    store.clock.advance(days(3) + 1000)
    await store.app.jobs.find(({ name }) => name === 'forget-old-rows')?.run(store.ctx, {})
    files.admin = await anAdmin(store)

    expect(await files.read(applied.id)).toMatchObject({ columns: applied.columns, mapping: applied.mapping })
    expect(applied.columns).toContain('Address')
    for (const id of [checked.id, opened])
      expect(await files.read(id)).toMatchObject({ state: 'lapsed', columns: [], mapping: null })
  })

  test('is listed with its author, time and outcome', async () => {
    const { id } = await files.bring(leadFile(files, [{ address: '1 Listed St' }]), { source: 'Listed' })
    const listed = await files.admin.call('GET', '/api/admin/lead-imports?limit=1')
    const next = String(listed.headers['x-next-cursor'])
    const second = await files.admin.call('GET', `/api/admin/lead-imports?limit=1&cursor=${next}`)

    expect(listed.body).toMatchObject([{ id, state: 'ready', source: 'Listed', createdBy: 'Ada Admin' }])
    expect(second.body[0].id).not.toBe(id)
    const forged = Buffer.from('["lead-imports","foo 1","x"]').toString('base64url')
    expect((await files.admin.call('GET', `/api/admin/lead-imports?cursor=${forged}`)).body.code).toBe('bad_request')
    expect((await files.admin.call('GET', `/api/admin/lead-imports/lim_${'0'.repeat(22)}`)).body.code).toBe(
      'lead_import_unknown',
    )
  })
})

describe('an import whose node is killed in the middle', () => {
  test('is finished by another node, with each lead once', async () => {
    const { pool } = store.testDatabase
    await files.apply(
      (await files.bring(leadFile(files, [{ address: '1 First St', fips: '48507', type: 'landlord' }]))).id,
    )
    const before = (await pool.query('select count(*)::int as leads from leads')).rows[0].leads
    const counties = ['48001', '48003', '48507']
    const rows = Array.from({ length: 24_000 }, (_, index) => ({
      address: `${index + 1} Killed St`,
      fips: counties[Math.floor(index / 8_000)] ?? '',
      type: 'landlord',
    }))
    const { id } = await files.bring(leadFile(files, rows))
    // The last part waits for someone who holds the lock of its pool, so the node is certainly in the middle.
    const keeper = await pool.connect()
    await keeper.query('begin')
    await keeper.query(`select from lead_pools where pool_id = '48507-landlord-vip' for update`)
    const doomed = await startStore(store.testDatabase.url, { DEMO: '0' })
    onTestFinished(() => void doomed.process.kill('SIGKILL'))
    await files.admin.call('POST', `/api/admin/lead-imports/${id}/apply`)
    await expect.poll(async () => (await files.read(id)).rowsDone, { timeout: 20_000 }).toBe(16_000)

    doomed.process.kill('SIGKILL')
    await doomed.ended
    expect(await files.read(id)).toMatchObject({ state: 'applying', rowsDone: 16_000, rowsToApply: 24_000 })
    await keeper.query('rollback')
    keeper.release()
    const next = await startStore(store.testDatabase.url, { DEMO: '0' })
    onTestFinished(() => void next.process.kill('SIGKILL'))
    await expect.poll(async () => (await files.read(id)).state, { timeout: 30_000 }).toBe('applied')
    next.process.kill('SIGTERM')
    await next.ended

    expect(await files.read(id)).toMatchObject({ outcome: { newLeads: 24_000, skipped: 0 } })
    expect((await pool.query('select count(*)::int as leads from leads')).rows[0].leads).toBe(before + 24_000)
    expect(await findLeadFaults(pool)).toEqual([])
  }, 90_000)
})
