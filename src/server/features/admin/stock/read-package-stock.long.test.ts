/** What a package's history and holds say, and how a stuck hold is released. */
import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Reply } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)

const sizes = [20, 30, 50, 100]
let used = 0
/** A package that no other test of this file touches. */
async function aPackage(available: number): Promise<string> {
  const id = `48453-owner-${['vip', 'premier', 'premium', 'standard'][Math.floor(used / 4)]}-${sizes[used % 4]}`
  used += 1
  await admin.call('PUT', `/api/admin/packages/${id}/availability`, { available, reason: 'First delivery' })
  return id
}
const read = async (path: string): Promise<Reply['body']> => (await admin.call('GET', path)).body
const stock = (id: string) => read(`/api/admin/packages/${id}/stock`)
const release = (holdId: string, reason: unknown = 'The buyer is gone.', client = admin) =>
  client.call('POST', `/api/admin/holds/${holdId}/release`, { reason })

describe('releasing a hold', () => {
  test('is reported for a day, unless the owner released the hold', async () => {
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

  test('while its buyer pays ends in a sale or a return, never both', async () => {
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
})
