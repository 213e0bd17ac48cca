/** What administrators read of all sales, and what a member sold and earned, also after they were removed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { CHARGE_CENTS_MAX } from '#contract/money.ts'
import { payReportCsv } from '#contract/sales/pay-report-csv.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { days, hours } from '#server/platform/clock.ts'
import { valuesOf } from '#server/platform/database/statement.ts'
import { aBuyer, adminOf, aRep, type Client, idOf, type Reply } from '#testing/builders.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { commissionSql } from './queries.ts'
import { recordSales } from './record-sale.ts'

const PREMIUM = '48453-owner-premium-50'
const store = withStore({}, async (opened) => {
  for (const packageId of [VIP, PREMIUM]) await opened.setStock(packageId, 500)
})
const admin = adminOf(store)
const read = async (path: string): Promise<Reply['body']> => (await admin.call('GET', path)).body
const countWaiting = async (): Promise<number> => {
  const rows =
    await store.sql`select (select count(*) from sales_to_add)::int + (select count(*) from offer_figure_changes)::int as waiting`
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
  expect(await read('/api/admin/analytics')).toEqual({
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
  expect(week.series[0]).toMatchObject({ revenue: 0, orders: 0, before: { revenue: 0, orders: 0 } })
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
  const late = (await aBuyer(store).buy(VIP)).body
  await admin.refund(late.id)
  store.clock.advance(days(1) - hours(2))
  const now = (await aBuyer(store).buy(VIP)).body
  const tomorrow = addDays(today, 1)
  const read = async (from: string, to: string) =>
    (await admin.call('GET', `/api/admin/sales-overview?from=${from}&to=${to}`)).body

  const [day, yesterday, two, future, week] = [
    await read(tomorrow, tomorrow),
    await read(today, today),
    await read(today, addDays(tomorrow, 1)),
    await read(addDays(tomorrow, 1), addDays(tomorrow, 1)),
    await read(addDays(tomorrow, 1), addDays(tomorrow, 7)),
  ]

  expect(day).toMatchObject({
    isUnfinished: true,
    total: { orders: 1 },
    before: { orders: 1, packages: 1, refunded: 0 },
  })
  expect(day.before.revenue).toBe(Number(now.total))
  expect(day.series).toEqual([{ start: tomorrow, ...day.total, before: day.before }])
  expect(yesterday).toMatchObject({
    isUnfinished: false,
    total: { orders: 2, packages: 1, refunded: Number(late.total) },
    before: { orders: 0 },
  })
  // A period that ends after today is compared with the days before it, and one that begins after today with today.
  expect(two).toMatchObject({ isUnfinished: true, total: { orders: 3 }, before: { orders: 0 } })
  expect(future).toMatchObject({ isUnfinished: false, total: { orders: 0 }, before: { orders: 1 } })
  expect(week.series.map((one: { before: { orders: number } }) => one.before.orders)).toEqual([0, 0, 0, 0, 0, 2, 1])
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

async function sold(rep: Client, packageIds: string[]): Promise<{ orderId: string; total: number }> {
  const request = await sendLink(rep, packageIds)
  await payLink(store, request)
  const rows = await store.sql`select order_id from payment_requests where token = ${request.token}`
  return { orderId: rows[0].order_id, total: Number(request.total) }
}

const report = (userId: string, startDate: string, endDate: string): Promise<Reply> =>
  admin.call('GET', `/api/admin/users/${userId}/pay-report?startDate=${startDate}&endDate=${endDate}`)
const today = () => storeDayOf(store.clock.now(), USUAL_STORE_ZONE)

test('a member’s figures count their sales through links minus refunds', async () => {
  const rep = await anotherRep(store)
  const userId = await idOf(rep)
  const first = await sold(rep, [VIP, PREMIUM])
  const second = await sold(rep, [VIP])
  await admin.refund(second.orderId)
  const { body } = await admin.call('GET', `/api/admin/users/${userId}/analytics?period=30days`)

  expect(body).toEqual({
    period: '30days',
    totalRevenue: first.total,
    totalOrders: 2,
    packagesSold: 2,
    averageOrderValue: Math.round(first.total * 50) / 100,
    dailyData: [{ date: today(), revenue: first.total, refunded: second.total, orders: 2, packages: 2, leads: 80 }],
    dailyDataBefore: [],
  })
  const lifetime = await admin.call('GET', `/api/admin/users/${userId}/analytics?period=lifetime`)
  expect(lifetime.body).toEqual({ ...body, period: 'lifetime' })

  store.clock.advance(days(30))
  const later = (await admin.call('GET', `/api/admin/users/${userId}/analytics?period=30days`)).body
  expect(later).toMatchObject({ totalOrders: 0, dailyData: [], dailyDataBefore: body.dailyData })
})

test('a pay report has a row per sold package and a negative one per refund; parts take back their share', async () => {
  const rep = await anotherRep(store)
  const userId = await idOf(rep)
  const { orderId } = await sold(rep, [VIP])
  for (const amount of ['0.05', '100.05'])
    await admin.refund(orderId, { lines: [{ lineNumber: 1, amount, isReturned: false }] })
  await admin.refund(orderId)
  const { body } = await report(userId, today(), today())

  expect(body).toMatchObject({ timeZone: 'America/New_York', totalPackages: 0, totalPay: 0 })
  expect(body.packagesSold.map((row: { kind: string }) => row.kind)).toEqual(['sale', 'refund', 'refund', 'refund'])
  expect(body.packagesSold[0]).toMatchObject({
    packageType: 'VIP Junior Package, Vacant Houses',
    saleDate: today(),
    payValue: 29.9,
    rate: 10,
  })
})

test('a pay report includes both its days in the store’s time zone, across a clock change', async () => {
  const rep = await anotherRep(store)
  const userId = await idOf(rep)
  // What was sold so far adds up; the rest of this test rewrites history.
  await expectStockIdentities(store.testDatabase)
  // New York is four hours behind before the night to November 1, 2026, and five after it.
  const moments = ['2026-10-31T03:59:59Z', '2026-10-31T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']
  for (const moment of moments) {
    const { orderId } = await sold(rep, [VIP])
    await store.sql`delete from sale_entries where order_id = ${orderId}`
    await store.sql`update orders set paid_at = ${moment} where order_id = ${orderId}`
    await recordSales(store.ctx.database, [orderId], { timeZone: USUAL_STORE_ZONE, now: store.clock.now() })
  }

  const days = async (from: string, to: string) =>
    (await report(userId, from, to)).body.packagesSold.map((row: { saleDate: string }) => row.saleDate)

  expect(await days('2026-10-30', '2026-11-02')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'])
  expect(await days('2026-10-31', '2026-11-01')).toEqual(['2026-10-31', '2026-11-01'])
  expect(await days('2026-11-02', '2026-11-02')).toEqual(['2026-11-02'])
})

test('a mailed pay report reaches the member once, with the file of that report', async () => {
  const rep = await anotherRep(store)
  const { id: userId, email } = (await rep.call('GET', '/api/me')).body
  await sold(rep, [VIP, PREMIUM])
  const path = `/api/admin/users/${userId}/pay-report/mails`
  const body = { startDate: today(), endDate: today(), attemptId: 'attempt-report-1' }

  const replies = await Promise.all([1, 2, 3].map(() => admin.call('POST', path, body)))

  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
  expect(replies[0]?.body).toMatchObject({ to: email, state: 'waiting' })
  await store.runJobs()
  const mails = await store.mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Total Packages: 2')
  const [file] = mails[0]?.attachments ?? []
  const name = `rep-${/\d+/.exec(email)?.[0]}-${today()}-${today()}.csv`
  expect(file).toMatchObject({ name, type: 'text/csv' })
  const { body: csv } = await admin.call('GET', file?.url ?? '')
  const { body: shown } = await report(userId, today(), today())
  expect(csv).toBe(payReportCsv(shown))
})

test('a rep sees paid sales, refunds and commission by day, newest first, and nothing of others', async () => {
  const [rep, other] = [await anotherRep(store), await anotherRep(store)]
  const firstDay = today()
  const first = await sold(rep, [VIP, PREMIUM])
  await sold(other, [VIP])
  store.clock.advance(days(1))
  const second = await sold(rep, [VIP])
  await admin.refund(second.orderId)

  const { body } = await rep.call('GET', `/api/sales/earnings?startDate=${firstDay}&endDate=${today()}`)

  // Reps of tests earn ten percent.
  const commission = Math.round(first.total * 10) / 100
  expect(body).toEqual({
    timeZone: USUAL_STORE_ZONE,
    startDate: firstDay,
    endDate: today(),
    orders: 2,
    paid: first.total + second.total,
    refunded: second.total,
    commission,
    days: [
      { date: today(), orders: 1, paid: second.total, refunded: second.total, commission: 0 },
      { date: firstDay, orders: 1, paid: first.total, refunded: 0, commission },
    ],
  })
  const report = (await rep.call('GET', `/api/sales/pay-report?startDate=${firstDay}&endDate=${today()}`)).body
  expect([report.totalPay, report.packagesSold.length]).toEqual([commission, 4])
  const { reps } = await read(`/api/admin/pay-report?startDate=${firstDay}&endDate=${today()}`)
  expect(reps).toContainEqual(expect.objectContaining({ userId: await idOf(rep), orders: 2, commission }))
})

test('figures of an unknown member, or of days that are no period, are refused', async () => {
  const rep = await anotherRep(store)
  const userId = await idOf(rep)
  const mail = (id: string, startDate: string) =>
    admin.call('POST', `/api/admin/users/${id}/pay-report/mails`, {
      startDate,
      endDate: '2026-11-01',
      attemptId: 'attempt-report-2',
    })

  expect((await admin.call('GET', '/api/admin/users/usr_nobody/analytics')).status).toBe(404)
  expect((await report('usr_nobody', today(), today())).status).toBe(404)
  expect((await report(userId, '2026-11-02', '2026-11-01')).body.code).toBe('period_invalid')
  expect((await mail(userId, '2026-11-02')).body.code).toBe('period_invalid')
  expect((await mail('usr_nobody', '2026-11-01')).status).toBe(404)
  for (const path of ['earnings', 'pay-report']) {
    const { body } = await rep.call('GET', `/api/sales/${path}?startDate=2026-05-02&endDate=2026-05-01`)
    expect(body.code).toBe('period_invalid')
  }
})

test('a commission is rounded half up, to the cent', async () => {
  const known = [
    [0, 3_000, 0],
    [29_900, 0, 0],
    [29_900, 3_000, 8_970],
    [1, 5_000, 1],
    [3, 5_000, 2],
    [1, 4_999, 0],
    [CHARGE_CENTS_MAX, 10_000, CHARGE_CENTS_MAX],
  ] as const
  const line = fc.tuple(fc.integer({ min: 0, max: CHARGE_CENTS_MAX }), fc.integer({ min: 0, max: 10_000 }))
  const random = fc.sample(line, 5_000).map(([cents, bps]) => [cents, bps, Math.floor((cents * bps + 5_000) / 10_000)])
  const lines = [...known, ...random]

  const rows = await store.rows(
    `select ${commissionSql('cents')}::float8 as earned
     from unnest($1::int[], $2::int[]) with ordinality as l (cents, commission_bps, n) order by n`,
    [lines.map(([cents]) => cents), lines.map(([, bps]) => bps)],
  )
  expect(rows.map(({ earned }) => earned)).toEqual(lines.map(([, , earned]) => earned))
})
