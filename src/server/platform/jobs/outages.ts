/** What waits for an outside party waits longer after each try. Its first answer makes all of it due, once. */

import { statement } from '#server/platform/database/statement.ts'
import { minutes } from '../clock.ts'
import { type PlatformContext, perNode } from '../context.ts'

/** Thrown if an outside party did not answer, or said that it cannot serve anyone now. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** By party. */
export const outagesOf = perNode(() => new Map<string, { isAway: boolean; hurriedAtMs: number; restMs: number }>())

/** The others wait their time, or for the answer after the next silence. */
const HURRIED_MAX = 10_000
const JOBS_PER_SECOND = 100
/** Each hurried try counts, so a party rests after each answer, four times as long if soon silent again. */
const REST_MS = minutes(1)
const REST_GROWTH = 4
const SOON_RESTS = 10

type Ctx = Pick<PlatformContext, 'node' | 'log'>

/** Also if something may have waited for the party since before this process started. */
export function noteSilence(ctx: Pick<Ctx, 'node'>, party: string): void {
  const outages = outagesOf(ctx)
  const outage = outages.get(party)
  if (outage) outage.isAway = true
  else outages.set(party, { isAway: true, hurriedAtMs: Number.NEGATIVE_INFINITY, restMs: REST_MS })
}

/** If a party was away, what waits for it is made due. @param hurry makes at most that many due */
export async function noteAnswer(ctx: Ctx, party: string, hurry: (limit: number) => Promise<number | undefined>) {
  const outage = outagesOf(ctx).get(party)
  if (!outage?.isAway) return
  const calmMs = performance.now() - outage.hurriedAtMs
  if (calmMs < outage.restMs) return
  outage.isAway = false
  outage.hurriedAtMs = performance.now()
  outage.restMs = calmMs < outage.restMs * SOON_RESTS ? outage.restMs * REST_GROWTH : REST_MS
  try {
    const hurried = await hurry(HURRIED_MAX)
    if (hurried) ctx.log.info({ party, hurried }, 'it answers again: what waited for it is due now')
  } catch (error) {
    outage.isAway = true
    ctx.node.warn(ctx.log, { party, reason: String(error) }, 'what waits for a party could not be made due')
  }
}

/** SQL that makes jobs due in their order: `waiting` selects their `id` and `run_at`, and has a `$limit` of its own. */
export const makingDue = (waiting: string, now: string): string =>
  `select count(due.id)::int as hurried from (
     select array_agg(id) as ids, seconds from (
       select id, ((row_number() over (order by run_at) - 1) / ${JOBS_PER_SECOND})::float8 as seconds from (${waiting}) as waiting
     ) as placed group by seconds
   ) as found, lateral graphile_worker.reschedule_jobs(found.ids, run_at := ${now} + make_interval(secs => found.seconds)) as due`

export const hurryJobs = statement('jobs.hurry')`
  ${makingDue(
    `select id, run_at from graphile_worker.jobs
    where task_identifier = any($names::text[]) and attempts between 1 and max_attempts - 1 and locked_at is null and run_at > now()
    order by run_at limit $limit`,
    'now()',
  )}`
