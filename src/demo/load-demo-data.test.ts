import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDemoStore } from '#testing/demo-store.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'

it('the demo is made once, even by two nodes at once, and its accounts can sign in', async () => {
  const store = await openDemoStore()

  const [first, second] = await Promise.all([store.load(), store.load()])
  const third = await store.load()

  expect(second).toEqual(first)
  expect(third).toEqual(first)
  const [count] =
    await store.ask(`select (select count(*)::int from users) as members, (select count(*)::int from demo_loads) as loads,
       (select count(*)::int from stock_movements where reason = 'set') = (select count(*)::int from packages) as is_set_once`)
  expect(count).toEqual({ members: 2, loads: 1, is_set_once: true })
  await expectStockIdentities(store.testDatabase)
  for (const account of first ?? []) {
    expect(account.password).toMatch(/^[\w-]{14}$/)
    const [member] = await store.ask<{ password_hash: string }>(
      `select password_hash from accounts a join users u on u.user_id = a.user_id where u.email = '${account.email}'`,
    )
    expect(await store.auth.verifyPassword(account.password, member?.password_hash ?? '')).toBe(true)
  }
  const file = join(store.dataDir, 'demo-accounts.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first)
  await store.close()
})

it('leads of one county are imported once, and its packages follow them', async () => {
  const store = await openDemoStore()
  await store.load()

  await store.importLeads()
  await store.importLeads()

  expect(
    await store.ask('select count(*)::int as leads, count(distinct property_key)::int as properties from leads'),
  ).toEqual([{ leads: 2_700, properties: 2_700 }])
  expect(await store.ask('select count(*)::int as backed from lead_pools where is_backed')).toEqual([{ backed: 12 }])
  await expectStockIdentities(store.testDatabase)
  await store.close()
})

it('the demo does not change the stock of a store in use', async () => {
  const store = await openDemoStore()
  await store.testDatabase.pool.query(
    `with one as (update packages set available = 3 where package_id = '10001-owner-vip-20')
     insert into stock_movements (package_id, delta, reason, cause, moved_at)
     values ('10001-owner-vip-20', 3, 'set', 'usr_real', '2026-01-01')`,
  )

  const accounts = await store.load()

  expect(accounts).toHaveLength(2)
  expect(await store.ask('select package_id, available from packages where available > 0')).toEqual([
    { package_id: '10001-owner-vip-20', available: 3 },
  ])
  await store.importLeads()
  expect(await store.ask('select from orders')).toEqual([])
  expect(await store.ask('select from leads')).toEqual([])
  await store.close()
})
