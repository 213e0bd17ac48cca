import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('a test database is migrated, and an empty one has no tables', async () => {
  const [migrated, empty] = await Promise.all([createTestDatabase(), createTestDatabase('empty')])
  const tables = `select count(*)::int as count from pg_tables where schemaname = 'public'`

  const counts = [migrated, empty].map(async ({ pool }) => (await pool.query(tables)).rows[0].count)

  expect(await counts[0]).toBeGreaterThan(5)
  expect(await counts[1]).toBe(0)
  await Promise.all([migrated.drop(), empty.drop()])
})

test('a dropped test database is gone, even while something is connected', async () => {
  const database = await createTestDatabase('empty')
  const other = await createTestDatabase('empty')
  await database.pool.query('select 1')

  await database.drop()
  await database.drop()

  const name = new URL(database.url).pathname.slice(1)
  expect((await other.pool.query('select from pg_database where datname = $1', [name])).rowCount).toBe(0)
  await other.drop()
})
