import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { watchClients } from '#server/platform/database/watched-client.ts'
import { seconds } from '../clock.ts'

/** Creates or updates the tables of the job queue (schema `graphile_worker`). Safe to call again and from two nodes. */
export async function migrateQueue(url: string): Promise<void> {
  // Our own pool: the library's would wait for a silent database forever.
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: seconds(5) })
  pool.on('error', () => undefined)
  const watch = watchClients(url)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    watch.add(client)
  })
  try {
    await runMigrations({ pgPool: pool, preset: { worker: { connectionString: url } } })
  } finally {
    watch.close()
    await pool.end()
  }
}
