/** Fails if a migration locks a table of 100,000 rows much longer than PostgreSQL takes to write it anew. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { type HeldLock, watchLocks } from '#testing/lock-watch.ts'
import { loadOldStore } from '#testing/upgrades/load-old-store.ts'
import { say } from '../laboratory.ts'
import { withWorld } from '../world.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const BREAKPOINT = '--> statement-breakpoint'

/** Of the time in which PostgreSQL copies the widest hot table with its indexes. */
const LOCKED_BAR = 1.5

/** Migrations from before this check that lock longer, and why nothing is done about it. Add none. */
const EXEMPT: Readonly<Record<string, string>> = {
  '0046_owners-in-columns': 'released; adds and fills columns of holds and orders in one step',
  '0047_message-details-in-columns': 'released; adds and fills columns of messages and sale_entries in one step',
  '0056_search_anywhere':
    'released; builds trigram indexes on orders, customers and payment_requests in one transaction',
  '0060_sort-by-total': 'released; builds several indexes on payment_requests in one transaction',
}
/** Of the newest migration when this check was written. */
const LAST_EXEMPT_INDEX = 65

interface Migration {
  index: number
  tag: string
  statements: readonly string[]
}

async function findMissing(client: pg.Client): Promise<Migration[]> {
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(
    await readFile(new URL('meta/_journal.json', MIGRATIONS), 'utf8'),
  )
  const { rows } = await client.query<{ newest: string }>('select max(created_at) as newest from schema_migrations')
  const missing = journal.entries.filter(({ when }) => when > Number(rows[0]?.newest))
  return Promise.all(
    missing.map(async ({ idx, tag }) => {
      const text = await readFile(new URL(`${tag}.sql`, MIGRATIONS), 'utf8')
      return { index: idx, tag, statements: text.split(BREAKPOINT) }
    }),
  )
}

async function applyWatched(client: pg.Client, url: string, migration: Migration) {
  const large = await findLargeTables(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stop = await watchLocks(url, Number(rows[0]?.pid))
  const begunAt = performance.now()
  try {
    await client.query('begin')
    for (const statement of migration.statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await stop()
    throw new Error(`migration ${migration.tag} failed`, { cause: error })
  }
  const ms = Math.round(performance.now() - begunAt)
  return { ms, locks: (await stop()).filter(({ table }) => large.has(table)) }
}

/** Tables of which a large store has many rows, and which every sale touches. */
const HOT_TABLES = [
  'orders',
  'order_lines',
  'holds',
  'leads',
  'messages',
  'deliveries',
  'payment_requests',
  'customers',
  'payments',
  'sale_entries',
  'stock_movements',
] as const

const ROWS_MIN = 100_000

/** Columns by which rows differ. Each copy gets its own, the same in every table, so that copies refer to copies. */
const OWN_TEXTS = [
  ...['order_id', 'hold_id', 'message_id', 'payment_request_id', 'customer_id', 'payment_id', 'refund_id'],
  ...['token', 'reference', 'email', 'owner_id', 'attempt_id', 'replaces_id', 'resent_from', 'subject_id', 'cause'],
]
const OWN_UUIDS = ['property_key']

const COLUMNS = `
  select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`

async function multiply(client: pg.Client, table: string): Promise<void> {
  const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)
  const rows = counted[0]?.rows ?? 0
  if (rows === 0) throw new Error(`the store to multiply has no rows in ${table}`)
  const { rows: columns } = await client.query<{ name: string }>(COLUMNS, [table])
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map(({ name }) => {
    // An empty text stands for "none" in some keys.
    if (OWN_TEXTS.includes(name)) return `case when "${name}" = '' then '' else "${name}" || '~' || n end`
    if (OWN_UUIDS.includes(name)) return `md5("${name}" || '~' || n)::uuid`
    return `"${name}"`
  })
  const copies = Math.ceil(ROWS_MIN / rows)
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} cross join generate_series(1, ${copies}) as n`,
  )
}

/** Fills each hot table up to at least 100,000 rows. The connection must own the tables; their triggers do not run. */
async function fillTables(client: pg.Client): Promise<void> {
  // Triggers and references between tables are about what the store does, not about what a migration finds.
  await client.query(`set session_replication_role = replica`)
  for (const table of HOT_TABLES) await multiply(client, table)
  await client.query(`set session_replication_role = origin`)
  await client.query('analyze')
}

/** The tables that have more rows than a migration may stop for long. */
async function findLargeTables(client: pg.Client): Promise<Set<string>> {
  const large = new Set<string>()
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000`,
  )
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`)
    if ((counted[0]?.rows ?? 0) >= ROWS_MIN) large.add(name)
  }
  return large
}

const describe = ({ table, mode, ms }: HeldLock) => `${table} ${mode} ${ms} ms`

async function timeCopy(client: pg.Client): Promise<number> {
  const begunAt = performance.now()
  await client.query('create table bare_orders (like orders including all)')
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'`,
  )
  const names = rows[0]?.names ?? ''
  await client.query(`insert into bare_orders (${names}) select ${names} from orders`)
  await client.query('drop table bare_orders')
  return performance.now() - begunAt
}

export function migrationLocks(): Promise<string[]> {
  return withWorld(
    async ({ postgres: { url } }) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await loadOldStore(client)
      await client.query('set search_path to public')
      await fillTables(client)
      say(`  ${(await findLargeTables(client)).size} tables with at least ${ROWS_MIN} rows`)
      const mostMs = LOCKED_BAR * (await timeCopy(client))
      say(`  a lock may last ${Math.round(mostMs)} ms here`)
      const migrations = await findMissing(client)
      const faults: string[] = []
      for (const migration of migrations) {
        const { ms, locks } = await applyWatched(client, url, migration)
        const longest = locks[0] ? describe(locks[0]) : 'none of a large table'
        const isExempt = migration.tag in EXEMPT && migration.index <= LAST_EXEMPT_INDEX
        const note = isExempt ? ` (exempt: ${EXEMPT[migration.tag]})` : ''
        say(`  ${migration.tag}: ${ms} ms; longest lock: ${longest}${note}`)
        for (const lock of locks.filter((each) => each.ms > mostMs && !isExempt))
          faults.push(`migration ${migration.tag} keeps the store from a table too long: ${describe(lock)}`)
      }
      if (migrations.length === 0) faults.push('there was no migration to check')
      await client.end()
      return faults
    },
    { isFilled: false },
  )
}
