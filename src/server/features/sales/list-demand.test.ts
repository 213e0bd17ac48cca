/** Demand by county, counted without slowing buyers down. */
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { DEMAND_KEPT_DAYS, DEMAND_SORTS, type DemandRow } from '#contract/sales/demand.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { days } from '#server/platform/clock.ts'
import { aBuyer, adminOf, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { verifyCashApp } from '#testing/cash-app.ts'
import { aContact, payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { comparePlaces, conversionOf, type Demand, type Place, placeOf } from './list-demand.ts'
import { addUpSales } from './record-sale.ts'

const TRAVIS = '48453'
const VIP = `${TRAVIS}-vacant-vip-20`
const LAST = `${TRAVIS}-owner-vip-20`
const OWNED = `${TRAVIS}-owner-premium-50`
const HARRIS = '48201-vacant-vip-20'
const KENT = '10001-vacant-vip-20'
/** The header that a browser sends with a call from a page of the store. */
const PAGE = { 'sec-fetch-site': 'same-origin' }
const store = withStore({}, async (opened) => {
  for (const packageId of [VIP, OWNED, HARRIS, KENT]) await opened.setStock(packageId, 500)
})
const other = withStore({ beside: store })
const admin = adminOf(store)
const flush = async () => {
  for (const node of [store, other]) await node.app.timers.find(({ name }) => name === 'flush-demand')?.run()
}
beforeEach(async () => {
  await flush()
  await store.sql`truncate county_demand, sale_figures, sales_to_add, sale_entries`
})

const today = () => storeDayOf(store.clock.now(), USUAL_STORE_ZONE)
const look = (client: Client, headers: Record<string, string> = PAGE, place = 'Texas/Travis'): Promise<Reply> =>
  client.call('GET', `/api/packages/${place}`, undefined, headers)
const ask = (words = '', client = admin): Promise<Reply> =>
  client.call('GET', `/api/admin/demand?from=${addDays(today(), -1)}&to=${addDays(today(), 1)}${words}`)
const list = async (words = ''): Promise<DemandRow[]> => {
  await flush()
  const { status, body } = await ask(words)
  expect([status, body]).toMatchObject([200, { rows: expect.any(Array) }])
  return body.rows
}
const travis = async () => (await list()).find(({ fips }) => fips === TRAVIS)
/** Rows as they would have been counted: county, views, holds, sell-outs, and how many days ago. */
const counted = (rows: readonly (readonly [string, number, number, number, number])[]) =>
  store.sql`insert into county_demand (fips, day, views, holds, sell_outs)
     select fips, ${today()}::date - ago, views, holds, outs from jsonb_to_recordset(${JSON.stringify(rows.map(([fips, views, holds, outs, ago]) => ({ fips, views, holds, outs, ago })))}) as r (fips text, views int, holds int, outs int, ago int)`

describe('a view of a county', () => {
  test('counts on every node, even if the answer was cached', async () => {
    for (let times = 0; times < 3; times += 1) expect((await look(aBuyer(store))).status).toBe(200)
    await look(aBuyer(other))
    expect(await travis()).toMatchObject({ state: 'Texas', county: 'Travis', views: 4, holds: 0, sales: 0 })
  })

  test('counts only for visitors in a browser, and not for automatic refreshes', async () => {
    await look(await aRep(store))
    await look(await anAdmin(store))
    await look(aBuyer(store), {})
    await look(aBuyer(store), { 'sec-fetch-site': 'cross-site' })
    await look(aBuyer(store), { ...PAGE, 'x-refresh': '1' })
    await aBuyer(store).call('HEAD', '/api/packages/Texas/Travis', undefined, PAGE)
    await look(aBuyer(store), PAGE, 'Texas/Atlantis')
    expect(await list()).toEqual([])
  })

  test('counts once a day per network, whatever its headers say, so scripts cannot inflate it', async () => {
    const limited = await createTestApp({ beside: store, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    const from = (address: string) => ({ ...PAGE, 'x-forwarded-for': address })
    const flushLimited = () => limited.app.timers.find(({ name }) => name === 'flush-demand')?.run()
    await flushLimited()

    for (let times = 0; times < 50; times += 1) await look(aBuyer(limited), from(`198.51.100.${times}, 203.0.113.9`))
    for (const host of ['1', '2', 'ffff:9']) await look(aBuyer(limited), from(`2001:db8:1:2::${host}`))
    await flushLimited()
    await look(aBuyer(limited), from('203.0.113.9'))
    await flushLimited()
    const sameDay = (await travis())?.views
    store.clock.advance(days(1))
    await flushLimited()
    await look(aBuyer(limited), from('203.0.113.9'))
    await limited.close()

    expect(sameDay).toBe(2)
    expect((await travis())?.views).toBe(3)
  })
})

test('a unit in a cart counts once for buyers and members, and not again when a link takes it over', async () => {
  await sendLink(await aRep(store), [VIP, VIP])
  await aBuyer(store).reserve(VIP)
  await aBuyer(other).reserve(VIP)
  expect(await travis()).toMatchObject({ holds: 4, sellOuts: 0 })
})

test('a unit in a cart counts as a sell-out if it was the last one, once, however many ask at once', async () => {
  await store.setStock(LAST, 3)
  const replies = await Promise.all(Array.from({ length: 6 }, () => aBuyer(store).reserve(LAST)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await travis()).toMatchObject({ holds: 3, sellOuts: 1 })
})

describe('the list of demand', () => {
  test('shows demand next to sales and stock', async () => {
    await counted([[TRAVIS, 40, 3, 1, 0]])
    const request = await sendLink(await aRep(store), [HARRIS, VIP])
    await payLink(store, request)

    const [harris, row] = await list('&sort=county&direction=asc')

    const sold = { county: 'Harris', views: 0, holds: 1, sales: 1, conversion: null, packagesInStock: 1 }
    expect(harris).toMatchObject(sold)
    expect(row).toMatchObject({ county: 'Travis', views: 40, holds: 4, sellOuts: 1, sales: 1, conversion: 0 })
    expect((harris?.revenue ?? 0) + (row?.revenue ?? 0)).toBe(Number(request.total))
  })

  test('is paged without gaps or repeats in every order, and refuses what it cannot list', async () => {
    const counties = await store.sql`select fips from counties order by fips limit 7`
    await counted(counties.map(({ fips }, index) => [fips, index % 5, index % 3, index % 2, 0] as const))
    for (const sort of DEMAND_SORTS) {
      const words = `&sort=${sort}&direction=${sort === 'county' ? 'asc' : 'desc'}`
      const whole = await list(`${words}&limit=200`)
      const paged: DemandRow[] = []
      let next: string | null = ''
      do {
        const { body }: Reply = await ask(`${words}&limit=3${next ? `&cursor=${next}` : ''}`)
        expect(body.total).toBe(7)
        paged.push(...body.rows)
        next = body.next
      } while (next)
      expect(paged, words).toEqual(whole)
    }
    const { next } = (await ask('&limit=1')).body
    for (const words of ['&sort=luck', '&limit=9999', '&cursor=nonsense', `&sort=holds&cursor=${next}`])
      expect(await ask(words), words).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(await ask('&state=Atlantis')).toMatchObject({ status: 404, body: { code: 'unknown_state' } })
    const { body } = await admin.call('GET', '/api/admin/demand?from=2026-11-02&to=2026-11-01')
    expect(body).toMatchObject({ code: 'period_invalid' })
  })

  test('is filtered by state and days, both included, and says since when demand is counted', async () => {
    await counted([
      [TRAVIS, 1, 0, 0, 1],
      [TRAVIS, 2, 0, 0, 0],
      [TRAVIS, 9, 0, 0, 2],
      ['10001', 5, 0, 0, 0],
    ])

    expect((await list()).map(({ county, views }) => [county, views])).toEqual([
      ['Kent', 5],
      ['Travis', 3],
    ])
    expect((await list('&state=Texas')).map(({ county }) => county)).toEqual(['Travis'])
    expect((await ask()).body).toMatchObject({ total: 2, countedSince: addDays(today(), -2) })
  })

  test('can be downloaded as a file, with names that cannot become formulas', async () => {
    await counted([
      [TRAVIS, 40, 3, 1, 0],
      ['10001', 50, 0, 0, 0],
    ])

    const { status, body, headers } = await admin.call(
      'GET',
      `/api/admin/demand.csv?from=${today()}&to=${today()}&sort=views`,
    )

    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv;charset=utf-8',
      `attachment; filename="counties-by-demand_${today()}_${today()}.csv"`,
    ])
    expect(String(body).split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFState,County,FIPS,Views,Units placed in carts,Sell-outs,Packages sold,Revenue,Storefront orders per 100 views,Packages in stock now (of 48)',
      'Delaware,Kent,10001,50,0,0,0,0.00,0,1',
      'Texas,Travis,48453,40,3,1,0,0.00,0,2',
    ])
  })
})

test('counts are deleted after 400 days', async () => {
  await counted([
    [TRAVIS, 1, 0, 0, DEMAND_KEPT_DAYS + 1],
    [TRAVIS, 2, 0, 0, DEMAND_KEPT_DAYS],
  ])
  await runScheduled(store, 'forget-old-rows')
  expect(await store.sql`select views from county_demand`).toEqual([{ views: 2 }])
})

test('conversion counts what visitors buy in the storefront per view of it, before and after figures are added up', async () => {
  const visitor = aBuyer(store)
  const bot = { ...PAGE, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
  const rep = await aRep(store)
  await look(visitor)
  await visitor.buy(VIP, OWNED)
  await payLink(store, await sendLink(rep, [VIP]))
  await payLink(store, await sendLink(rep, [HARRIS]))
  await look(aBuyer(store), bot)
  await rep.reserve(VIP)
  const { total } = (await rep.call('GET', '/api/cart')).body
  const order = await rep.call('POST', '/api/cash-app-orders', { amount: total, contactInfo: aContact() })
  await verifyCashApp(admin, order.body)

  const fresh = await list()
  await addUpSales(store.ctx.database)

  expect(fresh.find(({ fips }) => fips === TRAVIS)).toMatchObject({ views: 1, sales: 4, conversion: 100 })
  expect(fresh.find(({ fips }) => fips === '48201')).toMatchObject({ views: 0, sales: 1, conversion: null })
  expect(await list()).toEqual(fresh)
  await look(aBuyer(store), { ...PAGE, 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/124.0' })
  expect(await travis()).toMatchObject({ views: 2, conversion: 50 })
})

const aCounty = (changes: Partial<Demand>): Demand => ({
  ...{ fips: '48453', state: 'Texas', county: 'Travis', views: 0, holds: 0, sellOuts: 0 },
  ...{ sales: 0, revenue: 0, conversion: null },
  ...changes,
})

test.each([
  [0, 0, null],
  [3, 0, null],
  [0, 40, 0],
  [1, 3, 33.3],
  [5, 4, 125],
])('%s storefront orders after %s views are %s per 100', (orders, views, conversion) => {
  expect(conversionOf(orders, views)).toBe(conversion)
})

test('unknown values come last in both directions', () => {
  const places: Place[] = [
    [null, '01001'],
    [2, '01003'],
    [10, '01005'],
  ]
  const order = (direction: 'asc' | 'desc') =>
    places.toSorted((a, b) => comparePlaces(a, b, direction)).map(([value]) => value)

  expect([order('asc'), order('desc')]).toEqual([
    [2, 10, null],
    [10, 2, null],
  ])
})

test('no two counties share a place in any order', () => {
  const twins = [aCounty({ fips: '48453' }), aCounty({ fips: '48201' })] as const
  for (const sort of DEMAND_SORTS) {
    const [one, other] = twins.map((row) => placeOf(row, sort)) as [Place, Place]
    expect(comparePlaces(one, other, 'desc')).toBe(1)
    expect(comparePlaces(other, one, 'desc')).toBe(-1)
    expect(comparePlaces(one, one, 'desc')).toBe(0)
  }
})

test('names are sorted as people expect', () => {
  const names = ['DeSoto', 'De Soto', 'Zavala', 'Ángel'].map((county) => placeOf(aCounty({ county }), 'county'))
  expect(names.toSorted((a, b) => comparePlaces(a, b, 'asc')).map(([value]) => value)).toEqual([
    'Texas Ángel',
    'Texas De Soto',
    'Texas DeSoto',
    'Texas Zavala',
  ])
})
