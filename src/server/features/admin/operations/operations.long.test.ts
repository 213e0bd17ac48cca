import { expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { createTestApp } from '#testing/test-app.ts'

test('the health of the store is not ready while its database is read-only, such as a standby before promotion', async () => {
  const standing = await createTestApp()
  const { pool } = standing.testDatabase
  const visitor = new Client(standing)
  const setReadOnly = async (word: 'on' | 'off') => {
    const { rows } = await pool.query('select current_database() as name')
    await pool.query(`alter database ${rows[0].name} set default_transaction_read_only = ${word}`)
    // A session keeps the setting it started with.
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'leadyard'`,
    )
  }

  await setReadOnly('on')
  await expect.poll(async () => (await visitor.call('GET', '/readyz')).status).toBe(503)
  await setReadOnly('off')

  await expect.poll(async () => (await visitor.call('GET', '/readyz')).status).toBe(200)
  await standing.close()
})

test('a store whose database has no room left is not ready and says why, and is ready again by itself', async () => {
  const full = await createTestApp()
  const { pool } = full.testDatabase
  const visitor = new Client(full)
  const limit = async (value: string) => {
    const { rows } = await pool.query('select current_database() as name')
    await pool.query(`alter database ${rows[0].name} set temp_file_limit = '${value}'`)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'leadyard'`,
    )
  }
  const ready = async () => {
    // The next try is due.
    full.ctx.node.triedDisk = null
    const { status, body } = await visitor.call('GET', '/readyz')
    return [status, body.message ?? body.status]
  }

  await limit('0')
  await expect.poll(ready).toEqual([503, 'The disk of the database is full.'])
  await limit('-1')

  await expect.poll(ready).toEqual([200, 'ready'])
  await full.close()
})
