import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { addMilliseconds, minutes } from './clock.ts'
import { type Database, openDatabase } from './database.ts'
import { createLog } from './logging.ts'
import { loadSecrets, rotate, SecretsError } from './secrets.ts'

let testDatabase: TestDatabase
let database: Database
let folder: string
let path: string
let now = new Date()
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolSize: 8, log: createLog('silent') })
})
beforeEach(async () => {
  await testDatabase.pool.query('delete from store_secrets')
  folder = await mkdtemp(join(tmpdir(), 'leadyard-secrets-'))
  path = join(folder, 'new', 'secrets.json')
  now = new Date()
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const load = (file: string | null = path) => loadSecrets(database, { path: file, now: () => now })
const rows = async () =>
  (await testDatabase.pool.query('select name, value from store_secrets order by name')).rows as {
    name: string
    value: string
  }[]
const values = ({ fingerprints, sessions, tokens }: Awaited<ReturnType<typeof load>>) => ({
  fingerprints,
  sessions: sessions.all,
  tokens: tokens.all,
})
/** As earlier versions did at each start. */
const startEarlierVersion = () =>
  testDatabase.pool.query(
    `insert into store_secrets (name, value) values ('tokens', repeat('t', 64)), ('sessions', repeat('s', 64))
     on conflict do nothing`,
  )

describe('secrets in a file', () => {
  test('are made at the first start, for their owner only, and are the same at the next', async () => {
    const first = await load()

    expect(values(await load())).toEqual(values(first))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(new Set([first.fingerprints, first.sessions.current, first.tokens.current]).size).toBe(3)
  })

  test('leave nothing in the database that opens anything', async () => {
    const { fingerprints, sessions, tokens } = await load()

    const kept = await rows()
    expect(kept).toEqual([{ name: 'moved', value: expect.any(String) }])
    for (const secret of [fingerprints, sessions.current, tokens.current]) expect(kept[0]?.value).not.toContain(secret)
  })

  test('are the same for nodes that start at once', async () => {
    const loaded = await Promise.all(Array.from({ length: 6 }, () => load()))

    expect(new Set(loaded.map((one) => JSON.stringify(values(one)))).size).toBe(1)
  })

  test('are those that an earlier version kept in the database, which then has them no more', async () => {
    await startEarlierVersion()

    expect(values(await load())).toEqual({
      fingerprints: 't'.repeat(64),
      tokens: ['t'.repeat(64)],
      sessions: ['s'.repeat(64)],
    })
    expect((await rows()).map(({ name }) => name)).toEqual(['moved'])
  })

  test('survive a crash between the file and the database', async () => {
    await startEarlierVersion()
    const before = await rows()
    const moved = values(await load())
    await testDatabase.pool.query('delete from store_secrets')
    await testDatabase.pool.query(
      'insert into store_secrets (name, value) select * from unnest($1::text[], $2::text[])',
      [before.map(({ name }) => name), before.map(({ value }) => value)],
    )

    expect(values(await load())).toEqual(moved)
  })

  test('are not made anew by a node of an earlier version', async () => {
    await load()

    await expect(startEarlierVersion()).rejects.toThrow('Update this node')
  })

  test('that are missing keep the store from starting, and none are made up', async () => {
    await load()
    await rm(path)

    await expect(load()).rejects.toThrow(SecretsError)
    await expect(load()).rejects.toThrow('is missing')
    await expect(load(null)).rejects.toThrow('Set SECRETS_FILE')
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test('of another store keep this one from starting', async () => {
    await load()
    const other = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...other, fingerprints: 'x'.repeat(64) }))

    await expect(load()).rejects.toThrow('belongs to another database')
  })

  test.each(['', '{}', '[]', '{"fingerprints":"short","tokens":[],"sessions":[]}'])(
    'that read %j keep the store from starting',
    async (text) => {
      await load()
      await writeFile(path, text)

      await expect(load()).rejects.toThrow('not a secrets file')
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )

  test('that cannot be read keep the store from starting', async () => {
    await expect(load(folder)).rejects.toThrow('EISDIR')
    expect(await rows()).toEqual([])
  })
})

describe('secrets in the database', () => {
  test('are made once, and are the same for every node', async () => {
    const [first, second] = await Promise.all([load(null), load(null)])

    expect(values(second)).toEqual(values(first))
    expect((await rows()).map(({ name }) => name)).toEqual(['sessions', 'tokens'])
  })
})

describe('a rotated secret', () => {
  test('is read while the store runs, counts at once, and is used once it begins', async () => {
    const secrets = await load()
    const first = secrets.sessions.current
    await rotate(path, 'sessions', now)

    await secrets.reload()
    expect(secrets.sessions.current).toBe(first)
    expect(secrets.sessions.all).toHaveLength(2)

    now = addMilliseconds(now, minutes(10))
    expect(secrets.sessions.current).not.toBe(first)
    expect(secrets.sessions.all).toContain(first)
  })
})
