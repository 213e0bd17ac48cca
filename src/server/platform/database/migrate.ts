/** Applies `migrations/`, then the job queue's own. Of two nodes that start at once, one works and the other waits. */
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { migrateQueue } from '#server/platform/jobs/queue-schema.ts'
import { runInChildProcess } from '#server/platform/process/child-process.ts'
import { openWatchedClient } from './watched-client.ts'

export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('../../../../migrations', import.meta.url)),
  migrationsSchema: 'public',
  migrationsTable: 'schema_migrations',
}

/** Any number that nothing else in this database locks. */
const MIGRATION_LOCK = 7_305_101

async function isUpToDate(client: pg.Client): Promise<boolean> {
  const newest = Math.max(...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis))
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') as found`)
  if (!tables[0]?.found) return false
  const { rows } = await client.query('select from schema_migrations where created_at = $1', [newest])
  return rows.length > 0
}

/** @throws Error if PostgreSQL is older than 15 or silent, or a migration fails; the schema then stays as it was */
export async function migrate(url: string): Promise<void> {
  const { client, close } = await openWatchedClient(url, 'leadyard migrate')
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Number(rows[0]?.server_version_num ?? 0)
    if (version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    // The library leaves 90 MB behind that a running store never needs again.
    if (!(await isUpToDate(client))) await runInChildProcess(new URL('./migrate-process.ts', import.meta.url), { url })
    await migrateQueue(url)
  } finally {
    await close()
  }
}
