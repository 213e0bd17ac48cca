/** A period that is not over is compared with the same part of the period before. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { days, hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 500)
})
afterAll(() => store.close())

test('what was sold later than this time of day counts for a whole day, but not beside a day that goes on', async () => {
  store.clock.advanceToNoon()
  const today = storeDayOf(store.clock.now(), 'America/New_York')
  await aBuyer(store).buy(VIP)
  store.clock.advance(hours(3))
  await aBuyer(store).buy(VIP)
  store.clock.advance(days(1) - hours(2))
  const now = (await aBuyer(store).buy(VIP)).body
  const admin = await anAdmin(store)
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
