/**
 * What the store forgets, and when. Each feature lists its own rows in a job that runs every hour;
 * docs/generated/retention.md shows all lists as one table.
 *
 * @see docs/decisions/0013-data-retention.md
 */
import { addMilliseconds } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import type { Statement } from '../statement.ts'
import { inBatches } from './batches.ts'
import { defineScheduledJob, type Job } from './job.ts'

export interface Retention<Ctx extends PlatformContext> {
  /** The rows, as the log and the table name them, e.g. "cart lines". */
  readonly what: string
  /** How long after what, for people, e.g. "30 days after the end of their hold". */
  readonly kept: string
  /** The same in milliseconds; 0 for rows that carry their own end. */
  readonly keptMs: number | ((config: Ctx['config']) => number)
  /** Why this long and no longer. */
  readonly why: string
  /** What is left of them; nothing if absent. */
  readonly stays?: string
  /**
   * Forgets at most `limit` rows whose time began before `before`, without waiting for locked ones.
   *
   * @returns how many; fewer than `limit` if none is left
   */
  forget(ctx: Ctx, rows: { before: Date; limit: number }): Promise<number>
}

export interface RetentionJob<Ctx extends PlatformContext> extends Job<Ctx> {
  readonly retention: readonly Retention<Ctx>[]
}

/**
 * Defines an hourly job that forgets; several nodes may run it at once. @param job.schedule the minute of the hour, as
 * a cron expression
 */
export function defineRetention<Ctx extends PlatformContext>(job: {
  name: string
  schedule: string
  rows: readonly Retention<Ctx>[]
}): RetentionJob<Ctx> {
  const { name, schedule, rows } = job
  const run = async (ctx: Ctx) => {
    for (const { what, keptMs, forget } of rows) {
      const ms = typeof keptMs === 'number' ? keptMs : keptMs(ctx.config)
      const before = addMilliseconds(ctx.clock.now(), -ms)
      await inBatches(ctx, { what: `${what} were forgotten` }, (limit) => forget(ctx, { before, limit }))
    }
  }
  const summary = `Forgets ${rows.map(({ what }) => what).join('; ')}, each when its time is up (retention.md).`
  return { ...defineScheduledJob({ name, schedule, summary, run }), retention: rows }
}

/** Forgets with one statement, which returns how many rows it handled. */
export const byStatement =
  (statement: Statement<{ before: Date; limit: number }, { rows: number }>) =>
  async (ctx: PlatformContext, rows: { before: Date; limit: number }): Promise<number> =>
    (await ctx.database.run(statement, rows))[0]?.rows ?? 0
