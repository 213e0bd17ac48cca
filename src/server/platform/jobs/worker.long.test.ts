import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { carryOn, withWorkers } from '#testing/job-workers.ts'
import { createLog } from '../logging.ts'
import { enqueue } from './job.ts'

/** Warnings in the log since the test started. */
let warnings: string[]
/** Errors that the library reported. */
let queueErrors: string[]
const silent = createLog('silent')
const log: typeof silent = Object.assign(Object.create(silent), {
  warn(facts: { queue?: string }, words: string) {
    warnings.push(words)
    if (facts.queue) queueErrors.push(facts.queue)
  },
})

beforeEach(() => {
  warnings = []
  queueErrors = []
})

const { database, query, work } = withWorkers(log)

/** Lets the first node reach its database no more, until it comes back or the test ends. */
function aDatabaseThatLeaves() {
  const { pool } = database()
  const connect = pool.connect.bind(pool)
  const comeBack = () => {
    pool.connect = connect
  }
  const refuse = (done?: (error: Error) => void) => {
    const error = new Error('read ECONNRESET')
    return done ? done(error) : Promise.reject(error)
  }
  onTestFinished(comeBack)
  return { comeBack, goAway: () => void Object.assign(pool, { connect: refuse }) }
}

describe('a job', () => {
  test('of a living worker stays with it, however long it takes', async () => {
    let runs = 0
    const release = Promise.withResolvers<void>()
    const slow = carryOn(() => {
      runs += 1
      return release.promise
    })
    await work(slow)
    await enqueue(database(), 'carry-on', {})
    await expect.poll(() => runs).toBe(1)
    const beats = async () => (await query('select max(beat_at) as at from job_workers'))[0].at.getTime()
    const start = await beats()
    await work(slow, 1)

    // Longer than the six seconds after which a worker counts as lost.
    await expect.poll(async () => (await beats()) - start, { timeout: 12_000 }).toBeGreaterThan(7_000)

    expect(runs).toBe(1)
    release.resolve()
  })

  test('on a schedule that was interrupted leaves nothing behind at its next time', async () => {
    const clockAdds = `select graphile_worker.add_job('carry-on', max_attempts := 1, job_key := 'carry-on')`
    await query(clockAdds)
    await query(
      `update graphile_worker._private_jobs set attempts = 1, locked_by = 'gone', locked_at = now() - interval '1 minute'`,
    )
    await query(clockAdds)
    let runs = 0

    const run = () => {
      runs += 1
    }
    await work(carryOn(run, { attemptsMax: 1, schedule: '0 0 29 2 *' }))

    const left = async () => (await query('select from graphile_worker.jobs')).length
    await expect.poll(left, { timeout: 12_000 }).toBe(0)
    expect(runs).toBe(1)
  }, 20_000)

  test('runs again if its end could not be written while the database was down, and the queue continues', async () => {
    const runs: unknown[] = []
    const { goAway, comeBack } = aDatabaseThatLeaves()
    await work(
      carryOn((payload) => {
        runs.push(payload)
        if (runs.length > 1) return
        goAway()
        throw new Error('the database is away')
      }),
    )
    await enqueue(database(1), 'carry-on', { says: 'first' })
    await expect.poll(() => runs.length).toBe(1)

    await expect.poll(() => warnings).toContain('the job queue stopped by itself and begins anew')
    comeBack()
    await enqueue(database(1), 'carry-on', { says: 'second' })

    const countOf = (word: string) => runs.filter((run) => JSON.stringify(run) === `{"says":"${word}"}`).length
    await expect.poll(() => [countOf('first'), countOf('second')], { timeout: 25_000 }).toEqual([2, 1])
  }, 45_000)

  test('that was fetched but cannot be returned while the database is down runs after a restart', async () => {
    const runs = new Set<string>()
    const { goAway, comeBack } = aDatabaseThatLeaves()
    const isBack = Promise.withResolvers<void>()
    let isAway = false
    await work(
      carryOn(async (payload) => {
        if (isAway) {
          await isBack.promise
          runs.add(JSON.stringify(payload))
          return
        }
        isAway = true
        goAway()
        throw new Error('the database is away')
      }),
    )

    // More than run at once. The rest waits in the memory of the first life, which tries to return it when it ends.
    const many = Array.from({ length: 30 }, (_, index) => ({ index }))
    await database(1).transaction(async (tx) => {
      for (const payload of many) await enqueue(tx, 'carry-on', payload)
    })
    await expect.poll(() => queueErrors.join()).toContain('Releasing local queue failed')
    comeBack()
    isBack.resolve()

    await expect.poll(() => runs.size, { timeout: 25_000 }).toBe(many.length)
  }, 45_000)

  test('that was fetched by a call whose answer was lost still runs', async () => {
    const ran = Promise.withResolvers<unknown>()
    await enqueue(database(1), 'carry-on', { is: 'lost' }, { runAt: new Date(Date.now() + 3_600_000) })
    await work(carryOn((payload) => ran.resolve(payload)))

    await query(
      `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now() - interval '11 seconds',
         locked_by = (select worker_id from job_workers)`,
    )

    expect(await ran.promise).toEqual({ is: 'lost' })
    expect(warnings).toContain('jobs were fetched and got lost on the way: the queue begins anew')
  }, 30_000)

  test('that was fetched a moment ago is not taken from a worker that has not sent a heartbeat yet', async () => {
    let runs = 0
    await enqueue(database(1), 'carry-on', {}, { runAt: new Date(Date.now() + 3_600_000) })
    await query(
      `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now(), locked_by = 'newcomer'`,
    )
    const lockedAt = performance.now()

    await work(
      carryOn(() => {
        runs += 1
      }),
    )

    await expect.poll(() => runs, { timeout: 12_000 }).toBe(1)
    expect(performance.now() - lockedAt).toBeGreaterThan(5_000)
  }, 20_000)
})

/** Fails the first statement about the kinds of jobs, as if the connection was cut at that moment. */
function loseFirstLook({ pool }: Database): { isLost(): boolean } {
  let isLost = false
  pool.on('connect', (client) => {
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
  const look = loseFirstLook(database())
  const ran = Promise.withResolvers<void>()

  await work(carryOn(() => ran.resolve()))
  await enqueue(database(), 'carry-on', {})

  await ran.promise
  expect(look.isLost()).toBe(true)
}, 60_000)
