/** Backups of a running database, and what restores make of them or refuse. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { settings } from '#testing/embedded-postgres.ts'
import { aFolder } from '#testing/folders.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { backupProblems } from './backup-config.ts'
import { restoreBackup } from './restore-backup.ts'
import { makeKey, recipientsOf } from './seal.ts'
import { type Backup, choosePruned, listBackups, takeBackup } from './take-backup.ts'

const folder = aFolder()
const inside = (name: string) => join(folder, name)
const backups = inside('backups')
const log = () => undefined
/** With so little log kept, a backup under writes has to hold on to what it needs. */
const busySettings = { ...settings, max_wal_size: '32MB', min_wal_size: '32MB' }
const start = (name: string) => startEmbeddedPostgres({ dataDir: inside(name), settings: busySettings, log })

let postgres: EmbeddedPostgres
let key: string
let recipients: string[]
let backup: Backup
const source = (name = 'store', { ownerUrl } = postgres) => ({ ownerUrl, dataDir: inside(name) })
const restore = (into: string, changed: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ from: backups, into: inside(into), key, settings, log, ...changed })
const notesOf = async (url: string, table = 'notes') =>
  (await execute(url, `select note from ${table} order by note`)).map(({ note }) => note)

beforeAll(async () => {
  // As root, PostgreSQL's user has to get in.
  await chmod(folder, 0o711)
  key = (await makeKey()).key
  recipients = await recipientsOf({ key, recipient: (await makeKey()).recipient })
  postgres = await start('store')
  await execute(postgres.ownerUrl, `create table notes as select 0 as note, '' as filling`)
  await execute(postgres.ownerUrl, 'create table copies as select 0 as note')
  backup = await takeBackup(source(), backups, recipients)
})
afterAll(() => postgres.stop())

