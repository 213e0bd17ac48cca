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

/** Makes the tables of a store with the packages of Texas. */
export async function fillDatabase(url: string): Promise<void> {
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: ['Texas'] })
  await database.close()
}

/** Opens a store on its own PostgreSQL. @param leads in one pool; absent: its packages are counted */
export async function openDrillStore(leads?: { poolId: string; leads: number }): Promise<DrillStore> {
  const cluster = await startPostgresCluster()
  const name = `drill_${process.pid}`
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`create database ${name} template template0`)
  await client.end()
  const url = databaseUrl(cluster.url, name)
  await fillDatabase(url)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Closing the cluster cuts idle connections; without a listener that would end the drill before its verdict.
  pool.on('error', () => {})
  if (leads) await seedPool(pool, leads)
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await cluster.stop()
    },
  }
}
