/** What administrators read of all sales. */
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { days, hours } from '#server/platform/clock.ts'
import { valuesOf } from '#server/platform/statement.ts'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'
import { recordSales } from './record-sale.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'
const store = withStore()
let admin: Client
beforeAll(async () => {
  for (const packageId of [VIP, PREMIUM]) await store.setStock(packageId, 500)
  admin = await anAdmin(store)
})

const read = async (path: string): Promise<Reply['body']> => (await admin.call('GET', path)).body
const countWaiting = async (): Promise<number> => {
  const { rows } = await store.testDatabase.pool.query(
    'select (select count(*) from sales_to_add)::int + (select count(*) from offer_figure_changes)::int as waiting',
  )
  return rows[0].waiting
}

test('the figures count what was sold and not refunded', async () => {
  const before = await read('/api/admin/analytics')
  const { body: order } = await aBuyer(store).buy(VIP, PREMIUM)
  const after = await read('/api/admin/analytics')
  expect(after.totalOrders - before.totalOrders).toBe(1)
  expect(after.totalRevenue - before.totalRevenue).toBeCloseTo(Number(order.total), 2)
  expect(after.totalLeadsSold - before.totalLeadsSold).toBe(25 + 55)
  const vip = { package: 'VIP Junior Package', type: 'Vacant Houses' }
  expect(after.packagePerformance).toContainEqual({ ...vip, revenue: expect.any(Number), sales: expect.any(Number) })

  await admin.refund(order.id)
  const refunded = await read('/api/admin/analytics')
  expect(refunded).toEqual({
    ...before,
    totalOrders: before.totalOrders + 1,
    growthRate: expect.toSatisfy((rate) => rate === null || Number.isFinite(rate)),
    packagePerformance: expect.any(Array),
  })
})

test('an overview fills in days without sales, compares with the days before, and breaks down by part', async () => {
  store.clock.advance(days(70))
  const rep = await aRep(store)
  await payLink(store, await sendLink(rep, [VIP]))
  await aBuyer(store).buy(PREMIUM)
  const today = storeDayOf(store.clock.now(), USUAL_STORE_ZONE)
  const from = storeDayOf(new Date(store.clock.now().getTime() - hours(24 * 6)), USUAL_STORE_ZONE)

  const week = await read(`/api/admin/sales-overview?from=${from}&to=${today}&dimension=channel`)

  expect(week.series).toHaveLength(7)
  expect(week.series.at(-1)).toMatchObject({ start: today, orders: 2, packages: 2, leads: 25 + 55 })
  expect(week.series[0]).toMatchObject({ revenue: 0, orders: 0 })
  expect(week.before).toMatchObject({ revenue: 0, orders: 0 })
  expect(week.total.orders).toBe(2)
  expect(week.parts.map((part: { label: string }) => part.label).sort()).toEqual(['Payment link', 'Storefront'])
  for (const dimension of ['lead_type', 'tier', 'state', 'county', 'rep', 'package']) {
    const { parts, total } = await read(`/api/admin/sales-overview?from=${from}&to=${today}&dimension=${dimension}`)
    const sum = parts.reduce((all: number, part: { revenue: number }) => all + Math.round(part.revenue * 100), 0)
    expect(sum, dimension).toBe(Math.round(total.revenue * 100))
  }
  const counties = await read(`/api/admin/sales-overview?from=${from}&to=${today}&dimension=county`)
  expect(counties.parts[0].label).toBe('Travis, Texas')
})

test('what was sold later than this time of day counts for a whole day, but not beside a day that goes on', async () => {
  store.clock.advance(days(70))
  store.clock.advanceToNoon()
  const today = storeDayOf(store.clock.now(), 'America/New_York')
  await aBuyer(store).buy(VIP)
  store.clock.advance(hours(3))
  await aBuyer(store).buy(VIP)
  store.clock.advance(days(1) - hours(2))
  const now = (await aBuyer(store).buy(VIP)).body
  const tomorrow = addDays(today, 1)
  const read = async (from: string, to: string) =>
    (await admin.call('GET', `/api/admin/sales-overview?from=${from}&to=${to}`)).body

  const [day, yesterday, two, future] = [
    await read(tomorrow, tomorrow),
    await read(today, today),
    await read(today, addDays(tomorrow, 1)),
    await read(addDays(tomorrow, 1), addDays(tomorrow, 1)),
  ]

  expect(day).toMatchObject({ isUnfinished: true, total: { orders: 1 }, before: { orders: 1, packages: 1 } })
  expect(day.before.revenue).toBe(Number(now.total))
  expect(yesterday).toMatchObject({ isUnfinished: false, total: { orders: 2 }, before: { orders: 0 } })
  // A period that ends after today is compared with the days before it, and one that begins after today with today.
  expect(two).toMatchObject({ isUnfinished: true, total: { orders: 3 }, before: { orders: 0 } })
  expect(future).toMatchObject({ isUnfinished: false, total: { orders: 0 }, before: { orders: 1 } })
})

test('today so far counts sales since midnight and refunds, beside the same hours a week ago', async () => {
  store.clock.advance(days(70))
  store.clock.advanceToNoon()
  const early = (await aBuyer(store).buy(VIP, PREMIUM)).body
  store.clock.advance(hours(2))
  await aBuyer(store).buy(VIP)
  store.clock.advance(days(7) - hours(1))
  const now = (await aBuyer(store).buy(VIP)).body
  await admin.refund(early.id)
  const { body } = await admin.call('GET', '/api/admin/today')

  expect(body).toMatchObject({
    // With the five extra leads that each package has.
    today: { orders: 1, paid: Number(now.total), leads: 25 },
    weekAgo: { orders: 1, paid: Number(early.total), leads: 80 },
    refunded: Number(early.total),
  })
})

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

test('sales left by a node that died before adding up are added by the next', async () => {
  await aBuyer(store).buy(VIP)
  const waiting = await countWaiting()
  await store.app.timers.find(({ name }) => name === 'add-up-sales')?.run()
  expect(waiting).toBeGreaterThan(0)
  expect(await countWaiting()).toBe(0)
})
