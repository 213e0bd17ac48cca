import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 500)
})
afterAll(() => store.close())

describe('buying by card', () => {
  test('sells the held packages, makes one order and one mail with what was bought', async () => {
    const buyer = aBuyer(store)

    const { body: order } = await buyer.buy(VIP, PREMIER)
    await store.runJobs()

    expect(order).toMatchObject({ status: 'completed', total: '498.00', paymentMethod: 'stripe' })
    const cart = await buyer.call('GET', '/api/cart')
    expect(cart.body.lines).toEqual([])
    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain(order.reference)
    expect(mails[0]?.text).toContain('$498.00')
    expect(mails[0]?.text).toContain(`http://store.test/order/${order.token}`)
    await expectStockIdentities(store.testDatabase)
  })
})
