/** What administrators see of the day so far, next to the same hours a week ago. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIUM]) await store.setStock(packageId, 500)
})
afterAll(() => store.close())

test('today so far counts sales since midnight and refunds, beside the same hours a week ago', async () => {
  store.clock.advanceToNoon()
  const early = (await aBuyer(store).buy(VIP, PREMIUM)).body
  store.clock.advance(hours(2))
  await aBuyer(store).buy(VIP)
  store.clock.advance(days(7) - hours(1))
  const now = (await aBuyer(store).buy(VIP)).body
  const admin = await anAdmin(store)
  await admin.call('POST', `/api/admin/orders/${early.id}/refunds`, { attemptId: 'attempt-today-1', reason: 'A test.' })

  const { body } = await admin.call('GET', '/api/admin/today')

  expect(body).toMatchObject({
    // With the five extra leads that each package has.
    today: { orders: 1, paid: Number(now.total), leads: 25 },
    weekAgo: { orders: 1, paid: Number(early.total), leads: 80 },
    refunded: Number(early.total),
  })
})

test('today so far is for administrators', async () => {
  expect((await (await aRep(store)).call('GET', '/api/admin/today')).status).toBe(403)
  expect((await new Client(store).call('GET', '/api/admin/today')).status).toBe(401)
})
