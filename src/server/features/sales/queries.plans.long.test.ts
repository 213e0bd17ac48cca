/** Statements that every payment waits for cost the same after a million sales as after one, with any statistics. */
import { expect, test } from 'vitest'
import { writeDeliveries } from '#server/features/delivery/queries.ts'
import type { Statement } from '#server/platform/database/statement.ts'
import { aBuyer } from '#testing/builders.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { addUp, recordOrders, sumFigures, sumRestOfDay } from './queries.ts'

const store = withStore({}, (opened) => opened.setStock(VIP, 500))

test.each<[string, Statement<never, unknown>, (orderId: string) => Record<string, string>]>([
  [
    'recording a sale',
    recordOrders,
    (orderId) => ({ orderIds: `{${orderId}}`, timeZone: 'America/New_York', now: '2026-11-22T00:00:00Z' }),
  ],
  [
    'writing its deliveries',
    writeDeliveries,
    (orderId) => ({
      orderIds: `{${orderId}}`,
      now: '2026-11-22T00:00:00Z',
      deliveryPromiseMs: '86400000',
      claimTerms: '{}',
    }),
  ],
])('%s looks up one order and its lines, and never scans a sales table', async (_, statement, valuesOf) => {
  const { body: order } = await aBuyer(store).buy(VIP)
  const plan = await explainStatement(store.testDatabase, statement, valuesOf(order.id))
  expect(plan).not.toMatch(/Seq Scan on (orders|order_lines|holds|refunds|refund_lines|sale_)/)
  expect(plan).toContain('using orders_pkey')
  expect(plan).toContain('using order_lines_order_id_revision_line_number_pk')
  expect(plan).not.toContain('order_lines_hold_sold_once')
})

test('adding up picks its changes once, and figures are read by key or day', async () => {
  const adding = await explainStatement(store.testDatabase, addUp, { limit: '5000' })
  const reading = await explainStatement(store.testDatabase, sumFigures, {
    dimension: 'all',
    value: '',
    from: '2026-01-01',
    to: '2026-02-01',
  })
  const rest = await explainStatement(store.testDatabase, sumRestOfDay, {
    today: '2026-02-01',
    daysBack: '30',
    now: '2026-02-01T18:00:00Z',
    timeZone: 'America/New_York',
  })

  expect(rest).not.toMatch(/Seq Scan on (sale_|refunds)/)
  // A join with the picked rows might pick again for each of them.
  expect(adding.match(/LockRows/g)).toHaveLength(2)
  expect(adding.match(/InitPlan.*\n.*LockRows|InitPlan.*\n.*Limit/g)).toHaveLength(2)
  expect(reading).toMatch(/Scan (using|on) sale_figures_(pkey|by_day)/)
})
