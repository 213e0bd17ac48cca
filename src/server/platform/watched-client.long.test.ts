import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { openBulkConnection } from './bulk-connection.ts'
import { isDatabaseUnavailable } from './database.ts'
import { migrate } from './migrate.ts'

/** Without the watch these would wait forever. */
const WITHIN_MS = 40_000
/** What `migrate` locks first. */
const MIGRATION_LOCK = 7_305_101

let testDatabase: TestDatabase
let proxy: DatabaseProxy
beforeAll(async () => {
  testDatabase = await createTestDatabase('empty')
})
beforeEach(async () => {
  proxy = await DatabaseProxy.open(testDatabase.url)
})
afterEach(() => proxy.close())
afterAll(() => testDatabase.drop())

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error) => error,
  )

test(
  'migrations and bulk connections fail as unavailable if the database accepts them but stays silent',
  async () => {
    proxy.silence()

    const errors = await Promise.all([errorOf(migrate(proxy.url)), errorOf(openBulkConnection(proxy.url))])

    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true])
  },
  WITHIN_MS,
)

test(
  'a bulk connection fails its statements if the database goes silent, and can be closed',
  async () => {
    const [asked, idle] = [await openBulkConnection(proxy.url), await openBulkConnection(proxy.url)]
    proxy.silence()

    expect(isDatabaseUnavailable(await errorOf(asked.readBytes('select $1::bytea', ['ok'])))).toBe(true)
    await Promise.all([asked.close(), idle.close()])
  },
  WITHIN_MS,
)

test(
  'a migration that waits for another fails if the database goes silent',
  async () => {
    const other = await testDatabase.pool.connect()
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const failed = errorOf(migrate(proxy.url))
    const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and locktype = 'advisory' and not granted`
    await expect.poll(async () => (await testDatabase.pool.query(waiting)).rowCount, { timeout: WITHIN_MS }).toBe(1)
    proxy.silence()

    expect(isDatabaseUnavailable(await failed)).toBe(true)
    other.release(true)
  },
  WITHIN_MS,
)
