/** The whole catalogue, as several nodes load it and as browsers ask for it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { Client } from '#testing/builders.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { atDatabase, createTestDatabase } from '#testing/test-database.ts'
import { withStore } from '#testing/with-store.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { countCountyStock, countStateStock } from './queries.ts'

const testDatabase = await createTestDatabase('empty')
await Promise.all([migrate(testDatabase.url), migrate(testDatabase.url)])
const load = () => atDatabase(testDatabase.url, (database) => loadCatalogue({ database, clock: systemClock }))
const loads = await Promise.all([load(), load()])
const store = withStore({ testDatabase })

const get = (path: string) => new Client(store).call('GET', path)
const countiesOf = async (state: string): Promise<string[]> =>
  (await get(`/api/counties/${encodeURIComponent(state)}`)).body
const inOrder = (names: string[]) => [...names].sort(new Intl.Collator('en').compare)

test('the whole catalogue is loaded by one of two nodes that start at once on an empty database', async () => {
  const counts = await store.row`select (select count(*)::int from counties) as counties,
    (select count(*)::int from packages) as packages, (select count(*)::int from prices) as prices,
    (select sum(available)::int from packages) as available`

  expect(loads.toSorted()).toEqual([false, true])
  expect(counts).toEqual({ counties: 3_142, packages: 150_816, prices: 48, available: 0 })
})

test('the whole catalogue has the 50 states and the District of Columbia, and every county once, all sorted by name', async () => {
  const { body: states } = await get('/api/states')
  const counties: string[][] = []
  for (const state of states) counties.push(await countiesOf(state))
  expect(states).toHaveLength(51)
  expect(states).toEqual(inOrder(states))
  expect(counties.flat()).toHaveLength(3_142)
  for (const names of counties) {
    expect(names).toEqual(inOrder(names))
    expect(new Set(names).size).toBe(names.length)
  }
})

test('the whole catalogue calls an independent city "City" if a county of its state has the same name', async () => {
  const pairs = [
    ...['Richmond', 'Franklin', 'Roanoke', 'Fairfax'].map((name) => ['Virginia', name] as const),
    ['Maryland', 'Baltimore'] as const,
    ['Missouri', 'St. Louis'] as const,
  ]
  for (const [state, name] of pairs)
    expect(await countiesOf(state)).toEqual(expect.arrayContaining([name, `${name} City`]))
  const { body } = await get('/api/packages/Maryland/Baltimore%20City')
  expect(body[0].id).toMatch(/^24510-/)
})

test.each([
  ['Maryland', "St. Mary's", '24037'],
  ['Maryland', "Prince George's", '24033'],
  ['New Mexico', 'Doña Ana', '35013'],
  ['Louisiana', 'LaSalle', '22059'],
  ['Illinois', 'LaSalle', '17099'],
  ['Illinois', 'St. Clair', '17163'],
  ['District of Columbia', 'District of Columbia', '11001'],
  ['Hawaii', 'Honolulu', '15003'],
  ['Texas', 'De Witt', null],
])('the whole catalogue sells the 48 packages of %s, %s', async (state, county, fips) => {
  const { status, body } = await get(`/api/packages/${encodeURIComponent(state)}/${encodeURIComponent(county)}`)
  if (fips === null) return expect([status, body.code]).toEqual([404, 'unknown_county'])
  expect(body).toHaveLength(48)
  expect(body[0]).toMatchObject({ id: `${fips}-vacant-vip-20`, state, county, price: 299, available: 0 })
  expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(48)
})

describe('the map of a fully stocked catalogue', () => {
  beforeAll(async () => {
    await store.sql`update packages set available = 5`
    await store.sql`analyze packages`
  })

  test('is counted by reading each package once', async () => {
    const plan = await explainStatement(store.testDatabase, countStateStock)
    expect(plan.match(/Scan.* on packages/g)).toHaveLength(1)
    expect(plan).not.toMatch(/Join|Nested Loop|Sort|SubPlan/)
  })

  test('reads only the counties of one state, with a generic plan', async () => {
    const plan = await explainStatement(store.testDatabase, countCountyStock)
    expect(plan).toContain('packages_by_county')
    expect(plan).not.toContain('Seq Scan')
  })

  test('says that everything can be bought', async () => {
    const { body: states } = await get('/api/stock')
    const { body: counties } = await get('/api/stock/Hawaii')
    const sum = (key: string) =>
      states.reduce((total: number, state: Record<string, number>) => total + (state[key] ?? 0), 0)
    expect([sum('counties'), sum('countiesInStock'), sum('packagesInStock')]).toEqual([3_142, 3_142, 150_816])
    expect(counties).toContainEqual({ county: 'Honolulu', fips: '15003', packagesInStock: 48, units: 240 })
  })
})
