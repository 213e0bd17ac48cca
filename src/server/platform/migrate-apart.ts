/** Runs the migrations that a database lacks, see `migrate.ts`. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { MIGRATIONS } from './migrations.ts'
import { readInput } from './run-apart.ts'

const { url } = await readInput<{ url: string }>()
const client = new pg.Client({ connectionString: url, application_name: 'leadyard migrate' })
await client.connect()
try {
  await migrate(drizzle(client), MIGRATIONS)
} finally {
  await client.end()
}
