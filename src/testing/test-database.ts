import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './postgres-cluster.ts'

/** A database that belongs to one test (or one test file) alone. */
export interface TestDatabase {
  url: string
  /** Open for the test's own queries; code under test gets `url` or this pool. */
  pool: pg.Pool
  /** Ends the pool and removes the database, even when something is still connected. Calling it twice is harmless. */
  drop(): Promise<void>
}

/**
 * Makes a database of its own for a test: a copy of the migrated template, so it starts with every table and no rows
 * of other tests.
 *
 * @param options.empty without any table: for tests of the migrations themselves
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = options.empty ? 'template0' : inject('templateDatabase')
  await onCluster(`create database ${name} template ${template}`)

  const url = databaseUrl(inject('clusterUrl'), name)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // A forced drop cuts idle connections; without a listener each cut would end the test process.
  pool.on('error', () => {})
  let dropped: Promise<void> | undefined
  const drop = async () => {
    await pool.end()
    await onCluster(`drop database if exists ${name} with (force)`)
  }
  return { url, pool, drop: () => (dropped ??= drop()) }
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
