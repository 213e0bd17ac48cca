/**
 * Runs the jobs of this node. graphile-worker keeps a killed worker's jobs locked for four hours, so every node frees
 * the jobs of workers without a heartbeat for six seconds. A lost connection can end the library's runner or make it
 * forget jobs (fetched, but the answer was lost). Then a new life replaces it, and the old one's jobs are freed like
 * those of a killed node.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import { seconds } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { type Log, oncePerMinute } from '#server/platform/logging.ts'
import { startTimers } from '#server/platform/process/timers.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Job } from './job.ts'

/** One by one, the queue's statements cost as much as the work. No `refetchDelay`: it forgets notices meanwhile. */
const BATCHES = { localQueue: { size: 40 }, completeJobBatchDelay: 50, failJobBatchDelay: 50 }
/** A finished job still counts as in hand, because its end is written a moment after it is announced. */
const FINISHED_FOR_MS = seconds(10)
const LAST_WORDS_MS = seconds(5)

interface RunnerOptions<Context> {
  database: Database
  jobs: readonly Job<Context>[]
  log: Log
  concurrency: number
  warn?: ReturnType<typeof oncePerMinute>
  makeContext: (jobId: string) => Context
  tracing?: Tracing | null
}

async function startRunner<Context>(options: RunnerOptions<Context>) {
  const { log, jobs } = options
  const warn = options.warn ?? oncePerMinute(log)
  const events: WorkerEvents = new EventEmitter()
  const poolIds = new Set<string>()
  const inHand = new Map<string, { finishedAtMs: number | null }>()
  // Jobs are locked under the name of the pool of workers, not of the worker that runs them.
  events.on('pool:create', ({ workerPool }) => poolIds.add(workerPool.id))
  // The library's own promise also waits for its schedule, which may sleep a minute after an outage.
  const released = Promise.withResolvers<void>()
  events.on('pool:release', () => released.resolve())
  // It does not always resolve either: if the ends of two jobs could not be written, it waits forever (0.18, `batch`
  // counts the second one twice). What counts is that nothing runs anymore.
  let running = 0
  let isEnding = false
  const endWhenIdle = () => {
    if (isEnding && running === 0) setTimeout(released.resolve, LAST_WORDS_MS).unref()
  }
  events.on('pool:gracefulShutdown', () => {
    isEnding = true
    endWhenIdle()
  })
  let fetchedAtMs = performance.now()
  events.on('localQueue:getJobs:complete', (fetched) => {
    fetchedAtMs = performance.now()
    for (const job of fetched.jobs) inHand.set(job.id, { finishedAtMs: null })
  })
  events.on('job:complete', ({ job }) => inHand.set(job.id, { finishedAtMs: performance.now() }))
  // graphile-worker 0.18 does not count the return of its jobs if it is released with some in memory. If that return
  // fails, no one handles its rejection, which would end the process. Counting one more until the release has begun
  // makes it count. This can go once LocalQueue.setModeReleased counts by itself.
  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    if (newMode !== 'RELEASED') return
    Reflect.set(localQueue, 'backgroundCount', Number(Reflect.get(localQueue, 'backgroundCount')) + 1)
    queueMicrotask(() => Reflect.apply(Reflect.get(localQueue, 'decreaseBackgroundCount'), localQueue, []))
  })
  events.on('localQueue:returnJobs', (returned) => {
    for (const job of returned.jobs) inHand.set(job.id, { finishedAtMs: performance.now() })
  })
  events.on('job:failed', ({ job, error }) =>
    log.error({ job: job.task_identifier, jobId: job.id, reason: String(error) }, 'a job failed for good'),
  )
  events.on('job:error', ({ job, error }) =>
    warn(
      { job: job.task_identifier, jobId: job.id, attempt: job.attempts, reason: String(error) },
      'a job failed and will run again',
      `job ${job.task_identifier}`,
    ),
  )

  const scheduled = jobs.filter((job) => job.schedule)
  const runner = await run({
    pgPool: options.database.pool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    preset: { worker: BATCHES },
    pollInterval: seconds(2),
    events,
    logger: new Logger(
      () => (level, message) =>
        level === 'error'
          ? // The kind of error is what comes before its details.
            warn(
              { queue: message },
              'the job queue reports an error and begins anew by itself',
              `queue ${message.split(/[;:(]/)[0]}`,
            )
          : undefined,
    ),
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        async (payload, helpers) => {
          running += 1
          try {
            const { id, attempts: attempt } = helpers.job
            const work = () => job.run(options.makeContext(String(id)), payload)
            await (options.tracing ? options.tracing.runJob({ name: job.name, id: String(id), attempt }, work) : work())
          } finally {
            running -= 1
            endWhenIdle()
          }
        },
      ]),
    ),
    crontab: scheduled.map((job) => `${job.schedule} ${job.name} ?max=1&jobKey=${job.name}`).join('\n'),
  })
  runner.promise.catch(() => undefined)

  const jobsInHand = () => {
    const longAgo = performance.now() - FINISHED_FOR_MS
    for (const [id, { finishedAtMs }] of inHand) if (finishedAtMs !== null && finishedAtMs < longAgo) inHand.delete(id)
    return [...inHand.keys()]
  }

  return {
    poolIds,
    /** Since the last fetch, even if it found nothing; 0 while a fetched job is unfinished. */
    notFetchedForMs() {
      const isBusy = [...inHand.values()].some(({ finishedAtMs }) => finishedAtMs === null)
      return isBusy ? 0 : performance.now() - fetchedAtMs
    },
    jobsInHand,
    ended: released.promise,
    async stop() {
      // If told twice, or while it ends by itself, the library rejects. Its jobs are waited for either way.
      runner.stop().catch(() => undefined)
      await released.promise
    },
  }
}

