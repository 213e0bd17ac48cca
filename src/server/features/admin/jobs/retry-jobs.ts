import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { type listFailingJobs as endpoint, type FailingJob, JOBS_PAGE } from '#contract/admin/job-screen.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'

/** Enough for people to read; the log has the rest. */
const ERROR_TEXT_MAX = 300
const ADDRESS = /[^\s<>"'()]+@[^\s<>"'()]+/g
/** Provider keys, tokens of links and sessions: long, and without spaces. Our own ids (`ord_…`) are shorter. */
const SECRET = /\b(?:sk|rk|pk|whsec|re)_(?:live|test)_\w+|\b[\w-]{32,}\b/g
const URL_QUERY = /(https?:\/\/[^\s?]+)\?\S+/g

/** Returns the first line of an error without addresses, tokens and URL queries: jobs fail on all kinds of data. */
export function plainError(text: string | null): string {
  const [line = ''] = (text ?? '').split('\n')
  const safe = line.replace(URL_QUERY, '$1?…').replace(ADDRESS, '…@…').replace(SECRET, '…').trim()
  return safe.slice(0, ERROR_TEXT_MAX) || 'It did not end: its process stopped.'
}

/*
 * The queue's tables belong to its library: we read them through its view, which has no payloads, and change them
 * through its documented functions.
 * @see https://worker.graphile.org/docs/admin-functions
 */

const COLUMNS = `j.id::text as id, j.task_identifier, j.attempts, j.max_attempts, j.last_error, j.created_at, j.updated_at, j.run_at,
     j.locked_at is not null as is_locked`

/** Failed at least once, or out of tries because its process was killed. The message log knows more about messages. */
const FAILING = `j.task_identifier <> $mailJob and (j.last_error is not null or (j.attempts >= j.max_attempts and j.locked_at is null))`

type JobColumns = { last_error: string | null }

/** Failing jobs, newest first. Finished jobs are not in the queue. */
export const listFailing = statement('job_screen.list_failing')`
  select ${COLUMNS} from graphile_worker.jobs j where ${FAILING} and j.id < $before::bigint order by j.id desc limit ${JOBS_PAGE + 1}`.as<JobColumns>()

/** The newest jobs that are out of tries, with how many there are. */
export const listFailed = statement('job_screen.list_failed')`
  with failed as materialized (
    select ${COLUMNS} from graphile_worker.jobs j
    where ${FAILING} and j.attempts >= j.max_attempts and j.locked_at is null limit ${ATTENTION_COUNT_MAX + 1}
  )
  select f.*, (select count(*)::int from failed) as failed from failed f order by f.id::bigint desc limit $limit`.as<JobColumns>()

export const findFailing = statement('job_screen.find_failing')`
  select ${COLUMNS} from graphile_worker.jobs j where ${FAILING} and j.id = $jobId::bigint`.as<JobColumns>()
type JobRow = RowOf<typeof findFailing>

/** Makes a job run before all others, which are due later than 1970; null `triesCount` keeps its tries. */
export const runNow = statement('job_screen.run_now')`
  select id::text from graphile_worker.reschedule_jobs(array[$jobId::bigint], run_at := 'epoch', attempts := $triesCount?::int)`

/** No row while it runs. */
export const forget = statement('job_screen.forget')`
  select id::text from graphile_worker.complete_jobs(array[$jobId::bigint])`

/** What each job does, by its name. Passed in, because every feature has its own jobs. */
export type JobSummaries = ReadonlyMap<string, string>

/** Above every id. */
const FIRST_PAGE = '9223372036854775807'
const MAIL_JOB = 'send-message'
const isFailed = (row: JobRow): boolean => row.attempts >= row.max_attempts

const stateOf = (row: JobRow): FailingJob['state'] => {
  if (row.is_locked) return 'running'
  return isFailed(row) ? 'failed' : 'waiting'
}

function show(row: JobRow, summaries: JobSummaries): FailingJob {
  const state = stateOf(row)
  return {
    ...shownOf(row, 'id', 'attempts', 'created_at'),
    name: row.task_identifier,
    summary: summaries.get(row.task_identifier) ?? 'A job of another version of this store.',
    state,
    attemptsMax: row.max_attempts,
    lastError: plainError(row.last_error),
    failedAt: row.updated_at.toISOString(),
    // A job that was told to run now has been due for a long time.
    nextAt: state === 'waiting' && row.run_at > row.updated_at ? row.run_at.toISOString() : null,
  }
}

/** Lists a page of failing jobs, newest first. @throws Refusal `bad_request` for a cursor of another list */
export async function listFailingJobs(ctx: PlatformContext, query: QueryOf<typeof endpoint>, summaries: JobSummaries) {
  const { rows, next } = await readPage({
    page: { cursor: query.cursor, limit: JOBS_PAGE },
    name: 'jobs',
    start: [FIRST_PAGE],
    isValid: ([before = '']) => /^\d{1,19}$/.test(before) && BigInt(before) <= BigInt(FIRST_PAGE),
    keysOf: (row: JobRow) => [row.id],
    readAfter: ([before = '']) => ctx.database.run(listFailing, { mailJob: MAIL_JOB, before }),
  })
  return { rows: rows.map((row) => show(row, summaries)), next }
}

/** Finds the newest jobs that are out of tries, and how many there are, as far as attention counts. */
export async function findFailedJobs(ctx: PlatformContext, rowsMax: number) {
  const rows = await ctx.database.run(listFailed, { mailJob: MAIL_JOB, limit: rowsMax })
  return {
    jobs: rows.map((row) => ({
      id: row.id,
      name: row.task_identifier,
      lastError: plainError(row.last_error),
      failedAt: row.updated_at,
    })),
    total: rows[0]?.failed ?? 0,
  }
}

async function find(ctx: PlatformContext, jobId: string): Promise<JobRow> {
  const row = requireRow(await ctx.database.run(findFailing, { mailJob: MAIL_JOB, jobId }), 'job_unknown')
  if (row.is_locked) throw new Refusal('job_running')
  return row
}

const factsOf = (row: JobRow) => ({ attempts: row.attempts, error: plainError(row.last_error) })

/**
 * Runs a failing job now, with all its tries if it was out of them. One that had done its work after all changes
 * nothing.
 * @throws Refusal `job_unknown`, `job_running`
 */
export async function retryJob(ctx: PlatformContext, jobId: string, summaries: JobSummaries): Promise<FailingJob> {
  const row = await find(ctx, jobId)
  await inTransaction(ctx, async (tx) => {
    requireRow(await tx.run(runNow, { jobId, triesCount: isFailed(row) ? 0 : null }), 'job_running')
    await writeAudit(ctx, tx, { action: 'job_retried', subject: `Job ${row.task_identifier}`, before: factsOf(row) })
  })
  const [again] = await ctx.database.run(findFailing, { mailJob: MAIL_JOB, jobId })
  // A waiting worker may have finished it by now.
  return show(again ?? { ...row, attempts: 0, is_locked: true }, summaries)
}

/** Removes a failing job from the queue, for good. @throws Refusal `job_unknown`, `job_running` */
export async function giveUpJob(ctx: PlatformContext, jobId: string, reason: string): Promise<{ message: string }> {
  const row = await find(ctx, jobId)
  await inTransaction(ctx, async (tx) => {
    requireRow(await tx.run(forget, { jobId }), 'job_running')
    const before = factsOf(row)
    await writeAudit(ctx, tx, { action: 'job_given_up', subject: `Job ${row.task_identifier}`, before, note: reason })
  })
  return { message: 'The job is given up. It is not run again.' }
}
