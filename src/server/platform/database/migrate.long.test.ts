import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.ts'
import { migrate } from './migrate.ts'

describe('migrations', () => {
  test('that two nodes start at once on an empty database run once, and do nothing the next time', async () => {
    const empty = await createTestDatabase('empty')

    await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
    const tablesOf = async () =>
      (
        await empty.pool.query(
          `select count(*)::int as count from pg_tables where schemaname in ('public', 'graphile_worker')`,
        )
      ).rows
    const tables = await tablesOf()
    await migrate(empty.url)

    expect(tables[0].count).toBeGreaterThan(15)
    expect(await tablesOf()).toEqual(tables)
    const { rows } = await empty.pool.query(
      'select count(*)::int as rows, count(distinct hash)::int as distinct from schema_migrations',
    )
    expect(rows[0].rows).toBe(rows[0].distinct)
    await empty.drop()
  })

  test('wait for a session that is still changing the schema, as one of a killed node may', async () => {
    const empty = await createTestDatabase('empty')
    const orphan = await empty.pool.connect()
    await orphan.query('select pg_advisory_lock(7305102)')

    const migrated = migrate(empty.url)
    const waiting = `select count(*)::int as sessions from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and locktype = 'advisory' and not granted`
    await expect.poll(async () => (await empty.pool.query(waiting)).rows[0].sessions, { timeout: 40_000 }).toBe(1)
    orphan.release(true)

    await migrated
    await empty.drop()
  }, 60_000)
})
