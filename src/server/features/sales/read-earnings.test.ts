/** What a rep sees of their own pay: the same cents as the administrator's report about them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { days } from '#server/platform/clock.ts'
import { anAdmin, Client, type Reply } from '#testing/builders.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIUM]) await store.setStock(packageId, 500)
})
afterAll(() => store.close())

const today = () => storeDayOf(store.clock.now(), USUAL_STORE_ZONE)
const earned = (rep: Client, startDate: string, endDate: string): Promise<Reply> =>
  rep.call('GET', `/api/sales/earnings?startDate=${startDate}&endDate=${endDate}`)

async function sell(rep: Client, packageIds: string[]): Promise<{ token: string; total: number }> {
  const request = await sendLink(rep, packageIds)
  await payLink(store, request)
  return { token: request.token, total: Number(request.total) }
}

test('a rep sees paid sales, refunds and commission by day, newest first, and nothing of others', async () => {
  const [rep, other] = [await anotherRep(store), await anotherRep(store)]
  const firstDay = today()
  const first = await sell(rep, [VIP, PREMIUM])
  await sell(other, [VIP])
  store.clock.advance(days(1))
  const second = await sell(rep, [VIP])
  const { rows } = await store.testDatabase.pool.query('select order_id from payment_requests where token = $1', [
    second.token,
  ])
  await (await anAdmin(store)).call('POST', `/api/admin/orders/${rows[0].order_id}/refunds`, {
    attemptId: 'attempt-earnings-1',
    reason: 'A test.',
  })

  const { body } = await earned(rep, firstDay, today())

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

test('earnings are refused without login and for days that are no period', async () => {
  const rep = await anotherRep(store)
  for (const path of ['earnings', 'pay-report']) {
    const ask = (client: Client, from: string, to: string) =>
      client.call('GET', `/api/sales/${path}?startDate=${from}&endDate=${to}`)
    expect((await ask(new Client(store), today(), today())).status).toBe(401)
    expect((await ask(rep, '2026-05-02', '2026-05-01')).body.code).toBe('period_invalid')
    expect((await ask(rep, '2026-02-30', '2026-03-01')).status).toBe(400)
  }
})
