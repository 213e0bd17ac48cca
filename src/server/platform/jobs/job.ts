/** Background work: what a job is, and how it is put on the queue inside the transaction that caused it. */
import * as z from 'zod/mini'
import type { Executor } from '../database.ts'
import { statement } from '../statement.ts'

/** A kind of background work. Jobs run at least once and check state first, so running one again changes nothing. */
export interface Job<Context, Payload = unknown> {
  readonly name: string
  /** One line for docs/generated/jobs.md. */
  readonly summary: string
  readonly payload: z.ZodMiniType<Payload>
  /** Tries before the job is left as failed; the waits between them grow exponentially (1 s, 3 s, 7 s, … to hours). */
  readonly attemptsMax: number
  /** Minutes in cron form when the job also runs by the clock, once over all nodes. */
  readonly schedule?: string
  run(ctx: Context, payload: Payload): Promise<void>
}

/** Checks a payload's shape where the worker picks it up; the returned job takes any payload. */
export function defineJob<Context, Payload>(job: Job<Context, Payload>): Job<Context> {
  return { ...job, run: (ctx, payload) => job.run(ctx, job.payload.parse(payload)) } as Job<Context>
}

/** A job that only the clock starts: no payload, and no second try, because the next time comes anyway. */
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

export const addJob = statement<
  { name: string; payload: string; key: string | null; attemptsMax: number; runAt: Date | null },
  { id: string }
>(
  'jobs.add',
  `select id from graphile_worker.add_job($name, payload := $payload::json, job_key := $key, max_attempts := $attemptsMax,
     run_at := $runAt::timestamptz, job_key_mode := 'preserve_run_at') as job`,
)

/**
 * Puts a job on the queue. In a transaction it becomes visible with the commit, so a cause and its job are one.
 *
 * @param options.key jobs with the same key that still wait are one job
 * @param options.runAt not before this instant
 */
export async function enqueue(
  executor: Executor,
  name: string,
  payload: object,
  options: { key?: string; attemptsMax?: number; runAt?: Date } = {},
): Promise<void> {
  await executor.run(addJob, {
    name,
    payload: JSON.stringify(payload),
    key: options.key ?? null,
    attemptsMax: options.attemptsMax ?? 25,
    runAt: options.runAt ?? null,
  })
}
