/** What a package's history and holds say, and how a stuck hold is released. */
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf } from '#testing/builders.ts'
import { stockScreen } from '#testing/stock-changes.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)

const { aPackage, stock, release } = stockScreen(admin)

test('releasing a hold is reported for a day, unless the owner released the hold', async () => {
  const id = await aPackage(2)
  const buyer = aBuyer(store)
  const { holdId } = (await buyer.reserve(id)).body
  await buyer.reserve(id)
  await buyer.release(id)
  await release(holdId)
  expect((await buyer.call('GET', '/api/cart/released')).body).toHaveLength(1)
  store.clock.advance(minutes(24 * 60 + 1))
  expect((await buyer.call('GET', '/api/cart/released')).body).toEqual([])
})

test('releasing a hold while its buyer pays ends in a sale or a return, never both', async () => {
  const id = await aPackage(30)
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const buyer = aBuyer(store)
      const { holdId } = (await buyer.reserve(id)).body
      const payment = (await buyer.openPayment()).body
      await buyer.confirm(payment)
      await Promise.all([buyer.recordOrder({ paymentId: payment.paymentId }), release(holdId)])
    }),
  )
  await store.runJobs()
  expect(await stock(id)).toMatchObject({ held: 0 })
  await expectStockIdentities(store.testDatabase)
})
