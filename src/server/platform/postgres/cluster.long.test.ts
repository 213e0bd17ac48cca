import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

const settings = { fsync: 'off' }

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leadyard-archive-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = (isArchived?: boolean) =>
  startEmbeddedPostgres({
    dataDir,
    settings,
    ...(isArchived === undefined ? {} : { isArchived }),
    log: () => undefined,
  })

/** Starts the database from a process that is then killed, so that the database goes on without an app. */
async function leaveRunning(): Promise<void> {
  const module = new URL('./start-embedded-postgres.ts', import.meta.url).href
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)}, isArchived: false, log: () => {} })
    process.kill(process.pid, 'SIGKILL')`
  await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit')
}

async function archiveModeOf(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode')
  await client.end()
  return rows[0]?.archive_mode
}

test('a database that was left running is restarted when backups are turned on, and keeps running otherwise', async () => {
  await leaveRunning()
  const asIs = await start()
  const before = { isAttached: asIs.attached, mode: await archiveModeOf(asIs.ownerUrl) }
  await asIs.stop()
  await leaveRunning()
  const turnedOn = await start(true)
  const after = { isAttached: turnedOn.attached, mode: await archiveModeOf(turnedOn.ownerUrl) }
  await turnedOn.stop()

  expect(before).toEqual({ isAttached: true, mode: 'off' })
  expect(after).toEqual({ isAttached: false, mode: 'on' })
})

test('what is written is put aside as a whole segment', async () => {
  const postgres = await start(true)
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query('create table notes (text text)')
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await client.end()
  await vi.waitUntil(async () => (await readdir(postgres.archiveDir)).includes(rows[0]?.file ?? ''), {
    timeout: 60_000,
  })
  await postgres.stop()
})
