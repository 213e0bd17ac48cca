import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { makeNodeState } from '#server/node-state.ts'
import { Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { CountyPages } from './county-pages.ts'
import { type County, loadPlaces } from './places.ts'

let store: TestApp
let counties: County[]
beforeAll(async () => {
  store = await createTestApp()
  store.clock.freeze()
  counties = [...(await loadPlaces(store.ctx)).countiesOf('Texas')]
})
afterAll(() => store.close())

const packageOf = ({ fips }: County) => `${fips}-vacant-vip-20`

/** Makes a change that no node hears of. */
const changeUnseen = (county: County, available: number) =>
  store.testDatabase.pool.query('update packages set available = $2 where package_id = $1', [
    packageOf(county),
    available,
  ])

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

describe('a county page', () => {
  test('shows within a second what another node changed, even if the notice is lost', async () => {
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

  test('shows each change even if it is requested often and cached as text', async () => {
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
  ])('is read again if %s changed while it was being read', async (_, changed) => {
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

    const units = [await early, await late, await pages.find(county)].map(({ body }) =>
      unitsIn(JSON.parse(body), county),
    )
    expect([isEarlyKept, ...units]).toEqual([false, 3, 2, 2])
  })

  test('is read again for new callers if a read takes too long', async () => {
    const { pages, answered } = pagesThatWait()
    const [, , county] = counties as [County, County, County]
    await changeUnseen(county, 3)
    const early = pages.find(county)
    const letEarlyGo = await answered()
    await changeUnseen(county, 2)
    store.clock.advance(1_000)

    const late = pages.find(county)
    letEarlyGo()
    await early
    const letLateGo = await answered()
    letLateGo()

    expect(unitsIn(JSON.parse((await late).body), county)).toBe(2)
  })

  test('costs one statement together with all others requested at that moment, and none while current', async () => {
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

  test('is read again if a read failed', async () => {
    let isBroken = true
    const { pages } = pagesOf((...statement) =>
      isBroken ? Promise.reject(new Error('no database')) : store.database.run(...statement),
    )
    const [county] = counties as [County]
    await expect(pages.find(county)).rejects.toThrow('no database')

    isBroken = false

    expect(JSON.parse((await pages.find(county)).body)).toHaveLength(48)
  })
})
