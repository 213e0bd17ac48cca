import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { LEAD_TYPES, Package, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { makeNodeState } from '#server/node-state.ts'
import { seconds } from '#server/platform/clock.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { addLeads } from '#testing/leads.ts'
import { withStore } from '#testing/with-store.ts'
import { CountyPages, listPackages } from './list-packages.ts'
import { type County, loadPlaces } from './places.ts'
import { countStateStock } from './queries.ts'

const store = withStore({}, async (opened) => {
  opened.clock.freeze()
  await opened.setStock('48453-vacant-vip-20', 5)
  await opened.setStock('48453-owner-standard-100', 5_000)
  await opened.setStock('48201-vacant-vip-20', 1)
  await opened.setStock('48113-vacant-vip-20', 0)
})
let counties: County[]
beforeAll(async () => {
  counties = [...(await loadPlaces(store.ctx)).countiesOf('Texas')]
})

const get = (path: string) => new Client(store).call('GET', path)

test('the stock map has every state by name, with what can be bought there', async () => {
  const { status, body, headers } = await get('/api/stock')
  const { body: states } = await get('/api/states')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.map(({ state }: { state: string }) => state)).toEqual(states)
  expect(body).toContainEqual({ state: 'Texas', fips: '48', counties: 254, countiesInStock: 2, packagesInStock: 3 })
  for (const { counties, countiesInStock } of body) expect(countiesInStock).toBeLessThanOrEqual(counties)
})

test('the stock map counts sizes that share leads once, as many as can be bought together', async () => {
  const leads = Array.from({ length: 100 }, (_, property) => ({ property: 5_000 + property, ageDays: 1 }))
  await addLeads(store, '10003-vacant-vip-20', leads)
  await store.setStock('10003-owner-vip-20', 5)
  const { body } = await new Client(store).call('GET', '/api/stock/Delaware')
  // With 5 extra each: four of 20 leads, or two of 30, or one of 50, but never all of these.
  expect(body).toContainEqual({ county: 'New Castle', fips: '10003', packagesInStock: 4, units: 9 })
})

test('the stock map has every county of a state by name; an unlimited package counts as a thousand units', async () => {
  const { body } = await get('/api/stock/Texas')
  const { body: counties } = await get('/api/counties/Texas')
  expect(body.map(({ county }: { county: string }) => county)).toEqual(counties)
  expect(body).toContainEqual({ county: 'Travis', fips: '48453', packagesInStock: 2, units: 1_005 })
  expect(body).toContainEqual({ county: 'Harris', fips: '48201', packagesInStock: 1, units: 1 })
  expect(body).toContainEqual({ county: 'Dallas', fips: '48113', packagesInStock: 0, units: 0 })
})

