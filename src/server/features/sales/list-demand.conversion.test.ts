/** Conversion counts what visitors buy in the storefront per view of it, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { aBuyer, anAdmin, aRep, type Client } from '#testing/builders.ts'
import { verifyCashApp } from '#testing/cash-app.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { aContact, payLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { addUpSales } from './record-sale.ts'

const VIP = '48453-vacant-vip-20'
const OTHER = '48453-owner-vip-20'
const HARRIS = '48201-vacant-vip-20'
const PAGE = { 'sec-fetch-site': 'same-origin' }

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, OTHER, HARRIS]) await store.setStock(packageId, 100)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const look = (client: Client, headers: Record<string, string> = PAGE) =>
  client.call('GET', '/api/packages/Texas/Travis', undefined, headers)
const today = () => storeDayOf(store.clock.now(), USUAL_STORE_ZONE)
const county = async (fips = '48453') => {
  await store.app.timers.find(({ name }) => name === 'flush-demand')?.run()
  const { body } = await admin.call('GET', `/api/admin/demand?from=${addDays(today(), -3)}&to=${today()}`)
  return body.rows.find((row: { fips: string }) => row.fips === fips)
}

test('one visit with an order and one link with an order are 100 %, before and after they are added up', async () => {
  const visitor = aBuyer(store)
  await look(visitor)
  await visitor.buy(VIP, OTHER)
  const request = await sendLink(await aRep(store), [VIP])
  await aBuyer(store).call('GET', `/api/payment-request/${request.token}`, undefined, PAGE)
  await payLink(store, request)

  const fresh = await county()
  await addUpSales(store.ctx.database)

  expect(fresh).toMatchObject({ views: 1, sales: 3, conversion: 100 })
  expect(await county()).toEqual(fresh)
  expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])
})

test('an order in a member’s cart and views of members and bots change nothing', async () => {
  const before = await county()
  const bot = { ...PAGE, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
  const rep = await aRep(store)

  await look(rep)
  await look(admin)
  await look(aBuyer(store), bot)
  await rep.reserve(VIP)
  const { total } = (await rep.call('GET', '/api/cart')).body
  const order = await rep.call('POST', '/api/cash-app-orders', { amount: total, contactInfo: aContact() })
  await verifyCashApp(admin, order.body)

  expect(await county()).toMatchObject({ views: before.views, sales: before.sales + 1, conversion: 100 })
})

test('a phone whose name ends like a bot’s is a visitor', async () => {
  const { views } = await county()
  await look(aBuyer(store), { ...PAGE, 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/124.0' })

  expect(await county()).toMatchObject({ views: views + 1, conversion: 50 })
})

test('a county that only links sold in has no conversion, and orders before views were counted add nothing', async () => {
  await payLink(store, await sendLink(await aRep(store), [HARRIS]))
  expect(await county('48201')).toMatchObject({ views: 0, sales: 1, conversion: null })

  await store.testDatabase.pool.query(`update sale_figures set day = day - 2 where dimension = 'storefront'`)
  expect(await county()).toMatchObject({ conversion: 0 })
})
