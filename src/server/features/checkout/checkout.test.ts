import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aBuyer } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestDatabase } from '#testing/test-database.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 500)
})
afterAll(() => store.close())

/** Resolves once this many statements of the store wait for a row that another transaction holds. */
async function waitersOf(pool: TestDatabase['pool'], count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    )
    expect(rows[0].waiting).toBe(count)
  })
}

describe('buying by card', () => {
  test('sells the held packages, makes one order and one email with what was bought', async () => {
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

  test('never opens a second payment for lines that another tab is paying', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    const { pool } = store.testDatabase
    const gate = await pool.connect()
    await gate.query('begin')
    await gate.query('select from orders where order_id = $1 for update', [payment.orderId])

    const settling = buyer.recordOrder({ paymentId: payment.paymentId })
    await waitersOf(pool, 1)
    const otherTab = buyer.openPayment(299)
    await waitersOf(pool, 2)
    await gate.query('commit')
    gate.release()

    expect((await settling).status).toBe(200)
    expect((await otherTab).body.code).toBe('cart_empty')
    await expectStockIdentities(store.testDatabase)
  })

  test('records the paid order even if another tab has since added to the cart', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    await buyer.reserve(PREMIER)

    const recorded = await buyer.recordOrder({ paymentId: payment.paymentId, total: '299.00' })

    expect(recorded.body).toMatchObject({ status: 'completed', total: '299.00' })
    expect((await buyer.call('GET', '/api/cart')).body.total).toBe(199)
  })

  test('does not ask the provider about a payment on a stranger’s word', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await store.control({
      fail_next: '50',
      fail_status: '500',
      fail_when: 'before',
      fail_match: 'GET /v1/payment_intents',
    })

    const unknown = await buyer.recordOrder({ paymentId: 'pi_madeUpByAStranger' })

    expect(unknown.status).toBe(404)
    expect(unknown.body.code).toBe('payment_unknown')
    await store.control({ reset: 'true' })
  })
})
