/**
 * Brings a database to the present schema: our numbered SQL in `migrations/`, then the job queue's own tables.
 * Two nodes may start at once: a lock in the database lets one work while the other waits and then finds nothing to do.
 */
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runDrizzleMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrateQueue } from './jobs/queue-schema.ts'

/** Any number that nothing else in this database locks. */
const MIGRATION_LOCK = 7_305_101

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** @throws Error when PostgreSQL is older than 15, or a migration fails; the schema then stays as it was */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'leadyard migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Number(rows[0]?.server_version_num ?? 0)
    if (version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runDrizzleMigrations(drizzle(client), {
      migrationsFolder: MIGRATIONS_FOLDER,
      migrationsSchema: 'public',
      migrationsTable: 'schema_migrations',
    })
    await migrateQueue(url)
  } finally {
    await client.end()
  }
}
