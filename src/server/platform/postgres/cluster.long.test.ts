import { readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { aDataDir, kill, settings, startInOtherProcess } from '#testing/embedded-postgres.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

const start = (dataDir: string, archiving: { isArchived?: boolean } = {}) =>
  startEmbeddedPostgres({ dataDir, settings, ...archiving, log: () => undefined })

const archiveModeOf = async (url: string) => (await execute(url, 'show archive_mode'))[0]?.archive_mode

test('a database that was left running is restarted when backups are turned on, and keeps running otherwise', async () => {
  const dataDir = await aDataDir()
  /** Starts the database from a process that is then killed, so that the database goes on without an app. */
  const leaveRunning = async () => kill((await startInOtherProcess(dataDir)).app)

  await leaveRunning()
  const asIs = await start(dataDir)
  const before = { isAttached: asIs.attached, mode: await archiveModeOf(asIs.ownerUrl) }
  await asIs.stop()
  await leaveRunning()
  const turnedOn = await start(dataDir, { isArchived: true })
  const after = { isAttached: turnedOn.attached, mode: await archiveModeOf(turnedOn.ownerUrl) }
  await turnedOn.stop()

  expect(before).toEqual({ isAttached: true, mode: 'off' })
  expect(after).toEqual({ isAttached: false, mode: 'on' })
})

test('what is written is put aside as a whole segment', async () => {
  const postgres = await start(await aDataDir(), { isArchived: true })
  await execute(postgres.ownerUrl, 'create table notes (text text)')
  const [row] = await execute(postgres.ownerUrl, 'select pg_walfile_name(pg_switch_wal()) as file')
  await vi.waitUntil(async () => (await readdir(postgres.archiveDir)).includes(String(row?.file)), { timeout: 60_000 })
  await postgres.stop()
})
