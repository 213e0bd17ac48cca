/** The child process of `migrate.ts`: runs the migrations that a database lacks. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readInput } from '#server/platform/process/child-process.ts'
import { MIGRATIONS } from './migrate.ts'
import { openWatchedClient } from './watched-client.ts'

/** Any number that nothing else in this database locks. */
const SCHEMA_CHANGE_LOCK = 7_305_102

const { url } = await readInput<{ url: string }>()
const { client, close } = await openWatchedClient(url, 'leadyard migrate')
try {
  // Otherwise PostgreSQL would continue a statement of a dead process for minutes. Not every system supports this.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  // Held by the session that changes the schema, because it may outlive our parent's.
  await client.query('select pg_advisory_lock($1)', [SCHEMA_CHANGE_LOCK])
  await migrate(drizzle(client), MIGRATIONS)
} finally {
  await close()
}
