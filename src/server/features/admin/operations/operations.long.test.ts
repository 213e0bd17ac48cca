import { expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { diskTry } from './check-readiness.ts'

/** Changes a setting of the store's database. A session keeps the settings it started with, so all of them end. */
async function configure(store: TestApp, setting: string, value: string): Promise<void> {
  const [{ name }] = await store.sql`select current_database() as name`
  await store.rows(`alter database ${name} set ${setting} = '${value}'`)
  await store.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'leadyard'`
}

test('the health of the store is not ready while its database is read-only, such as a standby before promotion', async () => {
  const standing = await createTestApp()
  const visitor = new Client(standing)

  await configure(standing, 'default_transaction_read_only', 'on')
  await expect.poll(async () => (await visitor.call('GET', '/readyz')).status).toBe(503)
  await configure(standing, 'default_transaction_read_only', 'off')

  await expect.poll(async () => (await visitor.call('GET', '/readyz')).status).toBe(200)
  await standing.close()
})

test('a store whose database has no room left is not ready and says why, and is ready again by itself', async () => {
  const full = await createTestApp()
  const visitor = new Client(full)
  const ready = async () => {
    // The next try is due.
    diskTry(full.ctx).atMs = Number.NEGATIVE_INFINITY
    const { status, body } = await visitor.call('GET', '/readyz')
    return [status, body.message ?? body.status]
  }

  await configure(full, 'temp_file_limit', '0')
  await expect.poll(ready).toEqual([503, 'The disk of the database is full.'])
  await configure(full, 'temp_file_limit', '-1')

  await expect.poll(ready).toEqual([200, 'ready'])
  await full.close()
})
