import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { MailServer } from '../e2e/support/mail-server.ts'
import type { Market } from './market.ts'
import { isReady, type StoreNode } from './processes.ts'

const READY_WITHIN_MS = 10_000
/** From the return to an order with its email: jobs of an interrupted run are freed within 10 s. */
const ORDER_WITHIN_MS = 30_000
/** From there to the last job that the fault delayed. */
const JOBS_WITHIN_MS = 30_000
/** All timers run at least once a minute; the slowest get this long. */
const TIMERS_WITHIN_MS = 75_000
const TIMER_SECONDS_MAX = 70

async function untilSo(limitMs: number, look: () => Promise<boolean>): Promise<number | null> {
  const start = performance.now()
  do {
    if (await look().catch(() => false)) return Math.round(performance.now() - start)
    await wait(100)
  } while (performance.now() - start < limitMs)
  return null
}

async function lateTimers(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text()
  const ages = [...text.matchAll(/^timer_seconds_since_run\{timer="([^"]+)"\} (\S+)$/gm)]
  if (ages.length === 0) return ['no timer has run at all']
  return ages.filter(([, , age]) => Number(age) > TIMER_SECONDS_MAX).map(([, name, age]) => `${name} (${age} s)`)
}

/** Buys something and waits for its email. @returns how many milliseconds that took, or what was missing */
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

/**
 * Checks a node from the moment its database is back: jobs, timers, and a whole order with its email.
 * @param world.usualMs how long an order took to its email before the fault: buyers who buy without a pause are faster
 * than a busy machine sends, and then the queue is behind without any fault
 * @returns `readyMs` from the database's return to the first 200 of `/readyz`, null if that was not in time
 */
export async function watchRecovery(
  node: StoreNode,
  { market, mails, pool, usualMs = 0 }: { market: Market; mails: MailServer; pool: pg.Pool; usualMs?: number },
) {
  const faults: string[] = []
  const readyMs = await untilSo(READY_WITHIN_MS, () => isReady(node.url))
  if (readyMs === null) faults.push(`/readyz was not 200 within ${READY_WITHIN_MS / 1_000} s of the database's return`)
  const toMail = await timeToMail(market, mails, ORDER_WITHIN_MS + usualMs)
  if (typeof toMail === 'string') faults.push(toMail)
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
