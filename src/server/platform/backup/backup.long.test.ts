import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/start-embedded-postgres.ts'
import { openFolder } from './open-destination.ts'
import { restoreBackup } from './restore-backup.ts'
import { makeKey } from './seal.ts'
import { shipWal } from './ship-wal.ts'
import { takeBackup } from './take-backup.ts'

/** These tests lose no machine, so skipping the flush to disk changes nothing that they check. */
const settings = { fsync: 'off' }

let folder: string
let postgres: EmbeddedPostgres
let key: string
let recipients: string[]
let pool: pg.Pool
let between: Date
/** After the last row, with nothing later in the log. */
let end: Date
const backups = () => openFolder(join(folder, 'backups'))
const dataDir = () => join(folder, 'store')
const source = () => ({ ...postgres, dataDir: dataDir() })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadyard-backup-'))
  // As root, PostgreSQL's user has to get in.
  await chmod(folder, 0o711)
  const made = await makeKey()
  key = made.key
  recipients = [made.recipient]
  postgres = await startEmbeddedPostgres({ dataDir: dataDir(), settings, isArchived: true, log: () => undefined })
  pool = new pg.Pool({ connectionString: postgres.ownerUrl })
  pool.on('error', () => undefined)
  await pool.query('create table notes (text text)')
  await pool.query(`insert into notes values ('before the backup')`)
  await takeBackup(source(), backups(), recipients)
  await pool.query(`insert into notes values ('first')`)
  between = await aMoment()
  await pool.query(`insert into notes values ('second')`)
  end = await aMoment()
  await closeSegment()
})

afterAll(async () => {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A time between two changes. Dates know only whole milliseconds, so it lies a millisecond after the change before. */
async function aMoment(): Promise<Date> {
  const { rows } = await pool.query(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as moment, pg_sleep(0.002)`,
  )
  return rows[0].moment
}

/** Has PostgreSQL archive what it wrote, and ships it. */
async function closeSegment(): Promise<void> {
  const { rows } = await pool.query('select pg_walfile_name(pg_switch_wal()) as file')
  await vi.waitUntil(async () => (await readdir(postgres.archiveDir)).includes(rows[0].file), { timeout: 60_000 })
  await shipWal(postgres.archiveDir, backups(), recipients)
}

const restore = (to: Date | 'latest', into: string, options: { key?: string; isTrial?: boolean } = {}) =>
  restoreBackup(backups(), { to, into: join(folder, into), key, isTrial: true, log: () => undefined, ...options })

async function notesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ text: string }>('select text from notes order by text')
  await client.end()
  return rows.map(({ text }) => text)
}

test('a restore to a time after which nothing happened finds everything', async () => {
  const restored = await restore(end, 'end')
  const notes = await notesOf(restored.ownerUrl)
  await restored.stop()

  expect(notes).toEqual(['before the backup', 'first', 'second'])
})

test('the restored folder starts as a store of its own, with the same passwords', async () => {
  const restored = await restore('latest', 'latest', { isTrial: false })
  await restored.stop()
  const again = await startEmbeddedPostgres({
    dataDir: join(folder, 'latest'),
    settings,
    isArchived: true,
    log: () => undefined,
  })
  const notes = await notesOf(again.ownerUrl)
  const archived = await readdir(again.archiveDir)
  await again.stop()

  expect(notes).toEqual(['before the backup', 'first', 'second'])
  expect(archived, 'the history of its own timeline').toContain('00000002.history')
})

test('the second of two backups at once is refused', async () => {
  const outcomes = await Promise.allSettled([1, 2].map(() => takeBackup(source(), backups(), recipients)))

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason.message).toBe('Another backup of this store is running.')
})

test('another database cannot write to the same place', async () => {
  const other = await startEmbeddedPostgres({
    dataDir: join(folder, 'other'),
    settings,
    isArchived: true,
    log: () => undefined,
  })
  const taking = takeBackup({ ...other, dataDir: join(folder, 'other') }, backups(), recipients)
  await expect(taking).rejects.toThrow('has the backups of another database')
  await other.stop()
})

test('a backup that is killed leaves nothing that a restore takes, and the next one removes the rest', async () => {
  const module = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    const { takeBackup } = await import(${module('./take-backup.ts')})
    const { openFolder } = await import(${module('./open-destination.ts')})
    const destination = openFolder(${JSON.stringify(join(folder, 'backups'))})
    const put = destination.put
    // Killed when all files are written but the manifest is not.
    destination.put = async (name, content) => {
      if (name.endsWith('manifest.json')) process.kill(process.pid, 'SIGKILL')
      await put(name, content)
    }
    await takeBackup(${JSON.stringify(source())}, destination, ${JSON.stringify(recipients)})`
  const before = await backups().list('base/')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  const after = await backups().list('base/')

  expect(signal).toBe('SIGKILL')
  expect(after).toHaveLength(before.length + 1)
  const manifest = await takeBackup(source(), backups(), recipients)
  const left = (await backups().list('base/')).map(({ name }) => name)
  expect(left).toHaveLength(before.length + 2)
  expect(left.filter((name) => name.includes(manifest.id))).toHaveLength(2)
})

test('a restored store is backed up and restored again, and times before its restore follow the old one', async () => {
  const restored = await restore('latest', 'second', { isTrial: false })
  await restored.stop()
  const dataDir = join(folder, 'second')
  const again = await startEmbeddedPostgres({ dataDir, settings, isArchived: true, log: () => undefined })
  const client = new pg.Client({ connectionString: again.ownerUrl })
  await client.connect()
  await client.query(`insert into notes values ('third')`)
  await client.end()
  await again.stop()
  // As it stops, PostgreSQL archives the rest.
  await shipWal(again.archiveDir, backups(), recipients)

  const later = await restore('latest', 'later')
  const laterNotes = await notesOf(later.ownerUrl)
  await later.stop()
  const earlier = await restore(between, 'earlier')
  const earlierNotes = await notesOf(earlier.ownerUrl)
  await earlier.stop()

  expect(laterNotes).toEqual(['before the backup', 'first', 'second', 'third'])
  expect(earlierNotes).toEqual(['before the backup', 'first'])
  expect([restored.timeline, later.timeline, earlier.timeline]).toEqual([2, 3, 3])
})

test('a log that was archived late is replayed up to the time all the same', async () => {
  const place = openFolder(join(folder, 'stalled'))
  await takeBackup(source(), place, recipients)
  const closeLate = async () => {
    const { rows } = await pool.query('select pg_walfile_name(pg_switch_wal()) as file')
    await vi.waitUntil(async () => (await readdir(postgres.archiveDir)).includes(rows[0].file), { timeout: 60_000 })
  }
  await pool.query(`insert into notes values ('while it stalled')`)
  await closeLate()
  await pool.query(`insert into notes values ('while it still stalled')`)
  const time = await aMoment()
  await pool.query(`insert into notes values ('too late')`)
  await closeLate()
  // As if the disk of the archive had been full until now.
  const now = new Date()
  for (const file of await readdir(postgres.archiveDir)) await utimes(join(postgres.archiveDir, file), now, now)
  await shipWal(postgres.archiveDir, place, recipients)

  const into = join(folder, 'caught-up')
  const restored = await restoreBackup(place, { to: time, into, key, isTrial: true, log: () => undefined })
  const notes = await notesOf(restored.ownerUrl)
  await restored.stop()

  expect(notes).toEqual(['before the backup', 'first', 'second', 'while it stalled', 'while it still stalled'].sort())
})
