/**
 * SQL for failed jobs. The queue's tables belong to its library: we read them through its view, which has no payloads,
 * and change them through its documented functions.
 *
 * @see https://worker.graphile.org/docs/admin-functions
 */
import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { JOBS_PAGE } from '#contract/admin/job-screen.ts'
import { statement } from '#server/platform/statement.ts'

export interface JobRow {
  id: string
  task_identifier: string
  attempts: number
  max_attempts: number
  last_error: string | null
  created_at: Date
  updated_at: Date
  run_at: Date
  is_locked: boolean
}

const COLUMNS = `j.id::text as id, j.task_identifier, j.attempts, j.max_attempts, j.last_error, j.created_at, j.updated_at, j.run_at,
     j.locked_at is not null as is_locked`

/**
 * Failed at least once, or out of tries without an error because its process was killed. Messages are left out ($1
 * their job), because the message log knows more about them.
 */
const FAILING = `j.task_identifier <> $mailJob and (j.last_error is not null or (j.attempts >= j.max_attempts and j.locked_at is null))`

/** Lists a page of failing jobs, newest first: `before` before which id. Finished jobs are not in the queue. */
export const listFailing = statement<{ mailJob: string; before: string | number }, JobRow>(
  'job_screen.list_failing',
  `select ${COLUMNS} from graphile_worker.jobs j where ${FAILING} and j.id < $before::bigint order by j.id desc limit ${JOBS_PAGE + 1}`,
)

/** Lists the newest jobs that are out of tries, with how many there are: `limit` how many rows. */
export const listFailed = statement<{ mailJob: string; limit: number }, JobRow & { failed: number }>(
  'job_screen.list_failed',
  `with failed as materialized (
     select ${COLUMNS} from graphile_worker.jobs j
     where ${FAILING} and j.attempts >= j.max_attempts and j.locked_at is null limit ${ATTENTION_COUNT_MAX + 1}
   )
   select f.*, (select count(*)::int from failed) as failed from failed f order by f.id::bigint desc limit $limit`,
)

export const findFailing = statement<{ mailJob: string; jobId: string | number }, JobRow>(
  'job_screen.find_failing',
  `select ${COLUMNS} from graphile_worker.jobs j where ${FAILING} and j.id = $jobId::bigint`,
)

/**
 * Makes a job run before all others, which are due later than 1970: `triesCount` how many tries count as made, null to
 * keep them. No row while it runs.
 */
export const runNow = statement<{ jobId: string | number; triesCount: number | null }, { id: string }>(
  'job_screen.run_now',
  `select id::text from graphile_worker.reschedule_jobs(array[$jobId::bigint], run_at := 'epoch', attempts := $triesCount::int)`,
)

/** Removes a job from the queue. No row while it runs. */
export const forget = statement<{ jobId: string | number }, { id: string }>(
  'job_screen.forget',
  'select id::text from graphile_worker.complete_jobs(array[$jobId::bigint])',
)
