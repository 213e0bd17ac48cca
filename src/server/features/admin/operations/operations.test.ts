import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { checkReadiness } from './check-readiness.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp({
    env: { BRAND_NAME: 'Plot & Co', HOLD_MINUTES: '7.5', LINK_HOURS: '48', CASH_APP_HANDLE: '$plot' },
  })
})
afterAll(() => store.close())

describe('the health of the store', () => {
  test('is alive while it answers, and ready once startup is done', async () => {
    const visitor = new Client(store)

    expect((await visitor.call('GET', '/healthz')).body).toEqual({ status: 'alive' })
    expect((await visitor.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
    await expect(checkReadiness(store.ctx, false)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is not ready while its catalogue is empty', async () => {
    const bare = await createTestApp()
    await bare.testDatabase.pool.query('delete from counties')

    const before = await new Client(bare).call('GET', '/readyz')

    expect([before.status, before.body.code]).toEqual([503, 'unavailable'])
    await bare.close()
  })

  test('is not ready while its database is read-only, such as a standby before promotion', async () => {
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
})

describe('a store whose database has no room left', () => {
  test('is not ready and says why, and is ready again by itself', async () => {
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

  test('is asked to write at most every few seconds, however often it is asked whether it is ready', async () => {
    const { node } = store.ctx
    await new Client(store).call('GET', '/readyz')
    const tried = node.triedDisk

    await new Client(store).call('GET', '/readyz')

    expect(tried).not.toBeNull()
    expect(node.triedDisk).toBe(tried)
  })
})

describe('the public configuration', () => {
  test('has the brand, the times and how to pay, and no secrets', async () => {
    const { body } = await new Client(store).call('GET', '/api/config')

    expect(body).toEqual({
      brand: 'Plot & Co',
      subsidiary: expect.any(String),
      vipGroupUrl: expect.stringMatching(/^https:/),
      supportEmail: expect.stringContaining('@'),
      holdMinutes: 7.5,
      linkHours: 48,
      saleCaps: { vip: 1, premier: 3, premium: 10, standard: 10 },
      lateCreditPercent: 10,
      claimDays: 14,
      claimPercent: 20,
      claimEvidence: { note: ['wrong_number', 'duplicate', 'not_owner', 'sold_since'], file: [] },
      timeZone: 'America/New_York',
      hasReturningCredit: true,
      terms: {
        refundRule: expect.stringContaining('we refund'),
        termsUrl: 'https://example.com/terms',
        privacyUrl: 'https://example.com/privacy',
        phone: '(512) 555-0100',
        postalAddress: '100 Example Street, Austin, TX 78701',
      },
      cashApp: { handle: '$plot' },
      payments: {
        publishableKey: store.stripe.publishableKey,
        sandboxUrl: 'http://store.test/sandbox/stripe',
      },
    })
    expect(JSON.stringify(body)).not.toContain(store.stripe.secretKey)
  })
})
