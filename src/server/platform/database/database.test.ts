import { afterAll, describe, expect, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/logging.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { inTransaction, isDatabaseUnavailable, openDatabase, type Transaction } from './database.ts'
import { type NoParameters, statement } from './statement.ts'

const add = statement<{ name: string }>('test.add')`insert into store_secrets (name, value) values ($name, 'x')`
const touch = statement<{ first: string }>('test.touch')`
  update store_secrets set value = value || 'x' where name = $first`
const count = statement<{ name: string }, { rows: number }>('test.count')`
  select count(*)::int as rows from store_secrets where name = $name`

const findValue = statement<{ name: string }, { value: string }>('test.value_of')`
  select value from store_secrets where name = $name`
const fail = statement<NoParameters>('test.fail')`select 1 / 0`
const conflict = statement<NoParameters>('test.conflict')`do $$ begin raise sqlstate '40001'; end $$`

const testDatabase = await aTestDatabase()
const database = openDatabase({ url: testDatabase.url, poolSize: 5, log: createLog('silent') })
afterAll(() => database.close())

describe('a transaction', () => {
  test('ended by a refusal leaves nothing behind', async () => {
    const refused = inTransaction({ database }, async (tx) => {
      await tx.run(add, { name: 'refused' })
      throw new Refusal('out_of_stock')
    })

    await expect(refused).rejects.toThrow(Refusal)
    expect(await database.run(count, { name: 'refused' })).toEqual([{ rows: 0 }])
  })

  test('sends statements without waiting; they run in order, and later reads see them', async () => {
    const seen = await inTransaction({ database }, async (tx) => {
      tx.send(add, { name: 'sent' })
      tx.send(touch, { first: 'sent' })
      return tx.run(findValue, { name: 'sent' })
    })

    expect(seen).toEqual([{ value: 'xx' }])
    expect(await database.run(findValue, { name: 'sent' })).toEqual([{ value: 'xx' }])
  })

  test('fails with the error of a sent statement, whatever came after, and leaves nothing behind', async () => {
    const works: ((tx: Transaction) => Promise<unknown>)[] = [
      async (tx) => {
        await tx.run(add, { name: 'before' })
        tx.send(fail)
      },
      async (tx) => {
        tx.send(add, { name: 'before' })
        tx.send(fail)
        await tx.run(add, { name: 'after' })
      },
      async (tx) => {
        tx.send(add, { name: 'before' })
        tx.send(fail)
        throw new Refusal('out_of_stock')
      },
    ]

    for (const work of works) await expect(inTransaction({ database }, work)).rejects.toThrow('division by zero')
    expect(await database.run(count, { name: 'before' })).toEqual([{ rows: 0 }])
    expect(await database.run(count, { name: 'after' })).toEqual([{ rows: 0 }])
  })

  test('whose sent statement deadlocked is retried', async () => {
    let tries = 0
    await inTransaction({ database }, async (tx) => {
      tries += 1
      tx.send(add, { name: 'retried' })
      if (tries === 1) tx.send(conflict)
    })

    expect(tries).toBe(2)
    expect(await database.run(count, { name: 'retried' })).toEqual([{ rows: 1 }])
  })

  test('runs its callback after the commit: once even if it was retried, and never after a rollback', async () => {
    const told: string[] = []
    const seenBy: (() => Promise<{ rows: number }[]>)[] = []
    const tell = (name: string) => () => {
      told.push(name)
      seenBy.push(() => database.run(count, { name }))
    }
    let tries = 0

    await inTransaction({ database }, async (tx) => {
      tries += 1
      await tx.run(add, { name: 'told' })
      tx.afterCommit(tell('told'))
      if (tries === 1) await tx.run(conflict)
      expect(told).toEqual([])
    })
    const refused = inTransaction({ database }, async (tx) => {
      tx.afterCommit(tell('untold'))
      throw new Refusal('out_of_stock')
    })

    await expect(refused).rejects.toThrow(Refusal)
    expect({ tries, told }).toEqual({ tries: 2, told: ['told'] })
    expect(await Promise.all(seenBy.map((look) => look()))).toEqual([[{ rows: 1 }]])
  })

  test('whose connection breaks gives the pool a new one', async () => {
    const broken = inTransaction({ database }, async (tx) => {
      await tx.run(add, { name: 'broken' })
      await tx.run(statement('test.suicide')`select pg_terminate_backend(pg_backend_pid())`)
    })

    await expect(broken).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await database.run(count, { name: 'broken' })).toEqual([{ rows: 0 }])
  })

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

test('a transaction whose COMMIT is never answered fails as unavailable, although it was committed', async () => {
  const proxy = await DatabaseProxy.open(testDatabase.url)
  const unheard = openDatabase({ url: proxy.url, poolSize: 4, log: createLog('silent') })
  try {
    proxy.breakCommits(() => 'no answer')
    const committed = inTransaction({ database: unheard }, (tx) => tx.run(add, { name: 'unheard' }))

    await expect(committed).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await database.run(count, { name: 'unheard' })).toEqual([{ rows: 1 }])
  } finally {
    await proxy.close()
    await unheard.close()
  }
  // Without the watch of connections, it takes 40 s to notice.
}, 25_000)

describe('a pipeline', () => {
  const backend = statement<NoParameters, { pid: number }>('test.backend')`select pg_backend_pid() as pid`

  test('runs its statements in the order of the calls on one connection, then releases it', async () => {
    const pipeline = database.openPipeline()

    const [, , seen, one, other] = await Promise.all([
      pipeline.run(add, { name: 'piped' }),
      pipeline.run(touch, { first: 'piped' }),
      pipeline.run(findValue, { name: 'piped' }),
      pipeline.run(backend),
      pipeline.run(backend),
    ])

    expect(seen).toEqual([{ value: 'xx' }])
    expect(one).toEqual(other)
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })

  test('fails only the statement that failed, and continues on another connection', async () => {
    const pipeline = database.openPipeline()

    const first = pipeline.run(backend)
    const failed = expect(pipeline.run(fail)).rejects.toThrow('division by zero')
    const behind = pipeline.run(count, { name: 'nothing' })
    await failed
    const later = await pipeline.run(backend)

    expect(await behind).toEqual([{ rows: 0 }])
    expect(later).not.toEqual(await first)
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })

  test('fails its running statements when its connection breaks, and continues on another', async () => {
    const pipeline = database.openPipeline()
    const suicide = statement<NoParameters>('test.pipeline_suicide')`select pg_terminate_backend(pg_backend_pid())`

    const broken = await Promise.allSettled([pipeline.run(suicide), pipeline.run(add, { name: 'behind' })])

    expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await pipeline.run(count, { name: 'behind' })).toEqual([{ rows: 0 }])
  })
})

