import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { recordOrders } from './queries.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 500)
})
afterAll(() => store.close())

test('recording a sale looks up one order and its lines, and never reads a table of sales from end to end', async () => {
  const { body: order } = await aBuyer(store).buy(VIP)
  const client = await store.testDatabase.pool.connect()
  try {
    // As the pool plans it, for a store whose tables the planner still thinks empty.
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare recording (text[], text) as ${recordOrders.text}`)
    const { rows } = await client.query(`explain execute recording (array['${order.id}'], 'America/New_York')`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')

    expect(plan).not.toMatch(/Seq Scan on (orders|order_lines|refunds|refund_lines|sale_)/)
    expect(plan).toContain('using orders_pkey')
    expect(plan).toContain('using order_lines_order_id_revision_line_number_pk')
    expect(plan).not.toContain('order_lines_hold_sold_once')
  } finally {
    client.release(true)
  }
})
