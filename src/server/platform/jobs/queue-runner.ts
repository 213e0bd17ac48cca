/** One life of the library that runs jobs. It ends when told to, or by itself if the database fails. */
import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import { seconds } from '../clock.ts'
import type { Database } from '../database.ts'
import type { Log } from '../logging.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Job } from './job.ts'

/**
 * Jobs are fetched and finished several at a time: one by one, the queue's own statements cost as much as the work. No
 * `refetchDelay`: it forgets a notice that comes in the meantime, and that job waits for the next poll.
 */
const BATCHES = { localQueue: { size: 40 }, completeJobBatchDelay: 50, failJobBatchDelay: 50 }

/** How long a finished job still counts as in hand, because its end is written a moment after it is announced. */
const FINISHED_FOR_MS = seconds(10)

/** How long a life that no longer runs jobs has to tell the database so. */
const LAST_WORDS_MS = seconds(5)

export interface RunnerOptions<Context> {
  database: Database
  jobs: readonly Job<Context>[]
  log: Log
  concurrency: number
  /** Shared by the lives of one worker, so that each new one does not start counting again. */
  warn?: ReturnType<typeof oncePerMinute>
  makeContext: (jobId: string) => Context
  tracing?: Tracing | null
}

export interface QueueRunner {
  /** The names under which jobs are locked. */
  readonly poolIds: ReadonlySet<string>
  /** How long ago the last fetch was, if no fetched job is unfinished; else 0. A fetch that finds nothing counts. */
  notFetchedForMs(): number
  /** The jobs that this life has fetched and not finished, by id. */
  jobsInHand(): string[]
  /** Resolves when it runs no jobs anymore and will not run others, for whatever reason. */
  readonly ended: Promise<void>
  /** Waits for the running jobs, then returns the rest to the queue. */
  stop(): Promise<void>
}

/** Starts running jobs. @throws if the database does not answer */
export async function startRunner<Context>(options: RunnerOptions<Context>): Promise<QueueRunner> {
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
  // graphile-worker 0.18 fails to count the return of its jobs if it is released with some in memory. If that return
  // then fails, no one handles its rejection, which would end the process. Counting one thing more until the release
  // has begun makes it count the return too. This can go once LocalQueue.setModeReleased counts by itself.
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
    for (const [id, { finishedAtMs }] of inHand) {
      if (finishedAtMs !== null && finishedAtMs < longAgo) inHand.delete(id)
    }
    return [...inHand.keys()]
  }

  return {
    poolIds,
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
