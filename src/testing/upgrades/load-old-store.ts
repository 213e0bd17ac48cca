import { readFile } from 'node:fs/promises'
import type pg from 'pg'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Of the release before migration 0045: the sandbox's tables and all rows, `pg_dump --inserts` of PostgreSQL 15. */
const ROWS = new URL('store-before-0045.sql', import.meta.url)
const FIRST_MISSING = 45

/**
 * Fills an empty database with a store of an earlier release that has some of everything: the tables that the
 * migrations of then make, and its rows. Leaves the connection without a search path.
 */
export async function loadOldStore(client: pg.Client): Promise<void> {
  const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(
    await readFile(new URL('meta/_journal.json', MIGRATIONS), 'utf8'),
  )
  for (const { tag } of journal.entries.filter(({ idx }) => idx < FIRST_MISSING))
    await client.query(await readFile(new URL(`${tag}.sql`, MIGRATIONS), 'utf8'))
  await client.query(await readFile(ROWS, 'utf8'))
}
