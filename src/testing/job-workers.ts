/** Workers on two nodes of one database, which the job of a test is given to. */
import { afterEach, beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { defineJob, type Job } from '#server/platform/jobs/job.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { createLog, type Log } from '#server/platform/logging.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The job of a test; `run` is what it is about. */
export const carryOn = (run: (payload: unknown) => Promise<void> | void, options: Partial<Job<object>> = {}) =>
  defineJob<object, unknown>({
    name: 'carry-on',
    summary: 'Does what the test says.',
    payload: z.unknown(),
    attemptsMax: 3,
    run: async (_ctx, payload) => run(payload),
    ...options,
  })

/** Gives each test of a file a database of its own with two nodes, whose workers end with it. */
export function withWorkers(log: Log = createLog('silent')) {
  const lab = {} as { testDatabase: TestDatabase; nodes: readonly [Database, Database] }
  const workers: Worker[] = []
  beforeEach(async () => {
    lab.testDatabase = await createTestDatabase()
    const open = () => openDatabase({ url: lab.testDatabase.url, poolSize: 5, log })
    lab.nodes = [open(), open()]
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await Promise.all(lab.nodes.map((node) => node.close()))
    await lab.testDatabase.drop()
  })
  return {
    workers,
    database: (node: 0 | 1 = 0): Database => lab.nodes[node],
    /** Runs a statement of the test's own. @returns its rows */
    query: async (sql: string) => (await lab.testDatabase.pool.query(sql)).rows,
    url: () => lab.testDatabase.url,
    async work(job: Job<object>, node: 0 | 1 = 0): Promise<Worker> {
      const options = { database: lab.nodes[node], jobs: [job], log, concurrency: 4, makeContext: () => ({}) }
      const worker = await startWorker(options)
      workers.push(worker)
      return worker
    },
  }
}
