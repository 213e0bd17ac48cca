/**
 * Applies each migration since an earlier release to a store with 100,000 rows in every hot table, and fails if one
 * keeps the store from such a table for more than 2 s.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { type HeldLock, watchLocks } from '#testing/lock-watch.ts'
import { withWorld } from '../faults/world.ts'
import { fillTables, findLargeTables, ROWS_MIN } from './fill-tables.ts'

/** A store with some of everything; `upgrades.test.ts` upgrades it too. */
const DUMP = new URL('../../src/testing/upgrades/store-before-0045.sql', import.meta.url)
const MIGRATIONS = new URL('../../migrations/', import.meta.url)
/** Drizzle's mark between two statements. */
const BREAKPOINT = '--> statement-breakpoint'

const LOCKED_MS_MAX = 2_000

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

/** The migrations that a database lacks, oldest first. */
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

/** Applies one in its own transaction. @returns what it locked of the large tables, longest first */
async function applyWatched(
  client: pg.Client,
  url: string,
  migration: Migration,
): Promise<{ ms: number; locks: HeldLock[] }> {
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

const describe = ({ table, mode, ms }: HeldLock) => `${table} ${mode} ${ms} ms`

/** Runs the check. @returns one sentence for each migration that locks too long */
export function checkMigrationLocks({ print }: { print: (line: string) => void }): Promise<string[]> {
  return withWorld(
    async ({ postgres: { url } }) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(await readFile(DUMP, 'utf8'))
      // The dump leaves its connection without a search path.
      await client.query('set search_path to public')
      await fillTables(client)
      print(`${(await findLargeTables(client)).size} tables with at least ${ROWS_MIN} rows`)
      const migrations = await findMissing(client)
      const faults: string[] = []
      for (const migration of migrations) {
        const { ms, locks } = await applyWatched(client, url, migration)
        const longest = locks[0] ? describe(locks[0]) : 'none of a large table'
        const isExempt = migration.tag in EXEMPT && migration.index <= LAST_EXEMPT_INDEX
        const note = isExempt ? ` (exempt: ${EXEMPT[migration.tag]})` : ''
        print(`${migration.tag}: ${ms} ms; longest lock: ${longest}${note}`)
        for (const lock of locks.filter((each) => each.ms > LOCKED_MS_MAX && !isExempt))
          faults.push(`migration ${migration.tag} keeps the store from a table too long: ${describe(lock)}`)
      }
      if (migrations.length === 0) faults.push('there was no migration to check')
      await client.end()
      return faults
    },
    { isFilled: false },
  )
}