describe('a database that no longer answers', () => {
  const sleep = statement('test.sleep')`select pg_sleep(5)`
  /** Long enough that a query which is answered is never taken for one that is not. */
  const openImpatient = () =>
    openDatabase({ url: testDatabase.url, poolSize: 1, log: createLog('silent'), answerLostMs: 1500 })

  test('times out, alone and in a transaction, and the next query uses another connection', async () => {
    const impatient = openImpatient()
    const isUnavailable = expect.objectContaining({ message: 'Query read timeout' })

    await expect(impatient.run(sleep)).rejects.toEqual(isUnavailable)
    await expect(impatient.transaction((tx) => tx.run(sleep))).rejects.toSatisfy(isDatabaseUnavailable)

    expect(await impatient.run(count, { name: 'nothing' })).toEqual([{ rows: 0 }])
    await impatient.close()
  })

  test('has no time limit if the limits are lifted', async () => {
    const impatient = openImpatient()

    const slept = await impatient.transaction(async (tx) => {
      await tx.liftTimeLimits()
      return tx.run(statement('test.nap')`select pg_sleep(2)`)
    })

    expect(slept).toHaveLength(1)
    await impatient.close()
  })
})

describe('an error', () => {
  const withCode = (code: string) => Object.assign(new Error('failed'), { code })

  test.each([
    ...['08006', '08P01', '57P01', '57P03', '53300', '53100', '40001', '40P01', '57014', '55P03', '25006'],
    ...['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ])('%s means that the database is unavailable', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true)
    expect(isDatabaseUnavailable(new Error('Failed query', { cause: withCode(code) }))).toBe(true)
  })

  test.each(['23505', '23514', '22P02', '42601', 'ERR_ASSERTION', ''])('%s is a fault of our own', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
  })
})
