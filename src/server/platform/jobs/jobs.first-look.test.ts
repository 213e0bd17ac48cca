import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type Database, openDatabase } from '../database.ts'
import { createLog } from '../logging.ts'
import { defineJob, enqueue } from './job.ts'
import { startWorker, type Worker } from './worker.ts'

let testDatabase: TestDatabase
let database: Database
let worker: Worker
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolSize: 5, log: createLog('silent') })
})
afterEach(async () => {
  await worker.stop()
  await database.close()
  await testDatabase.drop()
})

/** Fails the first statement about the kinds of jobs, as if the connection was cut at that moment. */
function loseFirstLook(): { isLost(): boolean } {
  let isLost = false
  database.pool.on('connect', (client) => {
    const send = client.query
    client.query = ((...query: unknown[]) => {
      if (isLost || !JSON.stringify(query[0] ?? '').includes('_private_tasks as tasks'))
        return Reflect.apply(send, client, query)
      isLost = true
      return Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    }) as typeof client.query
  })
  return { isLost: () => isLost }
}

test('a queue whose first query is lost restarts, and jobs run', async () => {
  const look = loseFirstLook()
  const ran = Promise.withResolvers<void>()
  const job = defineJob<object, unknown>({
    name: 'carry-on',
    summary: 'Does what the test says.',
    payload: z.unknown(),
    attemptsMax: 3,
    run: async () => ran.resolve(),
  })

  worker = await startWorker({
    database,
    jobs: [job],
    log: createLog('silent'),
    concurrency: 2,
    makeContext: () => ({}),
  })
  await enqueue(database, 'carry-on', {})

  await ran.promise
  expect(look.isLost()).toBe(true)
}, 60_000)
