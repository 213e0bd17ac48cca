import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './postgres-cluster.ts'

/** A database that belongs to one test (or one test file) alone. */
export interface TestDatabase {
  /** For code under test, as the role that the store works as; as the owner where the database is empty. */
  url: string
  /** For the test's own queries, as the owner: they may do what the store may not. */
  pool: pg.Pool
  /** Ends the pool and removes the database, even when something is still connected. Calling it twice is harmless. */
  drop(): Promise<void>
}

/** `migrated`: every table and the catalogue. `store`: members and the sandbox too. `empty`: not even tables. */
export type TestDatabaseKind = 'migrated' | 'store' | 'empty'

const templateOf = (kind: TestDatabaseKind): string => {
  if (kind === 'empty') return 'template0'
  return kind === 'store' ? inject('storeTemplateDatabase') : inject('templateDatabase')
}

/** Makes a database of its own for a test: a copy of a template, so it has no rows of other tests. */
export async function createTestDatabase(kind: TestDatabaseKind = 'migrated'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes half as long as writing each page to the log, which nobody needs here.
  await onCluster(`create database ${name} template ${templateOf(kind)} strategy file_copy`)

  const ownerUrl = databaseUrl(inject('clusterUrl'), name)
  const url = kind === 'empty' ? ownerUrl : databaseUrl(inject('clusterStoreUrl'), name)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 10 })
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
