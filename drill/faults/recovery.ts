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

/** Checks a node from the moment its database is back: jobs, timers, notices, and a whole order with its email. */
export async function watchRecovery(
  node: StoreNode,
  { market, mails, pool }: { market: Market; mails: MailServer; pool: pg.Pool },
): Promise<Recovery> {
  const faults: string[] = []
  const readyMs = await untilSo(READY_WITHIN_MS, () => isReady(node.url))
  if (readyMs === null) faults.push(`/readyz was not 200 within ${READY_WITHIN_MS / 1_000} s of the database's return`)
  let orderId: string | null = null
  const order = market.buy({ isPatient: true }).then((id) => {
    orderId = id
  })
  const isMailed = () =>
    orderId !== null && [...mails.taken.keys()].some((id) => id.startsWith(`order_confirmation.${orderId}`))
  if ((await untilSo(ORDER_WITHIN_MS, async () => isMailed())) === null)
    faults.push(`an order did not come ${orderId ? 'to its mail' : 'about'} within ${ORDER_WITHIN_MS / 1_000} s`)
  await Promise.race([order, wait(ORDER_WITHIN_MS)])
  if (!(await hearsNotices(node.url, pool, `${PROBED_FIPS}-vacant-vip-20`).catch(() => false)))
    faults.push('a change by another node was not heard')
  if ((await untilSo(TIMERS_WITHIN_MS, async () => (await lateTimers(node.url)).length === 0)) === null)
    faults.push(`timers do not run: ${(await lateTimers(node.url).catch(String)).toString()}`)
  const findWaiting = () =>
    pool.query<object>(
      `select task_identifier, locked_by, min(run_at) as since, count(*)::int as jobs from graphile_worker.jobs
     where run_at < now() - interval '30 seconds' and (locked_at is null or locked_at < now() - interval '30 seconds')
       and attempts < max_attempts
     group by 1, 2`,
    )
  // Those of an interrupted run waited through the fault as well.
  await untilSo(JOBS_WITHIN_MS, async () => (await findWaiting()).rowCount === 0)
  for (const row of (await findWaiting()).rows) faults.push(`jobs wait for more than 30 s: ${JSON.stringify(row)}`)
  return { readyMs, faults }
}
