/**
 * Runs the jobs of this node. graphile-worker keeps a killed worker's jobs locked for four hours; so each node beats
 * once a second in `job_workers`, and every node frees the jobs whose worker has not beaten for six seconds.
 */
import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import { seconds } from '../clock.ts'
import { type Database, statement } from '../database.ts'
import type { Log } from '../logging.ts'
import { startTimers } from '../timers.ts'
import type { Job } from './job.ts'

const BEAT_EVERY_MS = seconds(1)
/** With one sweep a second, the jobs of a killed worker run again within 10 s. */
const BEAT_LOST_SECONDS = 6

/**
 * Jobs are fetched and finished several at a time: one by one, the queue's own statements cost as much as the work.
 * No `refetchDelay`: it forgets a notice that comes meanwhile, and that job waits for the next poll.
 */
const BATCHES = { localQueue: { size: 40 }, completeJobBatchDelay: 50, failJobBatchDelay: 50 }

const beat = statement(
  'jobs.beat',
  `insert into job_workers (worker_id, beat_at) select unnest($1::text[]), clock_timestamp()
   on conflict (worker_id) do update set beat_at = excluded.beat_at`,
)

const forget = statement('jobs.forget', 'delete from job_workers where worker_id = any($1::text[])')

const freeLostJobs = statement<{ freed: string }>(
  'jobs.free_lost',
  `with lost as (
     select array_agg(distinct j.locked_by) as ids from graphile_worker.jobs j
     where j.locked_by is not null
       and not exists (select from job_workers w
                       where w.worker_id = j.locked_by and w.beat_at > clock_timestamp() - make_interval(secs => $1))
   ), swept as (delete from job_workers where beat_at < clock_timestamp() - interval '1 hour')
   select graphile_worker.force_unlock_workers(ids)::text as freed from lost where ids is not null`,
)

export interface Worker {
  /** Waits for the running jobs, then gives the rest back. */
  stop(): Promise<void>
}

/** Starts working on the queue with `concurrency` jobs at once. */
export async function startWorker<Context>(options: {
  database: Database
  jobs: readonly Job<Context>[]
  log: Log
  concurrency: number
  makeContext: (jobId: string) => Context
}): Promise<Worker> {
  const { database, log } = options
  const events: WorkerEvents = new EventEmitter()
  const workerIds = new Set<string>()
  // Jobs are locked in the name of the pool of workers, not of the one that runs them.
  events.on('pool:create', ({ workerPool }) => workerIds.add(workerPool.id))
  events.on('job:failed', ({ job, error }) =>
    log.error({ job: job.task_identifier, jobId: job.id, reason: String(error) }, 'a job failed for good'),
  )
  events.on('job:error', ({ job, error }) =>
    log.warn(
      { job: job.task_identifier, jobId: job.id, attempt: job.attempts, reason: String(error) },
      'a job failed and will run again',
    ),
  )

  const scheduled = options.jobs.filter((job) => job.schedule)
  const runner = await run({
    pgPool: database.pool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    preset: { worker: BATCHES },
    pollInterval: seconds(2),
    events,
    logger: new Logger(
      () => (level, message) =>
        level === 'error' ? log.error({ queue: message }, 'the job queue reports an error') : undefined,
    ),
    taskList: Object.fromEntries(
      options.jobs.map((job) => [
        job.name,
        (payload, helpers) => job.run(options.makeContext(String(helpers.job.id)), payload),
      ]),
    ),
    crontab: scheduled.map((job) => `${job.schedule} ${job.name} ?max=1&jobKey=${job.name}`).join('\n'),
  })

  const tick = async () => {
    await database.run(beat, [[...workerIds]])
    const [row] = await database.run(freeLostJobs, [BEAT_LOST_SECONDS])
    if (row) log.warn({}, 'freed the jobs of a worker that stopped')
  }
  await tick()
  const beats = startTimers([{ name: 'job-heartbeat', everyMs: BEAT_EVERY_MS, run: tick }], log)

  return {
    async stop() {
      await runner.stop()
      await beats.stop()
      await database.run(forget, [[...workerIds]]).catch(() => undefined)
    },
  }
}
