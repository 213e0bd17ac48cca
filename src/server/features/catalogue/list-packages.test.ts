import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LEAD_TYPES, Package, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { listPackages } from './list-packages.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

const read = async (state: string, county: string): Promise<Package[]> =>
  JSON.parse((await listPackages(store.ctx, { state, county })).body)

test('a page that is assembled as text matches the contract, in the shop’s order', async () => {
  await store.setStock('48453-vacant-vip-20', 7)
  await store.setStock('48453-vacant-vip-50', 5_000)

  const packages = await read('Texas', 'Travis')

  expect(z.array(Package).parse(packages)).toEqual(packages)
  expect(packages.map(({ leadType, tier, size }) => [leadType, tier, size])).toEqual(
    LEAD_TYPES.flatMap((leadType) => TIERS.flatMap((tier) => SIZES.map((size) => [leadType, tier, size]))),
  )
  for (const one of packages) expect(one.id).toBe(`48453-${one.leadType}-${one.tier}-${one.size}`)
  const byId = new Map(packages.map((one) => [String(one.id), one]))
  const stocked = byId.get('48453-vacant-vip-20')
  expect(stocked).toMatchObject({ available: 7, state: 'Texas', county: 'Travis' })
  expect(stocked).not.toHaveProperty('wasNeverStocked')
  expect(byId.get('48453-vacant-vip-50')?.available).toBe(5_000)
  expect(byId.get('48453-vacant-vip-100')).toMatchObject({ available: 0, wasNeverStocked: true })
})

test('prices match the table to the cent, and each county has its own names', async () => {
  const { rows } = await store.testDatabase.pool.query('select lead_type, tier, size, price_cents from prices')

  const packages = await read('Maryland', "Prince George's")

  expect(packages[0]?.county).toBe("Prince George's")
  expect(Object.fromEntries(packages.map((one) => [`${one.leadType}-${one.tier}-${one.size}`, one.price]))).toEqual(
    Object.fromEntries(rows.map((row) => [`${row.lead_type}-${row.tier}-${row.size}`, row.price_cents / 100])),
  )
})

test('every county has a page, and a change shows at once', async () => {
  const { rows } = await store.testDatabase.pool.query('select state, name from counties')
  for (const { state, name } of rows) expect(await read(state, name)).toHaveLength(48)
  const id = '48001-vacant-vip-20'

  await store.setStock(id, 3)

  expect((await read('Texas', 'Anderson')).find((one) => String(one.id) === id)?.available).toBe(3)
})
