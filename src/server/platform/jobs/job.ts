import * as z from 'zod/mini'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Rows per step: some milliseconds of locks, even on a slow disk. */
export const BATCH_ROWS_MAX = 1_000
/** Steps per run. A stopping node waits for its jobs, so none may run for minutes; the next run continues. */
const BATCHES_MAX = 100

/** Repeats a step until one handles fewer rows than it may; returns how many rows. `what`: for the log. */
export async function inBatches(
  ctx: Pick<PlatformContext, 'log'>,
  options: { what: string },
  step: (rowsMax: number) => Promise<number>,
): Promise<number> {
  let rows = 0
  for (let batch = 1; batch <= BATCHES_MAX; batch += 1) {
    const done = await step(BATCH_ROWS_MAX)
    rows += done
    if (done < BATCH_ROWS_MAX) break
  }
  if (rows > 0) ctx.log.info({ rows }, options.what)
  return rows
}

/** A kind of background work. Jobs run at least once and check state first, so running one again changes nothing. */
export interface Job<Context, Payload = unknown> {
  readonly name: string
  readonly summary: string
  readonly payload: z.ZodMiniType<Payload>
  /** Tries before the job is left as failed; the waits between them grow exponentially (3 s, 7 s, 20 s, … to 6 h). */
  readonly attemptsMax: number
  /** A cron expression if the job also runs on a schedule, once across all nodes. */
  readonly schedule?: string
  run(ctx: Context, payload: Payload): Promise<void>
}

/** The returned job takes any payload, and checks it when the worker picks it up. */
export function defineJob<Context, Payload>(job: Job<Context, Payload>): Job<Context> {
  return { ...job, run: (ctx, payload) => job.run(ctx, job.payload.parse(payload)) } as Job<Context>
}

/** No payload, and no second try, because the next run comes anyway. */
export function defineScheduledJob<Context>(job: {
  name: string
  summary: string
  schedule: string
  run(ctx: Context): Promise<unknown>
}): Job<Context> {
  return defineJob({
    ...job,
    payload: z.object({}),
    attemptsMax: 1,
    run: async (ctx: Context) => {
      await job.run(ctx)
    },
  })
}

export const addJob = statement('jobs.add')`
  select id from graphile_worker.add_job($name, payload := $payload::json, queue_name := $queue?, job_key := $key?, max_attempts := $attemptsMax,
    run_at := $runAt?::timestamptz, job_key_mode := 'preserve_run_at') as job`

/** In a transaction, a cause and its job are one. @param options.key waiting jobs with the same key are one job. @param options.queue its jobs run one at a time */
export async function enqueue(
  executor: Executor,
  name: string,
  payload: object,
  options: { key?: string; attemptsMax?: number; runAt?: Date; queue?: string | undefined } = {},
): Promise<void> {
  await executor.run(addJob, {
    name,
    payload: JSON.stringify(payload),
    key: options.key ?? null,
    queue: options.queue ?? null,
    attemptsMax: options.attemptsMax ?? 25,
    runAt: options.runAt ?? null,
  })
}

export const countQueuedJobs = statement('jobs.count_queued')`
  select count(*) filter (where attempts < max_attempts)::int as waiting,
    greatest(coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (
      where attempts < max_attempts and locked_at is null and run_at > 'epoch')), 0), 0)::float8 as oldest_seconds,
    count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed
  from graphile_worker.jobs`

/** Jobs that wait, those out of tries, and how long the oldest one has been due. */
export async function countJobs(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countQueuedJobs)
  return { waiting: row?.waiting ?? 0, oldest_seconds: row?.oldest_seconds ?? 0, failed: row?.failed ?? 0 }
}
