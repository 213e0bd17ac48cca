/** Which leads holds get from a pool with plenty of them, when any choice would leave the same stock. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

let counties = 0
let fips = ''
beforeEach(() => {
  counties += 1
  fips = String(48_001 + counties * 2)
})

const packageOf = (size: number) => `${fips}-vacant-standard-${size}`

/** Leads of different ages, freshest first. */
const stock = (count: number) =>
  addLeads(
    store,
    packageOf(20),
    Array.from({ length: count }, (_, index) => ({ property: counties * 1_000 + index, ageDays: 40 + index / 100 })),
  )

/** Holds a package for a buyer. @returns which leads that sets aside; 0 is the freshest */
const hold = async (buyer: Buyer, packageId: string): Promise<number[]> => {
  const reply = await buyer.reserve(packageId)
  expect(reply.status).toBe(200)
  const { rows } = await store.testDatabase.pool.query<{ place: number }>(
    `select place from hold_leads join (
       select lead_id, (row_number() over (order by acquired_at desc, lead_id))::int - 1 as place from leads where fips = $2
     ) leads using (lead_id) where hold_id = $1 order by place`,
    [reply.body.holdId, fips],
  )
  return rows.map(({ place }) => place)
}
/** The store's own offer adds five. */
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('each cart gets the freshest leads in the fewest carts, and returned leads go first again', async () => {
  await stock(120)
  const ada = aBuyer(store)
  expect(await hold(ada, packageOf(50))).toEqual(range(0, 55))
  expect(await hold(aBuyer(store), packageOf(20))).toEqual(range(55, 25))

  await ada.release(packageOf(50))
  expect(await hold(aBuyer(store), packageOf(20))).toEqual(range(0, 25))
  expect(await hold(aBuyer(store), packageOf(50))).toEqual([...range(25, 30), ...range(80, 25)])

  // The last that no one holds, and the first of the next round.
  expect(await hold(aBuyer(store), packageOf(20))).toEqual([...range(0, 10), ...range(105, 15)])
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
})

test('sold leads come after unsold ones, even if no one holds them anymore', async () => {
  await stock(120)
  await aBuyer(store).buy(packageOf(50))

  expect(await hold(aBuyer(store), packageOf(50))).toEqual(range(55, 55))
  expect(await hold(aBuyer(store), packageOf(20))).toEqual([...range(0, 15), ...range(110, 10)])
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
})
