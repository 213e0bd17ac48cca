import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type Database, inTransaction, openDatabase } from './database.ts'
import { createLog } from './logging.ts'
import { type NoParameters, statement } from './statement.ts'

const add = statement<{ name: string }>('test.add', `insert into store_secrets (name, value) values ($name, 'x')`)
const touch = statement<{ first: string }>(
  'test.touch',
  `update store_secrets set value = value || 'x' where name = $first`,
)
const count = statement<{ name: string }, { rows: number }>(
  'test.count',
  'select count(*)::int as rows from store_secrets where name = $name',
)

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolSize: 5, log: createLog('silent') })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

describe('a transaction', () => {
  test('that deadlocks with another is retried, so both succeed', async () => {
    for (const name of ['left', 'right']) await database.run(add, { name })
    const bothHaveOne = Promise.withResolvers<void>()
    let started = 0
    const touchBoth = (first: string, second: string) =>
      inTransaction({ database }, async (tx) => {
        await tx.run(touch, { first })
        started += 1
        if (started === 2) bothHaveOne.resolve()
        await bothHaveOne.promise
        await tx.run(touch, { first: second })
      })

    await Promise.all([touchBoth('left', 'right'), touchBoth('right', 'left')])

    const { rows } = await testDatabase.pool.query(`select value from store_secrets where name in ('left', 'right')`)
    expect(rows).toEqual([{ value: 'xxx' }, { value: 'xxx' }])
    // The one that gave way may deadlock with the other once more.
    expect(started).toBeGreaterThanOrEqual(3)
  })
})

describe('a pipeline', () => {
  test('fails its running statements when its connection breaks, and continues on another', async () => {
    const pipeline = database.openPipeline()
    const suicide = statement<NoParameters>('test.pipeline_suicide', 'select pg_terminate_backend(pg_backend_pid())')

    const broken = await Promise.allSettled([pipeline.run(suicide), pipeline.run(add, { name: 'behind' })])

    expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await pipeline.run(count, { name: 'behind' })).toEqual([{ rows: 0 }])
  })
})

describe('a database that no longer answers', () => {
  test('has no time limit if the limits are lifted', async () => {
    const impatient = openDatabase({ url: testDatabase.url, poolSize: 1, log: createLog('silent'), answerLostMs: 200 })

    const slept = await impatient.transaction(async (tx) => {
      await tx.liftTimeLimits()
      return tx.run(statement('test.nap', 'select pg_sleep(0.5)'))
    })

    expect(slept).toHaveLength(1)
    await impatient.close()
  })
})
