import { spawn } from 'node:child_process'
import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDataDir, aUsedDataDir, kill, start, startInOtherProcess } from '#testing/embedded-postgres.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { readPostmasterFile } from './postmaster-file.ts'

const CONNECTED_FROM = `select coalesce(host(inet_client_addr()), 'socket') as "from"`

test.each(['leadyard-so-long-'.repeat(6), 'leadyard, with a comma-'])(
  'in the folder %j, where no socket is possible, it is reached over loopback',
  async (name) => {
    const dataDir = await aDataDir(name)

    const postgres = await start(dataDir)

    expect(await execute(postgres.url, CONNECTED_FROM)).toEqual([{ from: '127.0.0.1' }])
  },
)

test('attaches over loopback to a PostgreSQL left running by a release without a socket', async () => {
  const dataDir = await aUsedDataDir()
  const { app } = await startInOtherProcess(dataDir, { unix_socket_directories: '' })
  await kill(app)

  const postgres = await start(dataDir)

  expect(await execute(postgres.url, CONNECTED_FROM)).toEqual([{ from: '127.0.0.1' }])
})

test('a folder from before the store had its own role gets one, which is not a superuser', async () => {
  const dataDir = await aUsedDataDir()
  const before = await start(dataDir)
  await execute(before.ownerUrl, 'create table mark as select 7 as id')
  await before.stop()
  const old = await start(dataDir)
  await execute(old.ownerUrl, 'alter role leadyard_store superuser createrole password null')
  await old.stop()

  const postgres = await start(dataDir)

  const role = `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication from pg_roles where rolname = current_user`
  expect(await execute(postgres.url, role)).toEqual([
    {
      rolname: 'leadyard_store',
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolbypassrls: false,
      rolreplication: false,
    },
  ])
  await expect(execute(postgres.url, 'select id from mark')).rejects.toThrow(/permission denied/)
  await expect(execute(postgres.url, 'create table other (id int)')).rejects.toThrow(/permission denied/)
})

test('data survives a stop and a new start', async () => {
  const dataDir = await aUsedDataDir()
  const first = await start(dataDir)
  await execute(first.ownerUrl, 'create table mark as select 7 as id')
  await first.stop()
  expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull()

  const second = await start(dataDir)

  expect(second.attached).toBe(false)
  expect(await execute(second.ownerUrl, 'select id from mark')).toEqual([{ id: 7 }])
})

test('of two first starts at the same moment one gets the folder and the other is told', async () => {
  const dataDir = await aDataDir()

  const both = await Promise.all([startInOtherProcess(dataDir), startInOtherProcess(dataDir)])

  const said = both.map((one) => one.said).sort()
  expect(said[0]).toMatch(/^Another app \(process \d+\) already runs/)
  expect(said[1]).toMatch(/^postgres:/)
  for (const { app } of both) await kill(app)
  await (await start(dataDir)).stop()
})

test('a kill while the cluster is being created leaves nothing half-made', async () => {
  const dataDir = await aDataDir()
  const module = new URL('./start-embedded-postgres.ts', import.meta.url).href
  const program = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })`
  const app = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  const scratch = `postgres.new-${app.pid}`
  await expect.poll(() => readdir(join(dataDir, scratch, 'cluster')), { interval: 5, timeout: 10_000 }).not.toEqual([])
  await kill(app)
  expect(await readdir(dataDir)).not.toContain('postgres')

  const postgres = await start(dataDir)

  expect(await execute(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
})

test.each([
  ['a process that is gone', () => 2 ** 22 - 3],
  ['a living process that is something else', () => process.pid],
])('a postmaster.pid left by a crash of the machine, naming %s, does not stop the next start', async (_, pid) => {
  const dataDir = await aUsedDataDir()
  const first = await start(dataDir)
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  const [, ...lines] = (await readFile(path, 'utf8')).split('\n')
  await first.stop()
  await writeFile(path, [pid(), ...lines].join('\n'), { mode: 0o600 })
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  await chown(path, uid, gid)

  const second = await start(dataDir)

  expect(second.attached).toBe(false)
  expect(await execute(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('committed work survives a killed PostgreSQL, and the next start waits for its recovery', async () => {
  const dataDir = await aUsedDataDir()
  const first = await start(dataDir)
  await execute(first.ownerUrl, 'create table mark as select generate_series(1, 50000) as id')
  const running = await readPostmasterFile(join(dataDir, 'postgres'))
  process.kill(running?.pid ?? 0, 'SIGKILL')
  await first.stop()

  const second = await start(dataDir)

  expect(await execute(second.ownerUrl, 'select count(*)::int as count from mark')).toEqual([{ count: 50_000 }])
})

test('the app keeps its folder after PostgreSQL ended every session', async () => {
  const dataDir = await aUsedDataDir()
  const lines: string[] = []
  const postgres = await start(dataDir, lines)

  await execute(
    postgres.ownerUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  )

  await expect.poll(() => lines.at(-1), { timeout: 10_000 }).toContain('it is back')
  const { said } = await startInOtherProcess(dataDir)
  expect(said).toContain(`process ${process.pid}`)
})
