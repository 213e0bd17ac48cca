import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { STORE_ROLE } from '#server/platform/postgres/cluster.ts'
import { grantStoreRole } from '#server/platform/postgres/grant-store-role.ts'
import { databaseUrl, startPostgresCluster } from './postgres-cluster.ts'
import { createTestApp } from './test-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the PostgreSQL that this run's test databases are made in, as its owner and as the store. */
    clusterUrl: string
    clusterStoreUrl: string
    /** The migrated database that each test database is a copy of. */
    templateDatabase: string
    /** The same once a test store ran on it: its members are there, and its sandbox. A new test store is a copy of this. */
    storeTemplateDatabase: string
  }
}

/**
 * Runs once before all tests: brings up one real PostgreSQL and migrates one template database, of which
 * `createTestDatabase` makes a copy in a fifth of a second. Vitest calls the returned function at the end, after failures
 * too.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  // Two runs may share the PostgreSQL of TEST_DATABASE_URL.
  const template = `leadyard_template_${process.pid}`
  const storeTemplate = `${template}_store`
  const tearDown = async () => {
    try {
      for (const name of [storeTemplate, template])
        await execute(cluster.url, `drop database if exists ${name} with (force)`)
    } finally {
      await cluster.stop()
    }
  }
  try {
    await execute(cluster.url, `create database ${template} template template0`)
    await migrate(databaseUrl(cluster.url, template))
    if (cluster.storeUrl !== cluster.url) await grantStoreRole(databaseUrl(cluster.url, template), STORE_ROLE)
    await fillCatalogue(databaseUrl(cluster.storeUrl, template))
    await execute(cluster.url, `create database ${storeTemplate} template ${template}`)
    await openStoreOnce(databaseUrl(cluster.storeUrl, storeTemplate))
    project.provide('clusterUrl', cluster.url)
    project.provide('clusterStoreUrl', cluster.storeUrl)
    project.provide('templateDatabase', template)
    project.provide('storeTemplateDatabase', storeTemplate)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

/** Three states are enough for every test but those of the catalogue itself, and copy fast. */
async function fillCatalogue(url: string): Promise<void> {
  const log = createLog('silent')
  const database = openDatabase({ url, poolSize: 4, log })
  await loadCatalogue({ database, clock: systemClock }, { states: ['Delaware', 'Maryland', 'Texas'] })
  await database.close()
}

/** What every test store does at its start is done here once; hashing two passwords took a third of it. */
async function openStoreOnce(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const store = await createTestApp({ testDatabase: { url, pool, drop: () => pool.end() } })
  await store.close()
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
