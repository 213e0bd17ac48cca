import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { seconds } from '../clock.ts'
import { watchClients } from '../connection-watch.ts'

/** Makes or updates the tables of the job queue (schema `graphile_worker`); safe to call again and from two nodes. */
export async function migrateQueue(url: string): Promise<void> {
  // A pool of our own: the library's would wait for a silent database without end.
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
