/** What loads ask for, and its stock: set by SQL with its movements, so that every identity holds. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Picks packages across the whole catalogue, always the same ones. */
export async function pickPackages(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ package_id: string }>(
    'select package_id from packages order by md5(package_id) limit $1',
    [count],
  )
  return rows.map((row) => row.package_id)
}

/** Lists the paths of all counties' package pages. */
export async function listCountyPaths(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ state: string; name: string }>('select state, name from counties')
  return rows.map(({ state, name }) => `/api/packages/${encodeURIComponent(state)}/${encodeURIComponent(name)}`)
}

/** Gives each package this many units. */
export async function setStock(pool: pg.Pool, packageIds: readonly string[], units: number): Promise<void> {
  await pool.query(
    `with locked as materialized (
       select package_id, available from packages where package_id = any($1::text[]) order by package_id for update
     ), moved as (
       insert into stock_movements (package_id, delta, reason, cause, moved_at)
       select package_id, $2::int - available, 'set', 'bench', now() from locked
       where available <> $2
     )
     update packages p set available = $2, is_unlimited = false, unlimited_shown = 0
     from locked where p.package_id = locked.package_id`,
    [packageIds, units],
  )
}

/** Waits until no job and no webhook is left to do. Returns how long that took, in seconds. */
export async function drainBackground(pool: pg.Pool): Promise<number> {
  const start = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select (select count(*) from graphile_worker._private_jobs where attempts < max_attempts)::int
         + (select count(*) from webhook_events where handled_at is null)::int
         + (select count(*) from messages where state = 'waiting')::int
         + (select count(*) from sandbox_stripe.webhook_deliveries where ended_at is null)::int as waiting`,
    )
    if (rows[0]?.waiting === 0) return (performance.now() - start) / 1_000
    if (performance.now() - start > 300_000) throw new Error(`${rows[0]?.waiting} jobs and webhooks are stuck`)
    await wait(20)
  }
}
