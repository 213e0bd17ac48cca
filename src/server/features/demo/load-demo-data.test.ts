import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, createAuth } from '#server/features/auth/create-auth.ts'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { readConfig } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { loadDemoData } from './load-demo-data.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const SECRETS = { tokens: 'tokens-of-the-test-store-000000000000', sessions: 'sessions-of-the-test-store-0000000000' }
const NOW = new Date('2026-11-21T18:00:00.000Z')
const clock = { now: () => NOW }

interface Store {
  testDatabase: TestDatabase
  database: Database
  auth: Auth
  dataDir: string
  ctx: PlatformContext
}

/** The template holds three states; the whole catalogue is loaded where a test is about all of it. */
async function openStore(options: { isWhole?: boolean } = {}): Promise<Store> {
  const testDatabase = await createTestDatabase({ empty: options.isWhole ?? false })
  if (options.isWhole) await migrate(testDatabase.url)
  const database = openDatabase({ url: testDatabase.url, poolSize: 5, log: silent })
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-demo-'))
  const config = readConfig({ DATA_DIR: dataDir })
  await loadCatalogue({ database, clock })
  const auth = createAuth({ database, config, secrets: SECRETS, clock, publicUrl: () => 'http://localhost:3000' })
  const actor = { kind: 'system' } as const
  return {
    testDatabase,
    database,
    auth,
    dataDir,
    ctx: { clock, log: silent, config, database, requestId: 'start', actor, secrets: SECRETS },
  }
}
async function closeStore({ database, testDatabase, dataDir }: Store) {
  await database.close()
  await testDatabase.drop()
  await rm(dataDir, { recursive: true })
}
const ask = async <Row extends object>({ testDatabase }: Store, sql: string): Promise<Row[]> =>
  (await testDatabase.pool.query<Row>(sql)).rows

describe('the demo of a whole store', () => {
  let store: Store
  const lines: string[] = []

  beforeAll(async () => {
    store = await openStore({ isWhole: true })
    await loadDemoData(store.ctx, store.auth, { progress: (line) => lines.push(line) })
  }, 120_000)
  afterAll(() => closeStore(store))

  it('says what it does', () => {
    expect(lines.at(-1)).toMatch(/^Recording \d+ demo sales of the last 120 days\.$/)
  })

  it('keeps the identities of stock for every package, and leaves no order half made', async () => {
    await expectStockIdentities(store.testDatabase)
  })

  it('moves the stock of every package first by setting it, and never below nothing', async () => {
    const wrong = await ask(
      store,
      `select package_id from (
         select package_id, reason, sum(delta) over w as running, row_number() over w as place, moved_at,
           lag(moved_at) over w as before
         from stock_movements window w as (partition by package_id order by movement_id)
       ) m where (place = 1) <> (reason = 'set') or running < 0 or moved_at < before`,
    )
    const [count] = await ask<{ packages: number }>(
      store,
      'select count(distinct package_id)::int as packages from stock_movements',
    )
    expect(wrong).toEqual([])
    expect(count?.packages).toBe(150_816)
  })

  it('shows every state of stock, in Travis County too, which has plenty', async () => {
    const shares = `count(*)::int as all,
      (count(*) filter (where not is_unlimited and available = 0))::int as none,
      (count(*) filter (where available between 1 and 10))::int as low,
      (count(*) filter (where available between 11 and 999))::int as many,
      (count(*) filter (where is_unlimited and unlimited_shown > 999))::int as unlimited`
    const [everywhere] = await ask<Record<string, number>>(store, `select ${shares} from packages`)
    const [travis] = await ask(store, `select ${shares} from packages where fips = '48453'`)

    for (const state of ['none', 'low', 'many', 'unlimited']) expect(everywhere?.[state]).toBeGreaterThan(5_000)
    expect(travis).toEqual({ all: 48, none: 1, low: 1, many: 43, unlimited: 3 })
  })

  it('has sales that add up: lines, totals, payments, holds, refunds', async () => {
    const wrong = await ask(
      store,
      `select o.order_id from orders o
       left join payments p using (order_id)
       left join (select order_id, sum(price_cents - discount_cents) as cents, count(*) as lines from order_lines group by order_id) l using (order_id)
       left join (select order_id, count(*) as sold from holds where state = 'sold' group by order_id) h using (order_id)
       left join (select order_id, sum(amount_cents) as cents from refunds where state = 'made' group by order_id) r using (order_id)
       where o.total_cents is distinct from l.cents or l.lines is distinct from h.sold
          or p.state is distinct from 'succeeded' or p.amount_cents <> o.total_cents
          or o.refunded_cents is distinct from coalesce(r.cents, 0)
          or o.paid_at > '${NOW.toISOString()}'`,
    )
    const [facts] = await ask<Record<string, number>>(
      store,
      `select count(*)::int as orders, (count(*) filter (where rep_id is not null and commission_bps = 1000))::int as reps,
         (count(*) filter (where state = 'refunded'))::int as refunded, count(distinct email)::int as buyers,
         count(distinct created_at::date)::int as days,
         (count(*) filter (where created_at > '2026-10-22'))::float / count(*) as last_month from orders`,
    )
    expect(wrong).toEqual([])
    expect(facts?.orders).toBeGreaterThan(750)
    expect(facts?.orders).toBeLessThan(1_050)
    expect(facts?.reps).toBeGreaterThan(100)
    expect(facts?.refunded).toBeGreaterThan(5)
    expect(facts?.buyers).toBeGreaterThan(200)
    expect(facts?.days).toBeGreaterThan(115)
    expect(facts?.last_month).toBeGreaterThan(0.25)
  })
})

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
    for (const account of first ?? []) {
      expect(account.password).toMatch(/^[\w-]{14}$/)
      expect(await store.auth.startSession(account.email, account.password, undefined)).not.toBeNull()
    }
    const file = join(store.dataDir, 'demo-accounts.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first)
    await closeStore(store)
  })

  it('is the same sales on the same day', async () => {
    const stores = [await openStore(), await openStore()]
    const sales = []
    for (const store of stores) {
      await loadDemoData(store.ctx, store.auth, { progress: () => {} })
      sales.push(
        await ask(store, 'select order_id, reference, total_cents, email, created_at from orders order by order_id'),
      )
    }

    expect(sales[1]).toEqual(sales[0])
    for (const store of stores) await closeStore(store)
  })

  it('leaves the stock of a store that is in use alone', async () => {
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
