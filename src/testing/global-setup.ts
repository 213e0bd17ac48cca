import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { databaseUrl, startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the PostgreSQL that this run's test databases are made in. */
    clusterUrl: string
    /** The migrated database that each test database is a copy of. */
    templateDatabase: string
  }
}

/**
 * Runs once before all tests: brings up one real PostgreSQL and migrates one template database, of which
 * `createTestDatabase` makes a copy within milliseconds. Vitest calls the returned function at the end, after failures
 * too.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  // Two runs may share the PostgreSQL of TEST_DATABASE_URL.
  const template = `leadyard_template_${process.pid}`
  const tearDown = async () => {
    try {
      await execute(cluster.url, `drop database if exists ${template} with (force)`)
    } finally {
      await cluster.stop()
    }
  }
  try {
    await execute(cluster.url, `create database ${template} template template0`)
    await migrate(databaseUrl(cluster.url, template))
    await fillCatalogue(databaseUrl(cluster.url, template))
    project.provide('clusterUrl', cluster.url)
    project.provide('templateDatabase', template)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

/** Three states are enough for every test but those of the catalogue itself, and copy in milliseconds. */
async function fillCatalogue(url: string): Promise<void> {
  const log = createLog('silent')
  const database = openDatabase({ url, poolSize: 4, log })
  await loadCatalogue({ database, clock: systemClock }, { states: ['Delaware', 'Maryland', 'Texas'] })
  await database.close()
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
