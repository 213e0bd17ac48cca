/** Demand by county, counted without slowing buyers down. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { DEMAND_KEPT_DAYS, type DemandRow } from '#contract/sales/demand.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { days } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, Client, type Reply } from '#testing/builders.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const TRAVIS = '48453'
const VIP = `${TRAVIS}-vacant-vip-20`
const LAST = `${TRAVIS}-owner-vip-20`
const HARRIS = '48201-vacant-vip-20'
const KENT = '10001-vacant-vip-20'
/** The header that a browser sends with a call from a page of the store. */
const PAGE = { 'sec-fetch-site': 'same-origin' }

let store: TestApp
let other: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  other = await createTestApp({ beside: store })
  for (const packageId of [VIP, HARRIS, KENT]) await store.setStock(packageId, 500)
  admin = await anAdmin(store)
})
afterAll(async () => {
  await other.close()
  await store.close()
})
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
const flush = async () => {
  for (const node of [store, other]) await node.app.timers.find(({ name }) => name === 'flush-demand')?.run()
}
beforeEach(async () => {
  await flush()
  await query('truncate county_demand, sale_figures, sales_to_add, sale_entries')
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
  query(
    `insert into county_demand (fips, day, views, holds, sell_outs)
     select fips, $1::date - ago, views, holds, outs from jsonb_to_recordset($2) as r (fips text, views int, holds int, outs int, ago int)`,
    [today(), JSON.stringify(rows.map(([fips, views, holds, outs, ago]) => ({ fips, views, holds, outs, ago })))],
  )

describe('a view of a county', () => {
  test('counts on every node, even if the answer was cached', async () => {
    for (let times = 0; times < 3; times += 1) expect((await look(aBuyer(store))).status).toBe(200)
    await look(aBuyer(other))

    expect(await travis()).toMatchObject({ state: 'Texas', county: 'Travis', views: 4, holds: 0, sales: 0 })
  })

  test('counts only for visitors in a browser, and not for automatic refreshes', async () => {
    const rep = await aRep(store)
    await look(rep)
    await look(admin)
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
    admin = await anAdmin(store)
  })

  test('with an ended session counts as a visitor’s', async () => {
    const gone = await aRep(store)
    await query('delete from sessions')
    admin = await anAdmin(store)

    await look(gone)

    expect(await travis()).toMatchObject({ views: 1 })
  })
})

describe('a unit in a cart', () => {
  test('counts once for buyers and members, and not again when a link takes it over', async () => {
    const rep = await aRep(store)
    await sendLink(rep, [VIP, VIP])
    await aBuyer(store).reserve(VIP)
    await aBuyer(other).reserve(VIP)

    expect(await travis()).toMatchObject({ holds: 4, sellOuts: 0 })
  })

  test('that was refused does not count', async () => {
    expect((await aBuyer(store).reserve(`${TRAVIS}-landlord-vip-20`)).status).toBe(409)

    expect(await list()).toEqual([])
  })

  test('counts as a sell-out if it was the last one, once, however many ask at once', async () => {
    await store.setStock(LAST, 3)

    const replies = await Promise.all(Array.from({ length: 8 }, () => aBuyer(store).reserve(LAST)))

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await travis()).toMatchObject({ holds: 3, sellOuts: 1 })
  })

  test('of an unlimited package is never a sell-out', async () => {
    await store.setStock(LAST, 5_000)
    await aBuyer(store).reserve(LAST)

    expect(await travis()).toMatchObject({ holds: 1, sellOuts: 0 })
  })
})

describe('the list of demand', () => {
  test('shows demand next to sales and stock', async () => {
    await counted([[TRAVIS, 40, 3, 1, 0]])
    const rep = await aRep(store)
    const { total } = await sendLink(rep, [HARRIS, VIP]).then(async (request) => {
      await payLink(store, request)
      return request
    })

    const [harris, row] = await list('&sort=county&direction=asc')

    expect(harris).toMatchObject({
      county: 'Harris',
      views: 0,
      holds: 1,
      sales: 1,
      conversion: null,
      packagesInStock: 1,
    })
    expect(row).toMatchObject({ county: 'Travis', views: 40, holds: 4, sellOuts: 1, sales: 1, conversion: 0 })
    expect((harris?.revenue ?? 0) + (row?.revenue ?? 0)).toBe(Number(total))
  })

  test('is paged without gaps or repeats in every order', async () => {
    const { rows: counties } = await query('select fips from counties order by fips limit 23')
    await counted(counties.map(({ fips }, index) => [fips, index % 5, index % 3, index % 2, 0] as const))
    for (const sort of ['county', 'views', 'holds', 'sellOuts', 'sales', 'conversion']) {
      for (const direction of ['asc', 'desc']) {
        const words = `&sort=${sort}&direction=${direction}`
        const whole = await list(`${words}&limit=200`)
        const paged: DemandRow[] = []
        let next: string | null = ''
        do {
          const { body }: Reply = await ask(`${words}&limit=4${next ? `&cursor=${next}` : ''}`)
          expect(body.total).toBe(23)
          paged.push(...body.rows)
          next = body.next
        } while (next)
        expect(paged, words).toEqual(whole)
      }
    }
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

  test('is empty without demand, and says that nothing has been counted yet', async () => {
    expect((await ask()).body).toEqual({ rows: [], next: null, total: 0, countedSince: null })
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
      'State,County,FIPS,Views,Units placed in carts,Sell-outs,Packages sold,Revenue,Storefront orders per 100 views,Packages in stock now (of 48)',
      'Delaware,Kent,10001,50,0,0,0,0.00,0,1',
      'Texas,Travis,48453,40,3,1,0,0.00,0,2',
    ])
  })

  test.each([
    ['&state=Atlantis', 404, 'unknown_state'],
    ['&sort=luck', 400, 'bad_request'],
    ['&limit=0', 400, 'bad_request'],
    ['&limit=9999', 400, 'bad_request'],
    ['&cursor=nonsense', 400, 'bad_request'],
    ['&direction=up', 400, 'bad_request'],
  ])('%s is refused', async (words, status, code) => {
    expect(await ask(words)).toMatchObject({ status, body: { code } })
  })

  test('refuses a period that ends before it starts, and reps and visitors', async () => {
    const { body } = await admin.call('GET', '/api/admin/demand?from=2026-11-02&to=2026-11-01')
    expect(body).toMatchObject({ code: 'period_invalid' })
    expect((await ask('', await aRep(store))).status).toBe(403)
    expect((await ask('', new Client(store))).status).toBe(401)
  })

  test('refuses a cursor from another order', async () => {
    await counted([
      [TRAVIS, 1, 0, 0, 0],
      ['10001', 5, 0, 0, 0],
    ])
    const { body } = await ask('&limit=1')
    expect((await ask(`&limit=1&sort=holds&cursor=${body.next}`)).body).toMatchObject({ code: 'bad_request' })
    expect((await ask(`&limit=1&cursor=${body.next}`)).body.rows).toMatchObject([{ county: 'Travis' }])
  })
})

test('counting adds no statement to a buyer’s call', async () => {
  await look(aBuyer(store))
  const before = store.database.statementCount()
  await look(aBuyer(store))
  expect(store.database.statementCount()).toBe(before)
})

test('counts that could not be written are written the next time', async () => {
  await look(aBuyer(store))
  await query('alter table county_demand rename to county_demand_away')
  await expect(store.app.timers.find(({ name }) => name === 'flush-demand')?.run()).rejects.toThrow()
  await query('alter table county_demand_away rename to county_demand')
  await look(aBuyer(store))

  expect(await travis()).toMatchObject({ views: 2 })
})

test('a node that stops in order writes its counts', async () => {
  const third = await createTestApp({ beside: store })
  await look(aBuyer(third))
  await third.close()

  expect(await travis()).toMatchObject({ views: 1 })
})

test('counts are deleted after 400 days', async () => {
  await counted([
    [TRAVIS, 1, 0, 0, DEMAND_KEPT_DAYS + 1],
    [TRAVIS, 2, 0, 0, DEMAND_KEPT_DAYS],
  ])

  await runScheduled(store, 'forget-old-rows')

  const { rows } = await query('select views from county_demand')
  expect(rows).toEqual([{ views: 2 }])
})
