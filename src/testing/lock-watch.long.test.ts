import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { watchLocks } from './lock-watch.ts'
import { aTestDatabase } from './test-database.ts'

const testDatabase = await aTestDatabase('empty')
await testDatabase.pool.query('create table parcels (parcel_id int); create table counties (fips text)')
const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
await client.connect()
afterAll(() => client.end())

/** What is seen of a transaction that does something and then works on for a moment. */
async function locksOf(sql: string) {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const stop = await watchLocks(testDatabase.ownerUrl, rows[0].pid)
  await client.query('begin')
  await client.query(sql)
  await client.query('select pg_sleep(0.3)')
  await client.query('commit')
  return (await stop()).map(({ table, mode }) => [table, mode])
}

test('a new column keeps everyone from its table until the commit', async () => {
  expect(await locksOf('alter table parcels add column price int')).toEqual([['parcels', 'AccessExclusiveLock']])
})

test('an index being built keeps writes from its table', async () => {
  expect(await locksOf('create index parcels_by_id on parcels (parcel_id)')).toContainEqual(['parcels', 'ShareLock'])
})

test('writing rows and reading them stops no one', async () => {
  expect(await locksOf(`insert into counties select parcel_id::text from parcels`)).toEqual([])
})