test('a backup that is killed leaves the one before usable, and the next one removes what it left', async () => {
  const program = `
    import { globSync, statSync } from 'node:fs'
    const { takeBackup } = await import(${JSON.stringify(new URL('./take-backup.ts', import.meta.url).href)})
    setInterval(() => {
      const [part] = globSync(${JSON.stringify(join(backups, '*.part'))})
      if (part && statSync(part).size > 0) process.kill(process.pid, 'SIGKILL')
    }, 1)
    await takeBackup(...${JSON.stringify([source(), backups, recipients])})
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  const [left = ''] = (await readdir(backups)).filter((name) => name !== backup.name)

  expect([signal, left]).toEqual(['SIGKILL', expect.stringMatching(/[.]part$/)])
  expect((await stat(join(backups, left))).size).toBeGreaterThan(0)
  const restored = await restore('after-kill')
  expect([restored.backup, await notesOf(restored.ownerUrl)]).toEqual([backup, [0]])
  await restored.stop()
  // Until PostgreSQL notices that the killed one is gone, it counts as running.
  const next = await vi.waitFor(() => takeBackup(source(), backups, recipients), { timeout: 60_000 })
  expect(await listBackups(backups)).toEqual([backup, next])
  expect(await readdir(backups)).toHaveLength(2)
})

test('the second of two backups at once is refused', async () => {
  const outcomes = await Promise.allSettled([1, 2].map(() => takeBackup(source(), inside('two'), recipients)))

  const refused = outcomes.find(({ status }) => status === 'rejected')
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(refused).toMatchObject({ reason: { message: 'Another backup of this store is running.' } })
})

test('another database cannot write to the same place', async () => {
  const other = await start('other')
  const taking = takeBackup(source('other', other), backups, recipients)
  await expect(taking).rejects.toThrow('has the backups of another database')
  await other.stop()
})

test('a restore refuses a folder with anything in it, and touches nothing there', async () => {
  await mkdir(inside('mine'))
  await writeFile(join(inside('mine'), 'mine.txt'), 'mine')

  for (const into of ['mine', 'store']) await expect(restore(into)).rejects.toThrow('is not empty')
  expect(await readdir(inside('mine'))).toEqual(['mine.txt'])
})

test('another key, half a key and no key are named as the reason, and nothing stays', async () => {
  const { key: other } = await makeKey()
  await expect(restore('wrong', { key: other })).rejects.toThrow('BACKUP_KEY is not the key that leadyard-')
  await expect(restore('wrong', { key: key.slice(0, -2) })).rejects.toThrow('not a complete key')
  await expect(restore('wrong', { key: undefined })).rejects.toThrow('Set BACKUP_KEY')
  expect(await readdir(inside('wrong'))).toEqual([])
})

test.each(['sealed', 'plain'])('a %s backup that was changed or cut is refused, and nothing stays', async (how) => {
  const { name } = await takeBackup(source(), inside(how), how === 'plain' ? [] : recipients)
  const path = join(inside(how), name)
  const good = await readFile(path)
  const middle = Math.floor(good.length / 2)
  const changed = Buffer.from(good)
  changed[middle] = (changed[middle] ?? 0) ^ 1

  for (const bad of [changed, good.subarray(0, middle), good.subarray(0, -20)]) {
    await writeFile(path, bad)
    await expect(restore('bad', { from: inside(how) })).rejects.toThrow(`${name} is damaged`)
  }
  expect(await readdir(inside('bad'))).toEqual([])
})

test('a place without backups, or without the one that is asked for, says so', async () => {
  await mkdir(inside('empty'), { recursive: true })

  await expect(restore('none', { from: inside('empty') })).rejects.toThrow(`no backup in ${inside('empty')}`)
  await expect(restore('none', { name: 'x' })).rejects.toThrow(`no x in ${backups}. It has:\n${backup.name}`)
})

test('the last day keeps all backups, the days before keep their last, and the newest always stays', () => {
  const now = new Date('2026-11-26T12:30:00Z')
  const at = (ageMs: number): Backup => {
    const takenAt = new Date(now.getTime() - ageMs)
    return { name: takenAt.toISOString(), cluster: '7', takenAt }
  }
  const hourly = Array.from({ length: 24 * 5 }, (_, index) => at(hours(index))).toReversed()
  const pruned = choosePruned(hourly, { now, keepDays: 3 })
  const kept = hourly.filter((one) => !pruned.includes(one)).map(({ name }) => name.slice(0, 13))

  expect(kept.slice(0, 3)).toEqual(['2026-11-23T23', '2026-11-24T23', '2026-11-25T12'])
  expect(kept).toHaveLength(3 + 24)
  expect(choosePruned([at(days(90)), at(days(80))], { now, keepDays: 3 })).toEqual([at(days(90))])
})

test.each([
  [{ BACKUP_TO: '/b', DATABASE_URL: 'postgres://x' }, 'pgBackRest'],
  [{ BACKUP_TO: 's3://bucket/leadyard' }, 'must be a folder'],
  [{ BACKUP_KEY: 'hunter2' }, 'BACKUP_KEY must be'],
  [{ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1A' }, 'BACKUP_RECIPIENT must be'],
])('the configuration refuses %o', (env, problem) => {
  expect(backupProblems({ BACKUP_KEEP_DAYS: 14, ...env })).toEqual([expect.stringContaining(problem)])
})

test('a backup under writes has every row from before and no half of a transaction, and opens once its store is lost', async () => {
  const committed: number[] = []
  const stopping = new AbortController()
  const writers = [1, 2, 3, 4].map(async (first) => {
    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    await client.connect()
    for (let note = first; !stopping.signal.aborted; note += 4) {
      await client.query(
        `begin;
         insert into notes select ${note}, string_agg(md5(random()::text), '') from generate_series(1, 300);
         insert into copies values (${note});
         commit`,
      )
      committed.push(note)
    }
    await client.end()
  })
  await vi.waitUntil(() => committed.length > 200, { timeout: 60_000 })
  const before = [...committed]
  const { name } = await takeBackup(source(), backups, recipients)
  stopping.abort()
  await Promise.all(writers)
  await postgres.stop()
  await rm(inside('store'), { recursive: true })

  const restored = await restore('restored')
  await restored.stop()
  const again = await start('restored')
  const [notes, copies] = [await notesOf(again.ownerUrl), await notesOf(again.ownerUrl, 'copies')]
  await again.stop()

  expect(restored.backup.name).toBe(name)
  expect(before.filter((note) => !notes.includes(note))).toEqual([])
  expect(copies).toEqual(notes)
})
