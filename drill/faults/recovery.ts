/** What a node must be able to do again after a fault, without a restart. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { StoreNode } from '../../bench/lab/store-node.ts'
import type { MailServer } from './mail-server.ts'
import type { Market } from './market.ts'

export interface Recovery {
  /** From the return of the database to the first 200 of `/readyz`; null: not in time. */
  readyMs: number | null
  faults: string[]
}

const READY_WITHIN_MS = 10_000
/** From the return to an order with its email: jobs of an interrupted run are freed within 10 s. */
const ORDER_WITHIN_MS = 30_000
/** From there to the last job that the fault delayed. */
const JOBS_WITHIN_MS = 30_000
/** All timers run at least once a minute; the slowest get this long. */
const TIMERS_WITHIN_MS = 75_000
const TIMER_SECONDS_MAX = 70
const NOTICE_WITHIN_MS = 15_000
const PROBED_FIPS = '48201'

const isReady = async (url: string): Promise<boolean> => {
  const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status === 200
}

/** Polls until something is true. @returns after how many milliseconds, or null if it never was */
async function untilSo(limitMs: number, look: () => Promise<boolean>): Promise<number | null> {
  const start = performance.now()
  do {
    if (await look().catch(() => false)) return Math.round(performance.now() - start)
    await wait(100)
  } while (performance.now() - start < limitMs)
  return null
}

/** How long ago each timer of a node finished a run, in seconds. */
async function timerAges(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text()
  const found = text.matchAll(/^timer_seconds_since_run\{timer="([^"]+)"\} (\S+)$/gm)
  return new Map([...found].map(([, name, age]) => [name as string, Number(age)]))
}

async function lateTimers(url: string): Promise<string[]> {
  const ages = await timerAges(url)
  if (ages.size === 0) return ['no timer has run at all']
  return [...ages].filter(([, age]) => age > TIMER_SECONDS_MAX).map(([name, age]) => `${name} (${Math.round(age)} s)`)
}

/** Whether a node hears about a stock change on another node. */
async function hearsNotices(url: string, pool: pg.Pool, packageId: string): Promise<boolean> {
  const { rows } = await pool.query<{ available: number }>(
    `with moved as (
       insert into stock_movements (package_id, delta, reason, cause, moved_at) values ($1, 1, 'set', 'drill', now())
     ), changed as (update packages set available = available + 1 where package_id = $1 returning available)
     select available, pg_notify('catalogue_changed', $2) from changed`,
    [packageId, PROBED_FIPS],
  )
  const wanted = rows[0]?.available
  const seen = await untilSo(NOTICE_WITHIN_MS, async () => {
    const reply = await fetch(`${url}/api/packages/Texas/Harris`, { signal: AbortSignal.timeout(5_000) })
    const text = await reply.text()
    const row = JSON.parse(text).find((each: { id: string }) => each.id === packageId)
    return row?.available === wanted
  })
  return seen !== null
}

/**
 * Buys something and waits for its email.
 *
 * @returns how long that took, in milliseconds; or what was missing after `withinMs`
 */
export async function timeToMail(market: Market, mails: MailServer, withinMs: number): Promise<number | string> {
  let orderId: string | null = null
  const order = market.buy({ isPatient: true }).then((id) => {
    orderId = id
  })
  const isMailed = () =>
    orderId !== null && [...mails.taken.keys()].some((id) => id.startsWith(`order_confirmation.${orderId}`))
  const tookMs = await untilSo(withinMs, async () => isMailed())
  await Promise.race([order, wait(withinMs)])
  return tookMs ?? `an order did not come ${orderId ? 'to its mail' : 'about'} within ${Math.round(withinMs / 1_000)} s`
}

/** The longest that an email may take without any fault before the machine is too busy for a verdict. */
export const BUSY_MS = 60_000

/** What waits in the queue, and who has it, for the sentence about what went wrong. */
async function describeQueue(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<object>(
    `select task_identifier as job, locked_by as worker, count(*)::int as jobs, max(attempts) as attempts,
       round(extract(epoch from now() - min(run_at))) as seconds
     from graphile_worker.jobs where run_at < now() group by 1, 2 order by 1, 2`,
  )
  return JSON.stringify(rows)
}

/**
 * Checks a node from the moment its database is back: jobs, timers, notices, and a whole order with its email.
 *
 * @param world.usualMs how long an order took to its email before the fault: buyers who buy without a pause are faster
 * than a busy machine sends, and then the queue is behind without any fault
 */
export async function watchRecovery(
  node: StoreNode,
  { market, mails, pool, usualMs = 0 }: { market: Market; mails: MailServer; pool: pg.Pool; usualMs?: number },
): Promise<Recovery> {
  const faults: string[] = []
  const readyMs = await untilSo(READY_WITHIN_MS, () => isReady(node.url))
  if (readyMs === null) faults.push(`/readyz was not 200 within ${READY_WITHIN_MS / 1_000} s of the database's return`)
  const toMail = await timeToMail(market, mails, ORDER_WITHIN_MS + usualMs)
  if (typeof toMail === 'string') faults.push(`${toMail}; the queue: ${await describeQueue(pool)}`)
  if (!(await hearsNotices(node.url, pool, `${PROBED_FIPS}-vacant-vip-20`).catch(() => false)))
    faults.push('a change by another node was not heard')
  if ((await untilSo(TIMERS_WITHIN_MS, async () => (await lateTimers(node.url)).length === 0)) === null)
    faults.push(`timers do not run: ${(await lateTimers(node.url).catch(String)).toString()}`)
  const findWaiting = () =>
    pool.query<object>(
      `select task_identifier, locked_by, min(run_at) as since, count(*)::int as jobs from graphile_worker.jobs
     where run_at < now() - $1 * interval '1 ms' and (locked_at is null or locked_at < now() - $1 * interval '1 ms')
       and attempts < max_attempts
     group by 1, 2`,
      [JOBS_WITHIN_MS + usualMs],
    )
  // Those of an interrupted run waited through the fault as well.
  await untilSo(JOBS_WITHIN_MS, async () => (await findWaiting()).rowCount === 0)
  for (const row of (await findWaiting()).rows) faults.push(`jobs wait too long: ${JSON.stringify(row)}`)
  return { readyMs, faults }
}
