import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/platform/logging.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { aFolder } from '#testing/folders.ts'
import { inTransaction, isDatabaseUnavailable, openDatabase, readConfirmed } from './database.ts'
import { statement } from './statement.ts'

const _STARTS_WITHIN_MS = 60_000
const WITHIN_MS = 30_000

const add = statement<{ name: string }>('test.add_promise')`insert into promises (name) values ($name)`
const find = statement<{ name: string }, { name: string }>('test.find_promise')`
  select name from promises where name = $name`

const dataDir = aFolder()
// Only the tests may write.
const settings = { fsync: 'off', autovacuum: 'off', max_connections: '20' }
const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => undefined })
const owner = new pg.Client({ connectionString: postgres.ownerUrl })
await owner.connect()
await owner.query('create table promises (name text); grant all on promises to public')
const database = openDatabase({ url: postgres.url, poolSize: 3, log: createLog('silent') })
beforeEach(() => nameStandby('absent'))
afterEach(() => nameStandby(''))
afterAll(async () => {
  await database.close()
  await owner.end()
  await postgres.stop()
})

/** From then on commits wait for a standby with that name; without one, for none. */
async function nameStandby(name: string): Promise<void> {
  await owner.query(`alter system set synchronous_standby_names = '${name}'`)
  await owner.query('select pg_reload_conf()')
  // Whether commits wait depends on another process that reads the setting, which no query shows.
  const doesWait = async () => (await errorOf(database.run(add, { name: 'probe' }))) !== null
  await expect.poll(doesWait, { timeout: WITHIN_MS }).toBe(name !== '')
}

/**
 * Returns the error of a call whose wait for the standby is canceled, as by an administrator who finds hanging
 * statements. Null if it waited for none.
 */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  let isOver = false
  const outcome = call
    .then(
      () => null,
      (error) => error,
    )
    .finally(() => {
      isOver = true
    })
  while (!isOver)
    await owner.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and pid <> pg_backend_pid()`,
    )
  return outcome
}

test(
  'a transaction that the standby did not confirm fails as one with an unknown outcome',
  async () => {
    const error = await errorOf(inTransaction({ database }, (tx) => tx.run(add, { name: 'in a transaction' })))

    expect(error).toMatchObject({ code: '08007' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await database.run(find, { name: 'in a transaction' })).toHaveLength(1)
  },
  WITHIN_MS,
)

test(
  'a single statement that the standby did not confirm fails the same way, and the next one does not',
  async () => {
    expect(await errorOf(database.run(add, { name: 'alone' }))).toMatchObject({ code: '08007' })

    expect(await database.run(find, { name: 'alone' })).toHaveLength(1)
  },
  WITHIN_MS,
)

test(
  'data that the standby has not confirmed is not reported as confirmed until it is',
  async () => {
    await errorOf(database.run(add, { name: 'read' }))
    const read = () => readConfirmed({ database }, (executor) => executor.run(find, { name: 'read' }))

    expect(await errorOf(read())).toMatchObject({ code: '08007' })
    await nameStandby('')

    expect(await read()).toHaveLength(1)
  },
  WITHIN_MS,
)

test('without a synchronous standby, reading writes nothing', async () => {
  await nameStandby('')
  const nextTransaction = async () =>
    (await owner.query('select pg_snapshot_xmax(pg_current_snapshot())::text as id')).rows[0].id
  await database.run(add, { name: 'quiet' })
  const before = await nextTransaction()

  await readConfirmed({ database }, (executor) => executor.run(find, { name: 'quiet' }))

  expect(await nextTransaction()).toBe(before)
})
