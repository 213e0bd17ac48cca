import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/platform/logging.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { openBulkConnection } from './bulk-connection.ts'
import { type Database, inTransaction, isDatabaseUnavailable, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { statement } from './statement.ts'

const add = statement<{ name: string }>('test.add')`insert into store_secrets (name, value) values ($name, 'x')`
const count = statement<{ name: string }, { rows: number }>('test.count')`
  select count(*)::int as rows from store_secrets where name = $name`
const sleep = statement<{ seconds: number }>('test.sleep')`select pg_sleep($seconds)`

/** Without the watch, a lost answer takes 40 s to be noticed, and what connects waits forever. */
const WITHIN_MS = 40_000
/** What `migrate` locks first. */
const MIGRATION_LOCK = 7_305_101

const testDatabase = await aTestDatabase()
let proxy: DatabaseProxy
let database: Database
beforeEach(async () => {
  proxy = await DatabaseProxy.open(testDatabase.url)
  database = openDatabase({ url: proxy.url, poolSize: 4, log: createLog('silent') })
})
afterEach(async () => {
  await proxy.close()
  await database.close()
})

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error) => error,
  )

test(
  'a statement on a silently dropped connection fails, and idle connections lost with it are replaced',
  async () => {
    await Promise.all([1, 2, 3].map(() => database.run(sleep, { seconds: 0.2 })))
    proxy.forgetWires()

    expect(isDatabaseUnavailable(await errorOf(database.run(count, { name: 'any' })))).toBe(true)

    await expect.poll(() => database.pool.idleCount).toBe(0)
    expect(await database.run(count, { name: 'any' })).toEqual([{ rows: 0 }])
  },
  WITHIN_MS,
)

test(
  'statements fail while the whole network is silent, and work again afterward',
  async () => {
    await database.run(count, { name: 'any' })
    proxy.silence()

    expect(isDatabaseUnavailable(await errorOf(database.run(count, { name: 'any' })))).toBe(true)
    await proxy.pass()
    expect(await database.run(count, { name: 'any' })).toEqual([{ rows: 0 }])
  },
  WITHIN_MS,
)

test(
  'a running statement and a transaction that pauses between statements are left alone',
  async () => {
    const thinking = inTransaction({ database }, async (tx) => {
      await tx.run(add, { name: 'thought' })
      await database.run(sleep, { seconds: 7 })
      return tx.run(count, { name: 'thought' })
    })

    expect(await thinking).toEqual([{ rows: 1 }])
  },
  WITHIN_MS,
)

test(
  'a connection that answers is left alone, even if a statement is always running on it',
  async () => {
    const pipeline = database.openPipeline()
    await pipeline.run(count, { name: 'any' })
    // Answers spend most of the time on the way, so the database calls the connection idle.
    proxy.slowDown({ ms: 300 })
    const enough = performance.now() + 9_000
    const keepAsking = async () => {
      while (performance.now() < enough) await pipeline.run(count, { name: 'any' })
    }

    const asked = keepAsking()
    await wait(150)

    await Promise.all([asked, keepAsking()])
  },
  WITHIN_MS,
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
