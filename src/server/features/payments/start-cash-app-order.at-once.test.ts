/** Choosing Cash App and going back, many times at once in one cart. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyerWith, chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

test('going back waits for the choice that began before it, and then undoes it', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const lock = `select pg_advisory_xact_lock(hashtextextended('cash_app address ' || $1, 0))`
  const held = await holdUp(store.testDatabase, lock, [buyer.contactInfo.email])

  const choosing = chooseCashApp(buyer, 299)
  await untilNodeWaits(store.testDatabase)
  const leaving = leaveCashApp(buyer)
  // Another cart's answer comes after whatever the call before it could do without waiting.
  await leaveCashApp(await aBuyerWith(store, VIP))
  await held.release()
  const [chosen, left] = await Promise.all([choosing, leaving])

  expect([chosen.status, left.status]).toEqual([200, 200])
  expect(left.body).toMatchObject({ total: 299, pendingOrder: null })
})

test('sixty calls at once are all answered', async () => {
  const buyer = await aBuyerWith(store, VIP)

  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, call) => (call % 2 === 0 ? chooseCashApp(buyer, 299) : leaveCashApp(buyer))),
  )

  expect(replies.map(({ status, body }) => [status, body.code]).filter(([status]) => status !== 200)).toEqual([])
  await expectStockIdentities(store.testDatabase)
})
