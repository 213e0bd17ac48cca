import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seconds } from '#server/platform/clock.ts'
import { Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { countStateStock } from './queries.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock('48453-vacant-vip-20', 5)
  await store.setStock('48453-owner-standard-100', 5_000)
  await store.setStock('48201-vacant-vip-20', 1)
  await store.setStock('48113-vacant-vip-20', 0)
})
afterAll(() => store.close())

const get = (path: string) => new Client(store).call('GET', path)

describe('the stock map', () => {
  test('has every state by name, with what can be bought there', async () => {
    const { status, body, headers } = await get('/api/stock')
    const { body: states } = await get('/api/states')

    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.map(({ state }: { state: string }) => state)).toEqual(states)
    expect(body).toContainEqual({ state: 'Texas', fips: '48', counties: 254, countiesInStock: 2, packagesInStock: 3 })
    for (const { counties, countiesInStock } of body) expect(countiesInStock).toBeLessThanOrEqual(counties)
  })

  test('counts sizes that share leads once, as many as can be bought together', async () => {
    const leads = Array.from({ length: 100 }, (_, property) => ({ property: property + 1, ageDays: 1 }))
    await addLeads(store, '10003-vacant-vip-20', leads)
    await store.setStock('10003-owner-vip-20', 5)

    const { body } = await new Client(store).call('GET', '/api/stock/Delaware')

    // With 5 extra each: four of 20 leads, or two of 30, or one of 50, but never all of these.
    expect(body).toContainEqual({ county: 'New Castle', fips: '10003', packagesInStock: 4, units: 9 })
  })

  test('has every county of a state by name; an unlimited package counts as a thousand units', async () => {
    const { body } = await get('/api/stock/Texas')
    const { body: counties } = await get('/api/counties/Texas')

    expect(body.map(({ county }: { county: string }) => county)).toEqual(counties)
    expect(body).toContainEqual({ county: 'Travis', fips: '48453', packagesInStock: 2, units: 1_005 })
    expect(body).toContainEqual({ county: 'Harris', fips: '48201', packagesInStock: 1, units: 1 })
    expect(body).toContainEqual({ county: 'Dallas', fips: '48113', packagesInStock: 0, units: 0 })
  })

  test('counts one lead type, one tier or both', async () => {
    const travis = async (query: string) => {
      const { body } = await get(`/api/stock/Texas?${query}`)
      return body.find(({ county }: { county: string }) => county === 'Travis')
    }
    const { body: states } = await get('/api/stock?leadType=owner')
    const { status } = await get('/api/stock?tier=gold')

    expect(await travis('leadType=owner')).toMatchObject({ packagesInStock: 1, units: 1_000 })
    expect(await travis('tier=vip')).toMatchObject({ packagesInStock: 1, units: 5 })
    expect(await travis('leadType=owner&tier=vip')).toMatchObject({ packagesInStock: 0, units: 0 })
    expect(states).toContainEqual(expect.objectContaining({ state: 'Texas', countiesInStock: 1, packagesInStock: 1 }))
    expect(status).toBe(400)
  })

  test.each(['Atlantis', 'texas', '__proto__'])('refuses the unknown state %s', async (state) => {
    const { status, body } = await get(`/api/stock/${state}`)

    expect([status, body.code]).toEqual([404, 'unknown_state'])
  })

  test('is counted once in five seconds, however many callers ask at once', async () => {
    store.clock.advance(seconds(6))
    const run = vi.spyOn(store.database, 'run')

    const replies = await Promise.all(Array.from({ length: 50 }, () => get('/api/stock')))
    const counted = run.mock.calls.filter(([statement]) => statement.name === countStateStock.name).length
    run.mockRestore()
    await store.setStock('48453-vacant-vip-30', 5)
    const kept = await get('/api/stock')
    store.clock.advance(seconds(6))
    const fresh = await get('/api/stock')

    const texas = ({ body }: { body: { state: string; packagesInStock: number }[] }) =>
      body.find(({ state }) => state === 'Texas')?.packagesInStock
    expect(counted).toBe(1)
    expect(new Set(replies.map(texas))).toEqual(new Set([3]))
    expect([texas(kept), texas(fresh)]).toEqual([3, 4])
  })

  test('is counted again after the database was down', async () => {
    const broken = await createTestApp({ beside: store })
    await get('/api/states')
    await broken.app.server.inject('/api/states')
    await store.testDatabase.pool.query('alter table packages rename to packages_elsewhere')
    const failed = await broken.app.server.inject('/api/stock')
    await store.testDatabase.pool.query('alter table packages_elsewhere rename to packages')

    const again = await broken.app.server.inject('/api/stock')

    expect([failed.statusCode, again.statusCode]).toEqual([500, 200])
    await broken.close()
  })
})
