import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDataDir, aUsedDataDir, kill, start, startInOtherProcess } from '#testing/embedded-postgres.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { readPostmasterFile } from './postmaster-file.ts'

test('the first start creates a cluster for this machine and user only, with a password that only they can read', async () => {
  const dataDir = await aDataDir()

  const postgres = await start(dataDir)

  const rows = await execute(
    postgres.ownerUrl,
    `select current_setting('listen_addresses') as addresses, current_setting('timezone') as timezone,
            current_setting('password_encryption') as passwords, current_setting('synchronous_commit') as commits,
            pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([
    { addresses: '127.0.0.1', timezone: 'UTC', passwords: 'scram-sha-256', commits: 'on', encoding: 'UTF8' },
  ])
  const from = `select coalesce(host(inet_client_addr()), 'socket') as "from"`
  expect(await execute(postgres.url, from)).toEqual([{ from: 'socket' }])
  expect((await stat(decodeURIComponent(new URL(postgres.url).hostname))).mode & 0o077).toBe(0)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  for (const host of [new URL(postgres.ownerUrl).hostname, '127.0.0.1']) {
    const wrong = new URL(postgres.ownerUrl)
    wrong.hostname = host
    wrong.password = 'guessed'
    await expect(execute(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  }
})

test('a start after a killed app attaches to the PostgreSQL that survived, and owns it', async () => {
  const dataDir = await aUsedDataDir()
  const { app, said: url } = await startInOtherProcess(dataDir)
  await execute(url, 'create table mark as select 7 as id')
  await kill(app)

  const postgres = await start(dataDir)

  expect(postgres.attached).toBe(true)
  expect(postgres.ownerUrl).toBe(url)
  expect(await execute(postgres.ownerUrl, 'select id from mark')).toEqual([{ id: 7 }])
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
  expect(await execute(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a lost password is reported plainly instead of starting an empty store', async () => {
  const dataDir = await aUsedDataDir()
  await rm(join(dataDir, 'postgres-password'))

  await expect(start(dataDir)).rejects.toThrow(/postgres-password is missing.*backup/)
})
