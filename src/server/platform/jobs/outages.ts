/**
 * What waits for an outside party that was away: mail for its server, refunds for the card provider, events for their
 * receiver. Each waits longer after each try, so by itself it might wait for many minutes after the party is back, while
 * anything new goes out at once. The first answer makes it due, a batch at a time.
 */
import { seconds } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import { statement } from '../statement.ts'

/** An outside party did not answer, or said that it can do nothing for anyone now. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** The parties that were away, by name, until what waited for them is due. */
    readonly outages: Map<string, { silentAtMs: number; hurriedAtMs: number }>
  }
}

/** So many become due, this often at most: a million that wait must not come all at once. */
const HURRIED_AT_ONCE = 100
const HURRY_EVERY_MS = seconds(1)

/** A try that began while the party was away may fail this much later, and only then wait. */
const SETTLED_AFTER_MS = seconds(60)

type Ctx = Pick<PlatformContext, 'node' | 'log'>

/** Notes that a party did not answer, or that something may wait for it from before this process started. */
export function noteSilence(ctx: Pick<Ctx, 'node'>, party: string): void {
  const silentAtMs = performance.now()
  const hurriedAtMs = ctx.node.outages.get(party)?.hurriedAtMs ?? Number.NEGATIVE_INFINITY
  ctx.node.outages.set(party, { silentAtMs, hurriedAtMs })
}

/**
 * Notes that a party answered, whatever it said. If it was away before, what waits for it is made due.
 *
 * @param hurry makes at most so many due, the next ones first, and returns how many; if it fails, what waits is tried
 * at its own time
 */
export async function noteAnswer(
  ctx: Ctx,
  party: string,
  hurry: (limit: number) => Promise<number | undefined>,
): Promise<void> {
  const outage = ctx.node.outages.get(party)
  if (!outage || performance.now() - outage.hurriedAtMs < HURRY_EVERY_MS) return
  outage.hurriedAtMs = performance.now()
  try {
    const hurried = (await hurry(HURRIED_AT_ONCE)) ?? 0
    if (hurried > 0) ctx.log.info({ party, hurried }, 'it answers again: what waited for it is due now')
    const isSettled = performance.now() - outage.silentAtMs > SETTLED_AFTER_MS
    if (isSettled && hurried < HURRIED_AT_ONCE) ctx.node.outages.delete(party)
  } catch (error) {
    ctx.node.warn(ctx.log, { party, reason: String(error) }, 'what waits for a party could not be hurried')
  }
}

/** Makes jobs due that wait for another try, the next ones first: `names` their kinds. */
export const hurryJobs = statement<{ names: readonly string[]; limit: number }, { hurried: number }>(
  'jobs.hurry',
  `select count(due.id)::int as hurried from (
     select array_agg(id) as ids from (
       select id from graphile_worker.jobs
       where task_identifier = any($names::text[]) and attempts between 1 and max_attempts - 1 and locked_at is null and run_at > now()
       order by run_at limit $limit) as waiting
     having count(*) > 0
   ) as found, lateral graphile_worker.reschedule_jobs(found.ids, run_at := now()) as due`,
)
