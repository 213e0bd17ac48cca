import type { PlatformContext } from '../context.ts'
import { statement } from '../statement.ts'

export const countQueuedJobs = statement(
  'jobs.count_queued',
  `select count(*) filter (where attempts < max_attempts)::int as waiting,
     greatest(coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (
       where attempts < max_attempts and locked_at is null and run_at > 'epoch')), 0), 0)::float8 as oldest_seconds,
     count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed
   from graphile_worker.jobs`,
)

/** Jobs that wait, those out of tries, and how long the oldest one has been due. */
export async function countJobs(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countQueuedJobs)
  return { waiting: row?.waiting ?? 0, oldest_seconds: row?.oldest_seconds ?? 0, failed: row?.failed ?? 0 }
}