test('the stock map counts one lead type, one tier or both', async () => {
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

test('the stock map is counted once in five seconds, however many callers ask at once', async () => {
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

test('of the leads on sale in a county, it is told how many have each fact, from twenty of a tier on', async () => {
  const backed = await aBackedPackage(store, { leads: 30 })
  const county = counties.find(({ fips }) => backed.startsWith(fips))?.name
  const factsOf = async (leadType: string) => (await get(`/api/lead-facts/Texas/${county}?leadType=${leadType}`)).body
  expect(await factsOf('vacant')).toMatchObject([{ tier: 'vip', leads: 30, shares: { phone: 100, equity: 0 } }])
  expect(await factsOf('owner')).toEqual([])
})

test.each([
  ['/api/counties/Atlantis', 'unknown_state'],
  ['/api/counties/__proto__', 'unknown_state'],
  ['/api/packages/Atlantis/Travis', 'unknown_state'],
  ['/api/packages/Texas/constructor', 'unknown_county'],
  ['/api/packages/Texas/Honolulu', 'unknown_county'],
  ['/api/lead-facts/Texas/Honolulu?leadType=vacant', 'unknown_county'],
])('answers %s with 404 %s', async (path, code) => {
  const { status, body } = await get(path)
  expect([status, body.code]).toEqual([404, code])
})

test('tells packages that were never on sale from those that are held or sold', async () => {
  const [first, second] = ['48301-owner-vip-20', '48301-owner-vip-30']
  await store.setStock(first, 1)
  await store.setStock(second, 5000)
  const unstocked = async () => {
    const { body } = await get('/api/packages/Texas/Loving')
    return [first, second, '48301-owner-vip-50'].map((id) => {
      const { available, wasNeverStocked } = body.find((one: { id: string }) => one.id === id)
      return { available, wasNeverStocked }
    })
  }
  const before = await unstocked()
  await aBuyer(store).reserve(first)
  await store.setStock(second, 0)
  const stocked = (available: number) => ({ available, wasNeverStocked: undefined })
  const never = { available: 0, wasNeverStocked: true }
  expect(before).toEqual([stocked(1), stocked(5000), never])
  expect(await unstocked()).toEqual([stocked(0), stocked(0), never])
})

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
  const rows = await store.sql`select lead_type, tier, size, price_cents from prices`
  const packages = await read('Maryland', "Prince George's")
  expect(packages[0]?.county).toBe("Prince George's")
  expect(Object.fromEntries(packages.map((one) => [`${one.leadType}-${one.tier}-${one.size}`, one.price]))).toEqual(
    Object.fromEntries(rows.map((row) => [`${row.lead_type}-${row.tier}-${row.size}`, row.price_cents / 100])),
  )
})

const packageOf = ({ fips }: County) => `${fips}-owner-vip-20`

/** Makes a change that no node hears of. */
const changeUnseen = (county: County, available: number) =>
  store.sql`update packages set available = ${available} where package_id = ${packageOf(county)}`

const unitsIn = (body: { id: string; available: number }[], county: County): number | undefined =>
  body.find(({ id }) => id === packageOf(county))?.available

/** As the API replies. */
async function shown(county: County): Promise<number | undefined> {
  const { body } = await new Client(store).call('GET', `/api/packages/Texas/${encodeURIComponent(county.name)}`)
  return unitsIn(body, county)
}

/** The pages of a node that hears of nothing unless the test tells it. */
function pagesOf(run = store.database.run) {
  const node = makeNodeState()
  const ctx = { clock: store.clock, node, database: { ...store.database, run } }
  return { ctx, pages: new CountyPages(ctx, () => undefined) }
}

/** The same, but each reading waits after PostgreSQL has answered, until the test lets it go. */
function pagesThatWait() {
  const waiting: (() => void)[] = []
  const run: typeof store.database.run = async (...statement) => {
    const rows = await store.database.run(...statement)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return rows
  }
  const answered = async () => {
    await expect.poll(() => waiting.length).toBe(1)
    return () => waiting.pop()?.()
  }
  return { ...pagesOf(run), answered }
}

test('a county page shows within a second what another node changed, even if the notice is lost', async () => {
  const { pages } = pagesOf()
  const [county] = counties as [County]
  const read = async () => unitsIn(JSON.parse((await pages.find(county)).body), county)
  await changeUnseen(county, 5)
  const first = [await read(), await shown(county)]
  await changeUnseen(county, 4)
  store.clock.advance(999)
  const before = await read()
  store.clock.advance(1)
  expect([...first, before, await read(), await shown(county)]).toEqual([5, 5, 5, 4, 4])
})

test('a county page shows each change even if it is requested often and cached as text', async () => {
  const [, county] = counties as [County, County]
  await store.setStock(packageOf(county), 8)
  for (let count = 0; count < 40; count += 1) expect(await shown(county)).toBe(8)
  await store.setStock(packageOf(county), 7)
  expect(await shown(county)).toBe(7)
  for (let count = 0; count < 40; count += 1) await shown(county)
  await changeUnseen(county, 6)
  store.clock.advance(1_000)
  expect(await shown(county)).toBe(6)
})

test.each([
  ['its county', ({ fips }: County) => fips],
  ['every county', () => EVERY_COUNTY],
])('a county page is read again if %s changed while it was being read', async (_, changed) => {
  const { ctx, pages, answered } = pagesThatWait()
  const [, , county] = counties as [County, County, County]
  await store.setStock(packageOf(county), 3)
  const early = pages.find(county)
  const letEarlyGo = await answered()

  await changeUnseen(county, 2)
  announceStockChange(ctx, [changed(county)])
  const late = pages.find(county)
  letEarlyGo()
  const isEarlyKept = (await early).isCurrent()
  const letLateGo = await answered()
  letLateGo()

  const units = [await early, await late, await pages.find(county)].map(({ body }) => unitsIn(JSON.parse(body), county))
  expect([isEarlyKept, ...units]).toEqual([false, 3, 2, 2])
})

test('a county page costs one statement together with all others requested at that moment, and none while current', async () => {
  const { pages } = pagesOf()
  const asked = counties.slice(3, 53)
  const ask = () => Promise.all([...asked, ...asked].map((county) => pages.find(county)))
  const before = store.database.statementCount()
  const first = await ask()
  const again = await ask()
  expect(store.database.statementCount() - before).toBe(1)
  expect(again.every((page, index) => page === first[index])).toBe(true)
  for (const [index, county] of asked.entries()) expect(first[index]?.body).toContain(`"id":"${packageOf(county)}"`)
})
