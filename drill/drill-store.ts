/** A database with a catalogue and leads, on which a drill starts and kills nodes. */
import pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { databaseUrl, startPostgresCluster } from '#testing/postgres-cluster.ts'
import { seedPool } from '../bench/lab/seed-leads.ts'

export interface DrillStore {
  url: string
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens a store with leads in one pool, on its own PostgreSQL. */
export async function openDrillStore(leads: { poolId: string; leads: number }): Promise<DrillStore> {
  const cluster = await startPostgresCluster()
  const name = `drill_${process.pid}`
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`create database ${name} template template0`)
  await client.end()
  const url = databaseUrl(cluster.url, name)
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: ['Texas'] })
  await database.close()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Closing the cluster cuts idle connections; without a listener that would end the drill before its verdict.
  pool.on('error', () => {})
  await seedPool(pool, leads)
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await cluster.stop()
    },
  }
}
