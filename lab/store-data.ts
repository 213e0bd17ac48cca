import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { addMembers } from '#testing/members.ts'
import { findStockFaults } from '#testing/stock-faults.ts'
import { atDatabase } from '#testing/test-database.ts'
import type { Account } from './connection.ts'

/** A few connections; they may break. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)
  return pool
}

/** Makes the tables of a store, and the packages of these states (all, if absent). */
export async function fillDatabase(url: string, states?: readonly string[]): Promise<void> {
  await migrate(url)
  await atDatabase(url, (database) => loadCatalogue({ database, clock: systemClock }, states ? { states } : {}))
}

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
       select package_id, $2::int - available, 'set', 'lab', now() from locked
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

const PASSWORD = 'bench-survey-elm-42'

/** Creates sales reps `rep-1@lab.example`, `rep-2@…` as the store creates them, in a migrated store. */
export async function makeReps(databaseUrl: string, count: number): Promise<(Account & { userId: string })[]> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const accounts = numbers.map((number) => ({ email: `rep-${number}@lab.example`, password: PASSWORD }))
  const members = accounts.map((account, at) => ({ ...account, username: `Rep ${at + 1}`, role: 'sales' as const }))
  const ids = await addMembers(databaseUrl, members)
  return accounts.map((account, at) => ({ ...account, userId: ids[at] ?? '' }))
}

/** A sentence about what is wrong, and SQL that returns the rows of which it is true. */
export type Question = readonly [wrong: string, sql: string, values?: unknown[]]

const CASES_SHOWN = 3

/** Asks each question. Returns one sentence for each row, or for up to three with how many there are. */
export async function askAll(pool: pg.Pool, questions: readonly Question[]): Promise<string[]> {
  const faults: string[] = []
  for (const [wrong, sql, values] of questions) {
    // Not `limit` in the query, because it tempts the planner to look rows up one by one, for minutes in a grown store.
    const { rows } = await pool.query<object>(sql, values)
    const times = rows.length > CASES_SHOWN ? ` (${rows.length} times)` : ''
    faults.push(...rows.slice(0, CASES_SHOWN).map((row) => `${wrong}${times}: ${JSON.stringify(row)}`))
  }
  return faults
}

/** What must be true of orders and their messages at any moment, beside what `findStockFaults` asks. */
const IDENTITIES: readonly Question[] = [
  [
    'a paid order costs what its lines cost, and at most that goes back',
    `select o.order_id, o.total_cents, sum(l.price_cents - l.discount_cents) as lines
    from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
    where o.state in ('paid', 'processed') group by o.order_id
    having o.total_cents <> sum(l.price_cents - l.discount_cents)
      or o.refunded_cents <> coalesce(sum(l.price_cents - l.discount_cents) filter (where l.outcome = 'refunded'), 0)`,
  ],
  [
    'a paid order is announced by one message',
    `with told as materialized (
      select order_id, count(*) as messages from (
        select subject_id as order_id from messages where kind = 'order_confirmation' and channel = 'email'
        union all select order_id from delivery_handovers where confirms_order
      ) confirmed group by order_id
    )
    select o.order_id, coalesce(told.messages, 0) as messages from orders o left join told on told.order_id = o.order_id
    where o.state in ('paid', 'processed') and told.messages is distinct from 1`,
  ],
]

/** Seeded orders never sent any. */
const MAILS: Question = [
  'an order gets exactly one email',
  `select o.order_id, count(m.id) as mails
  from orders o left join sandbox_mailbox.messages m on m.recipients @> array[o.email]
  where o.state in ('paid', 'processed') and o.email like '%@lab.example' group by o.order_id having count(m.id) <> 1`,
]

/** Returns what is wrong with stock, orders, money and leads. An empty list means all is well, also under load. */
export async function findBrokenIdentities(pool: pg.Pool): Promise<string[]> {
  const rows = [...(await findStockFaults(pool)), ...(await findLeadFaults(pool))]
  const faults = rows.slice(0, CASES_SHOWN).map((row) => `stock, order, money or lead: ${JSON.stringify(row)}`)
  return [...faults, ...(await askAll(pool, IDENTITIES))]
}

/** Returns orders of loads with no email or with several. Call it when the background work is done. */
export const findWrongMails = (pool: pg.Pool): Promise<string[]> => askAll(pool, [MAILS])

/** @throws Error naming what does not hold, because a figure from a store that lost count is worth nothing */
export async function requireIdentities(pool: pg.Pool): Promise<void> {
  const broken = await findBrokenIdentities(pool)
  if (broken.length > 0) throw new Error(`Identities do not hold:\n${broken.join('\n')}`)
}
