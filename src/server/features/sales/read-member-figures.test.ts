/** What a member sold and earned: to the cent, to the day of the store, and also after they were removed. */
import { beforeAll, expect, test } from 'vitest'
import { payReportCsv } from '#contract/sales/pay-report-csv.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { days } from '#server/platform/clock.ts'
import { anAdmin, type Client, idOf, type Reply } from '#testing/builders.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
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

const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)

async function sold(rep: Client, packageIds: string[]): Promise<{ orderId: string; total: number }> {
  const request = await sendLink(rep, packageIds)
  await payLink(store, request)
  const { rows } = await query('select order_id from payment_requests where token = $1', [request.token])
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
    dailyData: [{ date: today(), revenue: first.total, orders: 2, packages: 2 }],
  })
  const lifetime = await admin.call('GET', `/api/admin/users/${userId}/analytics?period=lifetime`)
  expect(lifetime.body).toEqual({ ...body, period: 'lifetime' })
})

test('a pay report has a row per sold package and a negative one per refund; parts take back their share', async () => {
  const rep = await anotherRep(store)
  const userId = await idOf(rep)
  const { orderId } = await sold(rep, [VIP])
  for (const amount of ['0.05', '100.05']) {
    await admin.refund(orderId, { lines: [{ lineNumber: 1, amount, isReturned: false }] })
  }
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
    await query('delete from sale_entries where order_id = $1', [orderId])
    await query('update orders set paid_at = $2 where order_id = $1', [orderId, moment])
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
  const handedOver = await admin.call('GET', `/api/admin/users/${userId}/pay-report/mails/attempt-report-1`)
  expect(handedOver.body.state).toBe('sent')
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
