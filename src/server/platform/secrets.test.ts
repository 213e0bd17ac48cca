import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/logging.ts'
import { aFolder } from '#testing/folders.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { loadSecrets, rotate, SecretsError, tokenSecretOf } from './secrets.ts'

const testDatabase = await aTestDatabase()
const database = openDatabase({ url: testDatabase.url, poolSize: 8, log: createLog('silent') })
afterAll(() => database.close())
const folder = aFolder()
let path: string
let stores = 0
let now = new Date()
beforeEach(async () => {
  await testDatabase.pool.query('delete from store_secrets')
  stores += 1
  path = join(folder, `new-${stores}`, 'secrets.json')
  now = new Date()
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

  test('of another store keep this one from starting, and are not read while it runs', async () => {
    const secrets = await load()
    const other = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...other, fingerprints: 'x'.repeat(64) }))

    await expect(load()).rejects.toThrow('belongs to another database')
    await expect(secrets.reload()).rejects.toThrow('another database')
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

test('secrets in the database are made once, and are the same for every node', async () => {
  const [first, second] = await Promise.all([load(null), load(null)])

  expect(values(second)).toEqual(values(first))
  expect((await rows()).map(({ name }) => name)).toEqual(['sessions', 'tokens'])
})

describe('an older copy of the file', () => {
  /** A store whose secret was rotated and has begun, with the copy from before in place. */
  async function withOlderCopy() {
    const secrets = await load()
    const copy = await readFile(path, 'utf8')
    await rotate(path, 'sessions', now)
    await secrets.reload()
    const latest = await readFile(path, 'utf8')
    await writeFile(path, copy)
    return { secrets, latest }
  }

  test('keeps the store from starting once the newer secret has begun, and is not read', async () => {
    const { secrets, latest } = await withOlderCopy()
    now = addMilliseconds(now, minutes(11))

    await expect(load()).rejects.toThrow('is an older copy')
    await expect(secrets.reload()).rejects.toThrow('is an older copy')
    await writeFile(path, latest)
    expect((await load()).sessions.all).toHaveLength(2)
  })

  test('is fine until then, while the newer file is copied from node to node', async () => {
    await withOlderCopy()

    expect((await load()).sessions.all).toHaveLength(1)
  })

  test('is still known after a newer secret was used and the earlier one retired', async () => {
    const { latest } = await withOlderCopy()
    const { sessions, ...rest } = JSON.parse(latest)
    await writeFile(path, JSON.stringify({ ...rest, sessions: [sessions[0]] }))
    now = addMilliseconds(now, minutes(11))

    expect((await load()).sessions.all).toHaveLength(1)
    await writeFile(path, JSON.stringify({ ...rest, sessions: [sessions[1]] }))
    await expect(load()).rejects.toThrow('is an older copy')
  })
})

test('a rotated secret is read while the store runs, counts at once, and is used once it begins', async () => {
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

test('a rotated secret of tokens leaves those of earlier ids as they were', async () => {
  const secrets = await load()
  const clock = { now: () => now }
  const early = newId('dlh', clock)
  const before = tokenSecretOf(secrets, early)
  await rotate(path, 'tokens', now)
  await secrets.reload()
  now = addMilliseconds(now, minutes(11))

  expect(tokenSecretOf(secrets, early)).toBe(before)
  expect(tokenSecretOf(secrets, newId('dlh', clock))).not.toBe(before)
})

test('a rotated secret that cannot be found is an error, and the ones in use stay', async () => {
  const secrets = await load()
  const before = values(secrets)
  await rm(path)

  await expect(secrets.reload()).rejects.toThrow('is missing')
  expect(values(secrets)).toEqual(before)
})