const BEAT_EVERY_MS = seconds(1)
/** With one sweep a second, the jobs of a killed worker run again within 10 s. */
const BEAT_LOST_SECONDS = 6
/** A fetched job is in hand at once; one that is not after this long was lost on the way. */
const FETCH_LOST_SECONDS = 10
/** graphile-worker 0.18 keeps the error of a life's first `getTaskDetails` and never fetches again. */
const FETCH_EXPECTED_MS = seconds(5)
const BEATS_WITHOUT_FETCH_MAX = 5
const BEGIN_AGAIN_MS = 500

export const beat = statement('jobs.beat')`
  insert into job_workers (worker_id, beat_at) select unnest($poolIds::text[]), clock_timestamp()
  on conflict (worker_id) do update set beat_at = excluded.beat_at`

export const forget = statement('jobs.forget')`delete from job_workers where worker_id = any($workerIds::text[])`

/** A job fetched a moment ago may belong to a worker that has not sent a heartbeat yet. */
export const freeLostJobs = statement('jobs.free_lost')`
  with lost as (
    select array_agg(distinct j.locked_by) as ids from graphile_worker.jobs j
    where j.locked_by is not null and j.locked_at < clock_timestamp() - make_interval(secs => $beatLostSeconds)
      and not exists (select from job_workers w
                      where w.worker_id = j.locked_by and w.beat_at > clock_timestamp() - make_interval(secs => $beatLostSeconds))
  ), swept as (delete from job_workers where beat_at < clock_timestamp() - interval '1 hour')
  select graphile_worker.force_unlock_workers(ids)::text as freed from lost where ids is not null`

/** A scheduled run that was cut off until its next time came. The library took its key, so it would stay as failed. */
export const dropSuperseded = statement('jobs.drop_superseded')`
  select graphile_worker.complete_jobs(ids) from (
    select array_agg(id) as ids from graphile_worker.jobs
    where key is null and max_attempts = 1 and attempts = 1 and locked_at is null and task_identifier = any($scheduled::text[])
  ) as superseded where ids is not null`

/** Whether jobs have been locked under our names for longer than `lostSeconds` without being in hand. */
export const findForgottenJobs = statement('jobs.find_forgotten')`
  select exists (
    select from graphile_worker.jobs
    where locked_by = any($poolIds::text[]) and locked_at < clock_timestamp() - make_interval(secs => $lostSeconds) and id::text <> all($inHand::text[])
  ) as are_forgotten`

/** Works until `stop`. */
export async function startWorker<Context>(options: RunnerOptions<Context>) {
  const { database, log } = options
  const warn = oncePerMinute(log)
  const scheduled = options.jobs.filter((job) => job.schedule).map((job) => job.name)
  let isStopping = false
  let runner: Awaited<ReturnType<typeof startRunner>>
  let beginning: Promise<void> = Promise.resolve()
  let isEnding = false
  let beatsWithoutFetch = 0

  const tick = async () => {
    const poolIds = [...runner.poolIds]
    const before = beatsWithoutFetch
    beatsWithoutFetch = 0
    await database.run(beat, { poolIds })
    const [row] = await database.run(freeLostJobs, { beatLostSeconds: BEAT_LOST_SECONDS })
    if (row) log.warn({}, 'freed the jobs of a worker that stopped')
    await database.run(dropSuperseded, { scheduled })
    const [found] = await database.run(findForgottenJobs, {
      poolIds,
      inHand: runner.jobsInHand(),
      lostSeconds: FETCH_LOST_SECONDS,
    })
    if (isStopping || isEnding) return
    if (runner.notFetchedForMs() > FETCH_EXPECTED_MS) beatsWithoutFetch = before + 1
    if (beatsWithoutFetch > BEATS_WITHOUT_FETCH_MAX) log.warn({}, 'no jobs are fetched anymore: the queue begins anew')
    else if (found?.are_forgotten) log.warn({}, 'jobs were fetched and got lost on the way: the queue begins anew')
    else return
    isEnding = true
    // Not awaited: while the running jobs end, the heartbeats continue.
    void runner.stop()
  }

  const begin = async () => {
    runner = await startRunner({ ...options, warn })
    isEnding = false
    beatsWithoutFetch = 0
    void runner.ended.then(() => {
      if (!isStopping) beginning = beginAnew()
    })
    // Before the next tick, or another node takes what this life just fetched. A tick makes up for a failed one.
    await database.run(beat, { poolIds: [...runner.poolIds] }).catch(() => undefined)
  }
  /** No one sends heartbeats under the old names anymore, so their jobs are freed at once, or after the usual time. */
  const beginAnew = async () => {
    const oldIds = [...runner.poolIds]
    warn({}, 'the job queue stopped by itself and begins anew')
    while (!isStopping) {
      try {
        await database.run(forget, { workerIds: oldIds })
        return await begin()
      } catch (error) {
        warn({ reason: String(error) }, 'the job queue cannot begin yet')
        await wait(BEGIN_AGAIN_MS)
      }
    }
  }

  await begin()
  await tick()
  const beats = startTimers([{ name: 'job-heartbeat', everyMs: BEAT_EVERY_MS, run: tick }], log)

  return {
    /** Waits for the running jobs, then returns the rest to the queue. */
    async stop() {
      isStopping = true
      await beginning
      await runner.stop()
      await beats.stop()
      await database.run(forget, { workerIds: [...runner.poolIds] }).catch(() => undefined)
    },
  }
}

export type Worker = Awaited<ReturnType<typeof startWorker>>
