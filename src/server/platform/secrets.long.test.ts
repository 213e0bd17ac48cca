import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { addMilliseconds, minutes } from './clock.ts'
import { type Database, openDatabase } from './database.ts'
import { newId } from './ids.ts'
import { createLog } from './logging.ts'
import { loadSecrets, rotate, tokenSecretOf } from './secrets.ts'

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
const values = ({ fingerprints, sessions, tokens }: Awaited<ReturnType<typeof load>>) => ({
  fingerprints,
  sessions: sessions.all,
  tokens: tokens.all,
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

describe('a rotated secret', () => {
  test('of tokens leaves those of earlier ids as they were', async () => {
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

  test('that cannot be found is an error, and the ones in use stay', async () => {
    const secrets = await load()
    const before = values(secrets)
    await rm(path)

    await expect(secrets.reload()).rejects.toThrow('is missing')
    expect(values(secrets)).toEqual(before)
  })

  test('of another store is not read', async () => {
    const secrets = await load()
    const other = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...other, fingerprints: 'x'.repeat(64) }))

    await expect(secrets.reload()).rejects.toThrow('another database')
  })
})
