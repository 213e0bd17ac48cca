import { spawn } from 'node:child_process'
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDataDir, aUsedDataDir, kill, query, start, startInOtherProcess } from '#testing/embedded-postgres.ts'
import { readPostmasterFile } from './postmaster-file.ts'

test('the first start creates a cluster for loopback only, with a password that only its owner can read', async () => {
  const dataDir = await aDataDir()

  const postgres = await start(dataDir)

  const rows = await query(
    postgres.ownerUrl,
    `select current_setting('listen_addresses') as addresses, current_setting('timezone') as timezone,
            current_setting('password_encryption') as passwords, current_setting('synchronous_commit') as commits,
            pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([
    { addresses: '127.0.0.1', timezone: 'UTC', passwords: 'scram-sha-256', commits: 'on', encoding: 'UTF8' },
  ])
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  for (const host of [new URL(postgres.ownerUrl).hostname, '127.0.0.1']) {
    const wrong = new URL(postgres.ownerUrl)
    wrong.hostname = host
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  }
})

const CONNECTED_FROM = `select coalesce(host(inet_client_addr()), 'socket') as "from"`

test('the store reaches it through a socket in a folder that only its user can enter', async () => {
  const dataDir = await aDataDir()

  const postgres = await start(dataDir)

  expect(await query(postgres.url, CONNECTED_FROM)).toEqual([{ from: 'socket' }])
  const socketDir = decodeURIComponent(new URL(postgres.url).hostname)
  expect((await stat(socketDir)).mode & 0o077).toBe(0)
})

test.each(['leadyard-so-long-'.repeat(6), 'leadyard, with a comma-'])(
  'in the folder %j, where no socket is possible, it is reached over loopback',
  async (name) => {
    const dataDir = await aDataDir(name)

    const postgres = await start(dataDir)

    expect(await query(postgres.url, CONNECTED_FROM)).toEqual([{ from: '127.0.0.1' }])
  },
)

test('attaches over loopback to a PostgreSQL left running by a release without a socket', async () => {
  const dataDir = await aUsedDataDir()
  const { app } = await startInOtherProcess(dataDir, { unix_socket_directories: '' })
  await kill(app)

  const postgres = await start(dataDir)

  expect(await query(postgres.url, CONNECTED_FROM)).toEqual([{ from: '127.0.0.1' }])
})

test('a folder from before the store had its own role gets one, which is not a superuser', async () => {
  const dataDir = await aUsedDataDir()
  const before = await start(dataDir)
  await query(before.ownerUrl, 'create table mark as select 7 as id')
  await before.stop()
  const old = await start(dataDir)
  await query(old.ownerUrl, 'alter role leadyard_store superuser createrole password null')
  await old.stop()

  const postgres = await start(dataDir)

  const role = `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication from pg_roles where rolname = current_user`
  expect(await query(postgres.url, role)).toEqual([
    {
      rolname: 'leadyard_store',
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolbypassrls: false,
      rolreplication: false,
    },
  ])
  await expect(query(postgres.url, 'select id from mark')).rejects.toThrow(/permission denied/)
  await expect(query(postgres.url, 'create table other (id int)')).rejects.toThrow(/permission denied/)
})

test('data survives a stop and a new start', async () => {
  const dataDir = await aUsedDataDir()
  const first = await start(dataDir)
  await query(first.ownerUrl, 'create table mark as select 7 as id')
  await first.stop()
  expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull()

  const second = await start(dataDir)

  expect(second.attached).toBe(false)
  expect(await query(second.ownerUrl, 'select id from mark')).toEqual([{ id: 7 }])
})

test('a start after a killed app attaches to the PostgreSQL that survived, and owns it', async () => {
  const dataDir = await aUsedDataDir()
  const { app, said: url } = await startInOtherProcess(dataDir)
  await query(url, 'create table mark as select 7 as id')
  await kill(app)

  const postgres = await start(dataDir)

  expect(postgres.attached).toBe(true)
  expect(postgres.ownerUrl).toBe(url)
  expect(await query(postgres.ownerUrl, 'select id from mark')).toEqual([{ id: 7 }])
  await postgres.stop()
  expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull()
})

test('a second app on the same folder is told which process has it and what to do, and disturbs nothing', async () => {
  const dataDir = await aUsedDataDir()
  const postgres = await start(dataDir)

  const { said } = await startInOtherProcess(dataDir)

  expect(said).toContain(`process ${process.pid}`)
  expect(said).toContain(dataDir)
  expect(said).toMatch(/Stop it.*DATA_DIR.*PORT.*DATABASE_URL/)
  expect(await query(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
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

  expect(await query(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
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
  expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('committed work survives a killed PostgreSQL, and the next start waits for its recovery', async () => {
  const dataDir = await aUsedDataDir()
  const first = await start(dataDir)
  await query(first.ownerUrl, 'create table mark as select generate_series(1, 50000) as id')
  const running = await readPostmasterFile(join(dataDir, 'postgres'))
  process.kill(running?.pid ?? 0, 'SIGKILL')
  await first.stop()

  const second = await start(dataDir)

  expect(await query(second.ownerUrl, 'select count(*)::int as count from mark')).toEqual([{ count: 50_000 }])
})

test('a lost password is reported plainly instead of starting an empty store', async () => {
  const dataDir = await aUsedDataDir()
  await rm(join(dataDir, 'postgres-password'))

  await expect(start(dataDir)).rejects.toThrow(/postgres-password is missing.*backup/)
})

test('the app keeps its folder after PostgreSQL ended every session', async () => {
  const dataDir = await aUsedDataDir()
  const lines: string[] = []
  const postgres = await start(dataDir, lines)

  await query(
    postgres.ownerUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  )

  await expect.poll(() => lines.at(-1), { timeout: 10_000 }).toContain('it is back')
  const { said } = await startInOtherProcess(dataDir)
  expect(said).toContain(`process ${process.pid}`)
})
