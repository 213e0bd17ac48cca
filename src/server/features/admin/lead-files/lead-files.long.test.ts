import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { leadFile, withLeadFiles } from '#testing/lead-files.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { startStore } from '#testing/store-process.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
beforeAll(() => store.clock.advanceToNoon())
const files = withLeadFiles(store)

test('an import whose rows were lost in a database crash is rolled back, says so, and can start over', async () => {
  const before = await files.fingerprint()
  const text = leadFile(files, [{ address: '1 Crash St' }, { address: '2 Crash St' }])
  const { id } = await files.bring(text)
  await store.sql`truncate lead_import_rows`
  expect(await files.apply(id)).toMatchObject({
    state: 'interrupted',
    problem: expect.stringContaining('Upload the file again'),
  })
  expect(await files.fingerprint()).toEqual(before)
  expect((await files.apply((await files.bring(text)).id)).outcome).toMatchObject({ newLeads: 2 })
})

test('an import loses its columns with its file, unless it was applied', async () => {
  const text = leadFile(files, [{ address: '1 Column St' }])
  const applied = await files.apply((await files.bring(text)).id)
  const checked = await files.bringRows([{ address: '2 Column St' }])
  const opened = await files.send(leadFile(files, [{ address: '3 Column St' }]))
  await files.open(opened)
  store.clock.advance(days(3) + 1000)
  await runScheduled(store, 'forget-old-rows')
  expect(await files.read(applied.id)).toMatchObject({ columns: applied.columns, mapping: applied.mapping })
  expect(applied.columns).toContain('Address')
  for (const id of [checked.id, opened])
    expect(await files.read(id)).toMatchObject({ state: 'lapsed', columns: [], mapping: null })
})

test('an import whose node is killed in the middle is finished by another node, with each lead once', async () => {
  const { pool } = store.testDatabase
  await files.apply((await files.bringRows([{ address: '1 First St', fips: '48507', type: 'landlord' }])).id)
  const before = (await pool.query('select count(*)::int as leads from leads')).rows[0].leads
  const counties = ['48001', '48003', '48507']
  const rows = Array.from({ length: 24_000 }, (_, index) => ({
    address: `${index + 1} Killed St`,
    fips: counties[Math.floor(index / 8_000)] ?? '',
    type: 'landlord',
  }))
  const { id } = await files.bringRows(rows)
  // The last part waits for someone who holds the lock of its pool, so the node is certainly in the middle.
  const keeper = await pool.connect()
  await keeper.query('begin')
  await keeper.query(`select from lead_pools where pool_id = '48507-landlord-vip' for update`)
  const doomed = await startStore(store.testDatabase.url, { DEMO: '0' })
  onTestFinished(() => void doomed.process.kill('SIGKILL'))
  await files.admin.call('POST', `/api/admin/imports/${id}/apply`)
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
