import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { databaseUrl, execute, type TestTemplate } from './postgres-cluster.ts'

/** A database for one test (or one test file) alone. */
export interface TestDatabase {
  /** For code under test, as the store's role; as the owner if the database is empty. */
  url: string
  /** The same as the owner. */
  ownerUrl: string
  /** For the test's own queries, as the owner, which may do what the store may not. */
  pool: pg.Pool
  /** Ends the pool and removes the database, even if something is still connected. Calling it twice is harmless. */
  drop(): Promise<void>
}

/** `empty`: no tables. `migrated`: every table, and the catalogue of three states. `store`: members and sandbox too. */
export type TestDatabaseKind = 'empty' | 'migrated' | 'store'

const templates = new Map<TestDatabaseKind, Promise<TestTemplate>>()

/** Creates a database for a test: a copy of a template, without rows of other tests. */
export async function createTestDatabase(kind: TestDatabaseKind = 'migrated'): Promise<TestDatabase> {
  const { clusterUrl, storeUrl, template } = await templateOf(kind)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes half as long as writing each page to the log, which no one needs here.
  await execute(clusterUrl, `create database ${name} template ${template} strategy file_copy`)

  const ownerUrl = databaseUrl(clusterUrl, name)
  const url = kind === 'empty' ? ownerUrl : databaseUrl(storeUrl, name)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 10 })
  // A forced drop cuts idle connections; without a listener each cut would end the test process.
  pool.on('error', () => {})
  let dropped: Promise<void> | undefined
  const drop = async () => {
    await pool.end()
    await execute(clusterUrl, `drop database if exists ${name} with (force)`)
  }
  return { url, ownerUrl, pool, drop: () => (dropped ??= drop()) }
}

/** Gives the tests of a file a database of their own. */
export async function aTestDatabase(kind?: TestDatabaseKind): Promise<TestDatabase> {
  const database = await createTestDatabase(kind)
  afterAll(() => database.drop())
  return database
}

/** The run's PostgreSQL starts, and creates the template, when the first test asks. */
function templateOf(kind: TestDatabaseKind): Promise<TestTemplate> {
  const known = templates.get(kind) ?? askForTemplate(kind)
  templates.set(kind, known)
  return known
}

async function askForTemplate(kind: TestDatabaseKind): Promise<TestTemplate> {
  const response = await fetch(`${inject('testService')}/${kind}`)
  if (!response.ok) throw new Error(`the tests have no PostgreSQL:\n${await response.text()}`)
  return (await response.json()) as TestTemplate
}

/** Works on the database of a store in another process. */
export function atDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  return work(database).finally(() => database.close())
}
