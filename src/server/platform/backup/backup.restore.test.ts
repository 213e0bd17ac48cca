/** One backup and what a restore makes of it, and refuses; backup.long.test.ts has the rest. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { query } from '#testing/embedded-postgres.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/start-embedded-postgres.ts'
import type { Manifest } from './names.ts'
import { readWalObject } from './names.ts'
import { openFolder } from './open-destination.ts'
import { restoreBackup } from './restore-backup.ts'
import { makeKey } from './seal.ts'
import { shipWal } from './ship-wal.ts'
import { takeBackup } from './take-backup.ts'

let folder: string
let postgres: EmbeddedPostgres
let key: string
let manifest: Manifest
/** Between two rows. */
let between: Date
const backups = () => openFolder(join(folder, 'backups'))
const restore = (to: Date | 'latest', into: string, withKey = key) =>
  restoreBackup(backups(), { to, into: join(folder, into), key: withKey, isTrial: true, log: () => undefined })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadyard-backup-'))
  // As root, PostgreSQL's user has to get in.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'store')
  const { key: made, recipient } = await makeKey()
  key = made
  postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off' },
    isArchived: true,
    log: () => undefined,
  })
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query(`create table notes as select 'before the backup' as text`)
  manifest = await takeBackup({ ...postgres, dataDir }, backups(), [recipient])
  await client.query(`insert into notes values ('first')`)
  // Dates know only whole milliseconds, so it lies one after the row.
  const moment = `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as at, pg_sleep(0.002)`
  between = (await client.query(moment)).rows[0].at
  await client.query(`insert into notes values ('second')`)
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as file')
  await client.end()
  await vi.waitUntil(async () => (await readdir(postgres.archiveDir)).includes(rows[0].file), { timeout: 60_000 })
  await shipWal(postgres.archiveDir, backups(), [recipient])
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a restore to a time between two rows finds exactly the first', async () => {
  const restored = await restore(between, 'between')
  const notes = await query(restored.ownerUrl, 'select text from notes order by text')
  await restored.stop()

  expect(notes).toEqual([{ text: 'before the backup' }, { text: 'first' }])
  expect(restored.timeReached && restored.timeReached <= between).toBe(true)
  expect(restored.manifest).toEqual(manifest)
})

test('a restore refuses a folder with anything in it, and touches nothing there', async () => {
  const into = join(folder, 'mine')
  await mkdir(into)
  await writeFile(join(into, 'mine.txt'), 'mine')

  await expect(restore('latest', 'mine')).rejects.toThrow('is not empty')
  await expect(restore('latest', 'store')).rejects.toThrow('A store is running on')
  expect(await readdir(into)).toEqual(['mine.txt'])
})

test('another key is named as the reason, and nothing is written', async () => {
  await expect(restore('latest', 'wrong', (await makeKey()).key)).rejects.toThrow('is not the key that')
  expect(await readdir(folder)).not.toContain('wrong')
})

test.each(['files', 'log'])('tampered %s are found before anything is restored', async (what) => {
  const objects = await backups().list(what === 'files' ? 'base/' : 'wal/')
  const object = what === 'files' ? objects[0] : objects.findLast(({ name }) => readWalObject(name)?.kind === 'segment')
  const path = join(folder, 'backups', object?.name ?? '')
  const good = await readFile(path)
  const bad = Buffer.from(good)
  bad[bad.length - 40] = (bad[bad.length - 40] ?? 0) ^ 1
  await writeFile(path, bad)

  await expect(restore('latest', 'tampered')).rejects.toThrow('is damaged')
  await writeFile(path, good)
  expect(await readdir(join(folder, 'tampered')).catch(() => [])).toEqual([])
})
