/** The PostgreSQL of a test run, and the template databases for the tests. */
import pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { STORE_ROLE } from '#server/platform/postgres/cluster.ts'
import { grantStoreRole } from '#server/platform/postgres/start-embedded-postgres.ts'
import { databaseUrl, execute, startPostgresCluster, type TestTemplate } from './postgres-cluster.ts'
import { createTestApp } from './test-app.ts'
import { atDatabase } from './test-database.ts'

/** Three states are enough for every test except those of the catalogue itself, and they copy fast. */
const STATES = ['Delaware', 'Maryland', 'Texas']

export type TestCluster = Awaited<ReturnType<typeof startTestCluster>>

/** Starts the PostgreSQL of this run. Without `TEST_DATABASE_URL` it is an embedded one in a temporary folder. */
export async function startTestCluster() {
  const cluster = await startPostgresCluster()
  // Two runs may share the PostgreSQL of TEST_DATABASE_URL.
  const prefix = `leadyard_template_${process.pid}`
  const made = new Map<string, Promise<string>>()

  const copy = async (name: string, source: string) => {
    await execute(cluster.url, `create database ${name} template ${source} strategy file_copy`)
    return databaseUrl(cluster.storeUrl, name)
  }
  const makers: Record<string, (name: string) => Promise<unknown>> = {
    async schema(name) {
      await copy(name, 'template0')
      await migrate(databaseUrl(cluster.url, name))
      if (cluster.storeUrl !== cluster.url) await grantStoreRole(databaseUrl(cluster.url, name), STORE_ROLE)
    },
    migrated: async (name) => fillCatalogue(await copy(name, await template('schema'))),
    // What every test store does at its start is done here once; hashing two passwords was a third of it.
    store: async (name) => openStoreOnce(await copy(name, await template('migrated'))),
  }
  function template(kind: string): Promise<string> {
    const known = made.get(kind)
    if (known) return known
    const make = makers[kind]
    if (!make) throw new Error(`there is no template called "${kind}"`)
    const name = `${prefix}_${kind}`
    const making = make(name).then(() => name)
    made.set(kind, making)
    return making
  }

  return {
    /**
     * Creates the template when it is first requested, each from the one before.
     *
     * @param kind `empty`: not even tables. `migrated`: every table, and the catalogue of three states. `store`: also
     * what a test store writes when it starts
     */
    async template(kind: string): Promise<TestTemplate> {
      const name = kind === 'empty' ? 'template0' : await template(kind)
      return { clusterUrl: cluster.url, storeUrl: cluster.storeUrl, template: name }
    },
    async stop() {
      try {
        await Promise.allSettled(made.values())
        for (const kind of made.keys())
          await execute(cluster.url, `drop database if exists ${prefix}_${kind} with (force)`)
      } finally {
        await cluster.stop()
      }
    },
  }
}

const fillCatalogue = (url: string) =>
  atDatabase(url, (database) => loadCatalogue({ database, clock: systemClock }, { states: STATES }))

async function openStoreOnce(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const store = await createTestApp({ testDatabase: { url, ownerUrl: url, pool, drop: () => pool.end() } })
  await store.close()
}
