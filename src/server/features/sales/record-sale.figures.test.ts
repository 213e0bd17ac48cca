/** Adding up moves figures while others sell and read them; no sum may change because of it. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { valuesOf } from '#server/platform/statement.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { findOfferFaults } from '#testing/offer-faults.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { addUp } from './queries.ts'
import { addUpSales, recordSales } from './record-sale.ts'

const VIP = '48453-vacant-vip-20'
const BUYERS = 24

let store: TestApp
let other: TestApp
beforeAll(async () => {
  store = await createTestApp()
  other = await createTestApp({ beside: store })
  await store.setStock(VIP, 500)
})
afterAll(async () => {
  await other.close()
  await store.close()
})

const countWaiting = async (): Promise<number> => {
  const { rows } = await store.testDatabase.pool.query(
    'select (select count(*) from sales_to_add)::int + (select count(*) from offer_figure_changes)::int as waiting',
  )
  return rows[0].waiting
}

test('two nodes that add up while buyers pay count every sale once, at every moment', async () => {
  const admin = await anAdmin(store)
  let isSelling = true
  const seen: number[] = []
  const faults: object[] = []
  const add = async (node: TestApp) => {
    // Few at once, so that the changes of one sale are added by different nodes at different times.
    while (isSelling) await node.ctx.database.run(addUp, { limit: 7 })
  }
  const ask = async () => {
    while (isSelling) {
      const { body } = await admin.call('GET', '/api/admin/analytics')
      seen.push(body.totalOrders)
      faults.push(
        ...(await findLedgerFaults(store.testDatabase.pool)),
        ...(await findOfferFaults(store.testDatabase.pool)),
      )
    }
  }
  const others = [add(store), add(other), ask()]
  const buyers = Array.from({ length: BUYERS }, async () => expect((await aBuyer(store).buy(VIP)).status).toBe(200))
  await Promise.all(buyers).finally(() => {
    isSelling = false
  })
  await Promise.all(others)
  await addUpSales(store.ctx.database)

  expect(faults).toEqual([])
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(await countWaiting()).toBe(0)
  const { body } = await admin.call('GET', '/api/admin/analytics')
  expect(body.totalOrders).toBe(BUYERS)
  expect([await findLedgerFaults(store.testDatabase.pool), await findOfferFaults(store.testDatabase.pool)]).toEqual([
    [],
    [],
  ])
}, 60_000)

test('a sale waits neither for another uncommitted one nor for figures being added to', async () => {
  const { body: order } = await aBuyer(store).buy(VIP)
  const first = await store.testDatabase.pool.connect()
  try {
    await first.query('begin')
    await first.query('delete from sale_entries where order_id = $1', [order.id])
    await recordSales(
      { run: async (statement, ...given) => (await first.query(statement.text, valuesOf(statement, ...given))).rows },
      [order.id],
      { timeZone: 'America/New_York', now: store.clock.now() },
    )
    await first.query('select from sale_figures for update')
    await first.query('select from offer_figures for update')

    expect((await aBuyer(store).buy(VIP)).status).toBe(200)
  } finally {
    await first.query('rollback')
    first.release()
  }
  // Longer than a statement waits for a lock: it must not end while the transaction above is open.
}, 30_000)

test('sales left by a node that died before adding up are added by the next node', async () => {
  await aBuyer(store).buy(VIP)
  const waiting = await countWaiting()

  await other.app.timers.find(({ name }) => name === 'add-up-sales')?.run()

  expect(waiting).toBeGreaterThan(0)
  expect(await countWaiting()).toBe(0)
})
