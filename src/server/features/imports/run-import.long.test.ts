/** Readings leave nothing behind when replaced, broken or finished; and which rows can be viewed. */
import { describe, expect, test } from 'vitest'
import { leadFile, MADE_MAPPING, withLeadFiles } from '#testing/lead-files.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { ROWS_MAX } from './file-intake.ts'

const store = withStore()
const files = withLeadFiles(store)

/** Uploads that have rows, refused rows or parts. */
const uploadsWithRows = async (): Promise<number[]> => {
  const rows =
    await store.sql`select substr(relname, 18)::int as upload_no from pg_class where relkind = 'r' and relname ~ '^lead_import_rows_[0-9]+$'
     union select upload_no from import_refusals union select upload_no from lead_import_parts order by 1`
  return rows.map(({ upload_no }) => upload_no)
}
const uploadOf = async (importId: string): Promise<number> =>
  (await store.sql`select upload_no from imports where import_id = ${importId}`)[0].upload_no

describe('a reading', () => {
  test('leaves nothing behind if it is replaced while it runs', async () => {
    const before = await uploadsWithRows()
    const { text } = await files.make({ rows: 60_000, hasDefects: true })
    const importId = await files.send(text)
    await files.open(importId)
    const path = `/api/admin/imports/${importId}/check`
    await files.admin.call('POST', path, { mapping: MADE_MAPPING })
    const reading = store.runJobs()
    await expect
      .poll(async () => (await files.read(importId)).rowsRead, { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(0)

    const again = await files.admin.call('POST', path, { mapping: MADE_MAPPING })
    await reading
    await store.runJobs()

    expect(again.status).toBe(200)
    expect((await files.read(importId)).state).toBe('ready')
    expect(await uploadsWithRows()).toEqual([...before, await uploadOf(importId)])
  }, 60_000)

  test('handles a file of mostly line breaks within its memory limit', async () => {
    const text = leadFile(files, [{ address: '1 Empty St' }])
    const checked = await files.bring(text + '\n'.repeat(ROWS_MAX - 1))
    expect(checked).toMatchObject({ state: 'ready', rowsRead: 1 })
  })

  test('shows the first accepted rows, wherever they are', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ address: `${index + 1} Preview St`, type: 'castle' }))
    const checked = await files.bringRows([...rows, { address: '301 Preview St', type: 'vacant' }])
    const preview = await files.admin.call('POST', `/api/admin/imports/${checked.id}/preview`)
    expect(preview.body).toMatchObject([{ row: 302, address: '301 Preview St' }])
  })

  test('keeps no rows more than an hour after its import ends, even if a node was killed before cleanup', async () => {
    const { id } = await files.bringRows([{ address: '1 Left St' }])
    await files.admin.call('POST', `/api/admin/imports/${id}/apply`)
    // Like a node that is killed at its last step.
    await store.sql`update imports set state = 'applied' where import_id = ${id}`
    expect(await files.partitions()).toContain(id)
    await runScheduled(store, 'forget-old-rows')
    expect(await files.partitions()).not.toContain(id)
    await store.sql`update imports set state = 'undone' where import_id = ${id}`
    await store.runJobs()
  })
})

test('an import keeps its state if its file can no longer be opened', async () => {
  const ready = await files.bringRows([{ address: '1 Broken St' }])
  await store.sql`update import_file_parts set bytes = decode(repeat('00', octet_length(bytes)), 'hex') where import_id = ${ready.id}`
  expect((await files.open(ready.id)).body.code).toBe('file_refused')
  expect((await files.read(ready.id)).state).toBe('ready')
  await store.sql`delete from import_file_parts where import_id = ${ready.id}`
  expect((await files.open(ready.id)).body).toMatchObject({
    code: 'import_not_ready',
    message: expect.stringContaining('Start a new import'),
  })
  await files.apply(ready.id)
  expect((await files.read(ready.id)).state).toBe('applied')
})
