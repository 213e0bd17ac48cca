/** What a store does when its PostgreSQL is killed, cannot start, or does not end. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aUsedDataDir, kill, settings, start, startInOtherProcess } from '#testing/embedded-postgres.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

async function killPostmaster(dataDir: string): Promise<number> {
  const pid = (await readPostmasterFile(join(dataDir, 'postgres')))?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Keeps a processor busy inside the server without ever looking whether its main process lives. */
const BUSY_FOR_MINUTES = `select count(*) from pg_catalog.pg_class a, pg_catalog.pg_class b, pg_catalog.pg_class c, pg_catalog.pg_class d`

test.each(['started', 'found running'])(
  'a PostgreSQL that was %s and is killed comes back at the same address, without the work that survived it',
  async (how) => {
    const dataDir = await aUsedDataDir()
    if (how === 'found running') await kill((await startInOtherProcess(dataDir)).app)
    const lines: string[] = []
    const postgres = await start(dataDir, lines, true)
    await execute(postgres.ownerUrl, 'create table mark as select 7 as id')
    const busy = execute(postgres.url, BUSY_FOR_MINUTES).catch((error: Error) => error.message)
    const working = `select pid from pg_stat_activity where query like '%pg_class d' and pid <> pg_backend_pid()`
    await expect.poll(() => execute(postgres.ownerUrl, working)).toHaveLength(1)
    const [worker] = await execute(postgres.ownerUrl, working)

    const killed = await killPostmaster(dataDir)

    await expect.poll(() => lines.at(-1), { timeout: 30_000 }).toContain('it is back')
    expect(lines.join('\n')).toContain(`PostgreSQL (process ${killed}) ended or was killed: starting it again`)
    expect(await execute(postgres.ownerUrl, 'select id from mark')).toEqual([{ id: 7 }])
    expect(await isAlive(Number(worker?.pid))).toBe(false)
    expect(await busy).toMatch(/terminated|ECONNRESET/)
    expect((await startInOtherProcess(dataDir)).said).toContain(`process ${process.pid}`)
    await postgres.stop()
    expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull()
  },
  180_000,
)

test('a PostgreSQL that cannot start again is tried until it can, and its own words are told each time', async () => {
  const dataDir = await aUsedDataDir()
  const lines: string[] = []
  const postgres = await start(dataDir, lines, true)
  const control = join(dataDir, 'postgres', 'global', 'pg_control')

  await rename(control, `${control}.away`)
  await killPostmaster(dataDir)
  await expect.poll(() => lines.at(-1), { timeout: 30_000 }).toMatch(/pg_control.*tries again in \d+ s/s)
  await rename(`${control}.away`, control)

  await expect.poll(() => lines.at(-1), { timeout: 30_000 }).toContain('it is back')
  expect(await execute(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
}, 180_000)

test('a start that fails after PostgreSQL runs stops it, and says why in the words of its log', async () => {
  const dataDir = await aUsedDataDir()
  const tooSmall = { default_transaction_read_only: 'on' }

  const failing = startEmbeddedPostgres({ dataDir, settings: { ...settings, ...tooSmall }, log: () => {} })

  await expect(failing).rejects.toThrow(
    /read-only transaction.*postgres\.log, ends with:.*ready to accept connections/s,
  )
  expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull()
})

test('a PostgreSQL of an earlier start that never closes is ended, and the store starts', async () => {
  const dataDir = await aUsedDataDir()
  const { app, said: url } = await startInOtherProcess(dataDir)
  await kill(app)
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  // A checkpointer that is stopped keeps it from closing, as a full disk does.
  const [checkpointer] = await execute(url, `select pid from pg_stat_activity where backend_type = 'checkpointer'`)
  process.kill(Number(checkpointer?.pid), 'SIGSTOP')
  process.kill(file?.pid ?? 0, 'SIGINT')
  await expect.poll(async () => (await readPostmasterFile(join(dataDir, 'postgres')))?.status).toBe('stopping')
  const lines: string[] = []

  const postgres = await start(dataDir, lines)

  expect(lines.join('\n')).toContain('does not close: ending it')
  expect(await execute(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
}, 180_000)
