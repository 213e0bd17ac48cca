import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHARGE_CENTS_MAX, formatCents } from '#contract/money.ts'
import { aBuyer, anAdmin, type Buyer } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
/** The highest price; ten of them are 10 cents below the most that a card can pay at once. */
const PRICE = 99_999.99
const LINES_MAX = 10

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
  const admin = await anAdmin(store)
  await admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier: 'vip', size: 20, basePrice: PRICE })
})
afterAll(() => store.close())

async function buyerOf(lines: number): Promise<Buyer> {
  const buyer = aBuyer(store)
  for (let line = 1; line <= lines; line += 1) await buyer.reserve(VIP)
  return buyer
}

const ordersOf = async (buyer: Buyer) => {
  const { rows } = await store.testDatabase.pool.query('select state from orders where email = $1', [
    buyer.contactInfo.email,
  ])
  return rows
}

describe('a cart above the card limit', () => {
  test('is refused with a way out for the buyer, before the provider is asked or an order is made', async () => {
    const buyer = await buyerOf(LINES_MAX + 1)
    await store.control({ reset: 'true', fail_next: '1', fail_match: '/v1/payment_intents' })

    const reply = await buyer.openPayment()

    expect(reply).toMatchObject({ status: 409, body: { code: 'total_too_high' } })
    expect(reply.body.message).toContain(formatCents(CHARGE_CENTS_MAX))
    expect(reply.body.message).toMatch(/Remove a package/)
    // The failure that any call would have met is still there.
    expect((await cardProvider(store).call('GET', '/v1/sandbox/control')).failures).toMatchObject([{ count: 1 }])
    await store.control({ reset: 'true' })
    expect(await ordersOf(buyer)).toEqual([])
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(LINES_MAX + 1)
  })

  test('can be paid after a package is removed, and the rest in a second order', async () => {
    const buyer = await buyerOf(LINES_MAX + 1)
    await buyer.openPayment()
    await buyer.release(VIP)

    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(order).toMatchObject({ status: 'completed', total: (PRICE * LINES_MAX).toFixed(2) })
    expect((await buyer.buy(VIP)).body.total).toBe(PRICE.toFixed(2))
    await expectStockIdentities(store.testDatabase)
  })

  test('does not change a payment that was opened before the cart grew', async () => {
    const buyer = await buyerOf(LINES_MAX)
    const { body: payment } = await buyer.openPayment()
    await buyer.reserve(VIP)

    expect((await buyer.openPayment()).body.code).toBe('total_too_high')

    expect((await cardProvider(store).intent(payment.paymentId)).amount).toBe(PRICE * LINES_MAX * 100)
    expect(await ordersOf(buyer)).toEqual([{ state: 'awaiting_payment' }])
  })
})
