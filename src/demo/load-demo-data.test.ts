import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Auth, createAuth } from '#server/features/members/create-auth.ts'
import { makeNodeState } from '#server/node-state.ts'
import { readConfig } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { loadDemoData } from './load-demo-data.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const NOW = new Date('2026-11-21T18:00:00.000Z')
const clock = { now: () => NOW }

interface Store {
  testDatabase: TestDatabase
  database: Database
  auth: Auth
  dataDir: string
  ctx: PlatformContext
}

/** A store of three states. */
async function openStore(): Promise<Store> {
  const testDatabase = await createTestDatabase()
  const database = openDatabase({ url: testDatabase.url, poolSize: 5, log: silent })
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-demo-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const auth = createAuth({ database, config, secrets: FIXED_SECRETS, clock })
  const actor = { kind: 'system' } as const
  return {
    testDatabase,
    database,
    auth,
    dataDir,
    ctx: {
      clock,
      log: silent,
      config,
      database,
      node: makeNodeState(),
      requestId: 'start',
      actor,
      secrets: FIXED_SECRETS,
    },
  }
}
async function closeStore({ database, testDatabase, dataDir }: Store) {
  await database.close()
  await testDatabase.drop()
  await rm(dataDir, { recursive: true })
}
const ask = async <Row extends object>({ testDatabase }: Store, sql: string): Promise<Row[]> =>
  (await testDatabase.pool.query<Row>(sql)).rows

describe('the demo', () => {
  it('is made once, even by two nodes at once, and its accounts can sign in', async () => {
    const store = await openStore()
    const load = () => loadDemoData(store.ctx, store.auth, { progress: () => {} })

    const [first, second] = await Promise.all([load(), load()])
    const third = await load()

    expect(second).toEqual(first)
    expect(third).toEqual(first)
    const [count] = await ask(
      store,
      `select (select count(*)::int from users) as members, (select count(*)::int from demo_loads) as loads,
         (select count(*)::int from stock_movements where reason = 'set') = (select count(*)::int from packages) as is_set_once`,
    )
    expect(count).toEqual({ members: 2, loads: 1, is_set_once: true })
    await expectStockIdentities(store.testDatabase)
    for (const account of first ?? []) {
      expect(account.password).toMatch(/^[\w-]{14}$/)
      const [member] = await ask<{ password_hash: string }>(
        store,
        `select password_hash from accounts a join users u on u.user_id = a.user_id where u.email = '${account.email}'`,
      )
      expect(await store.auth.verifyPassword(account.password, member?.password_hash ?? '')).toBe(true)
    }
    const file = join(store.dataDir, 'demo-accounts.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first)
    await closeStore(store)
  })

  it('does not change the stock of a store in use', async () => {
    const store = await openStore()
    await store.testDatabase.pool.query(
      `with one as (update packages set available = 3 where package_id = '10001-owner-vip-20')
       insert into stock_movements (package_id, delta, reason, cause, moved_at)
       values ('10001-owner-vip-20', 3, 'set', 'usr_real', '2026-01-01')`,
    )

    const accounts = await loadDemoData(store.ctx, store.auth, { progress: () => {} })

    expect(accounts).toHaveLength(2)
    expect(await ask(store, 'select package_id, available from packages where available > 0')).toEqual([
      { package_id: '10001-owner-vip-20', available: 3 },
    ])
    expect(await ask(store, 'select from orders')).toEqual([])
    await closeStore(store)
  })
})
