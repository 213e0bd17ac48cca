/** Runs the migrations that a database lacks, see `migrate.ts`. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { MIGRATIONS } from './migrations.ts'
import { readInput } from './run-apart.ts'
import { openWatchedClient } from './watched-client.ts'

/** Any number that nothing else in this database locks. */
const SCHEMA_CHANGE_LOCK = 7_305_102

const { url } = await readInput<{ url: string }>()
const { client, close } = await openWatchedClient(url, 'leadyard migrate')
try {
  // PostgreSQL would finish a statement of minutes for a node that is gone. Not every system can look for that.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  // Held by the session that changes the schema: whoever starts meanwhile waits for that session, not for our parent's.
  await client.query('select pg_advisory_lock($1)', [SCHEMA_CHANGE_LOCK])
  await migrate(drizzle(client), MIGRATIONS)
} finally {
  await close()
}
