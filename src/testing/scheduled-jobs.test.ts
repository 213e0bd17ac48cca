import { expect, onTestFinished, test } from 'vitest'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createLog } from '#server/platform/logging.ts'
import { withStore } from '#testing/with-store.ts'
import { statementsOfForgetting } from './scheduled-jobs.ts'

const store = withStore()

const scheduled = () => store.app.jobs.filter((job) => job.schedule).map((job) => job.name)

test('the worker accepts every schedule as written', async () => {
  const worker = await startWorker({
    database: store.database,
    jobs: store.app.jobs,
    log: createLog('silent'),
    concurrency: 1,
    makeContext: () => store.ctx,
  })
  onTestFinished(() => worker.stop())

  // It reads its schedules after it has started.
  const known = () => store.sql`select identifier from graphile_worker._private_known_crontabs order by identifier`
  await expect.poll(async () => (await known()).map((row) => row.identifier)).toEqual(scheduled().sort())
})

test('a scheduled job is tried once per time, because the next time is its retry', () => {
  const jobs = store.app.jobs.filter((job) => job.schedule)

  expect(jobs.filter((job) => job.attemptsMax !== 1)).toEqual([])
})

test('a store without old data deletes nothing', async () => {
  const users = 'select (select count(*) from users)::int as users, (select count(*) from packages)::int as packages'
  const before = (await store.testDatabase.pool.query(users)).rows

  await statementsOfForgetting(store)

  expect((await store.testDatabase.pool.query(users)).rows).toEqual(before)
})
