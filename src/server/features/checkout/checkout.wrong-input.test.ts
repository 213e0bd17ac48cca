import { describe, expect, test } from 'vitest'
import { aBuyer, adminOf, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })

const INTENT = '/api/create-payment-intent'

async function holder(): Promise<{ buyer: Buyer; total: number; line: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const { total, lines } = (await buyer.call('GET', '/api/cart')).body
  return { buyer, total, line: lines[0] }
}

async function confirmed(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const opened = await openedPayment(store, VIP)
  await opened.buyer.confirm(opened.payment)
  return opened
}

/** Everything that a refused request must leave unchanged. */
async function everything(): Promise<unknown> {
  const rows = await store.rows(`select
    (select jsonb_agg(o order by order_id) from orders o) as orders,
    (select jsonb_agg(l order by order_id, revision, line_number) from order_lines l) as lines,
    (select jsonb_agg(p order by payment_id) from payments p) as payments,
    (select count(*) from refunds) as refunds,
    (select jsonb_agg(h order by hold_id) from holds h) as holds,
    (select sum(available) from packages) as stock`)
  return rows
}

/** Sends a request that must be refused, in the form of every refusal and without any effect. */
async function expectRefused(buyer: Buyer, url: string, body: unknown, code: string): Promise<Reply> {
  const before = await everything()
  const reply = await buyer.call('POST', url, body)
  expect(reply.body).toMatchObject({ code, message: expect.any(String), requestId: expect.any(String) })
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
  expect(await everything()).toEqual(before)
  return reply
}

describe('opening a payment', () => {
  test('with another amount or other lines than the cart’s is refused with the true total', async () => {
    const { buyer, total, line } = await holder()
    const amounts = [1, 9_999, 0, -5, 298.999, 1e21].map((amount) => ({ amount }))
    const lines = [
      [{ ...line, price: 0.5 }],
      [{ ...line, county: 'Harris' }],
      [{ ...line, size: 100 }],
      [line, line],
      [],
    ].map((cartItems) => ({ amount: total, cartItems }))

    for (const stated of [...amounts, ...lines]) {
      const { body } = await expectRefused(buyer, INTENT, stated, 'amount_changed')
      expect(body.details).toEqual({ total: total.toFixed(2) })
    }
  })

  test('with the lines the browser shows works, whatever else they say', async () => {
    const { buyer, total, line } = await holder()
    const shown = { ...line, leadType: line.leadTypeName, price: String(line.price), size: String(line.size) }
    const reply = await buyer.call('POST', INTENT, {
      amount: total,
      cartItems: [{ ...shown, userId: 7, status: 'paid' }],
    })

    expect(reply.status).toBe(200)
    expect((await cardProvider(store).intent(reply.body.paymentId)).amount).toBe(total * 100)
  })

  test('with an amount that is no number, or an address that is none, is refused before any code runs', async () => {
    const { buyer, total } = await holder()
    for (const body of [{ amount: '299' }, {}, null, []]) await expectRefused(buyer, INTENT, body, 'bad_request')
    for (const email of ['bea', 'bea@example', 'bea@example.com\r\nBcc: eve@example.com', 'Bea<bea@example.com>'])
      await expectRefused(buyer, INTENT, { amount: total, contactInfo: { fullName: 'Bea', email } }, 'bad_request')
  })

  test('without a contact opens it, and a contact that comes later is saved', async () => {
    const { buyer, total } = await holder()
    expect((await buyer.call('POST', INTENT, { amount: total })).status).toBe(200)
    const { body: payment } = await buyer.openPayment()
    await buyer.call('POST', INTENT, { amount: total, contactInfo: { fullName: '' } })
    await buyer.pay(payment)
    await store.runJobs()

    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('of an empty cart is refused, with and without a cart cookie', async () => {
    await expectRefused(aBuyer(store), INTENT, { amount: 0 }, 'cart_empty')
    const { buyer } = await holder()
    await buyer.release(VIP)
    await expectRefused(buyer, INTENT, { amount: 0 }, 'cart_empty')
  })

  test('at a price that has since changed is refused with the new total, and works once agreed', async () => {
    const { buyer, total } = await holder()
    const admin = adminOf(store)
    const price = { leadType: 'vacant', tier: 'vip', size: 20 }
    await admin.call('PUT', '/api/admin/pricing', { ...price, basePrice: total + 1 })
    const { body } = await expectRefused(buyer, INTENT, { amount: total }, 'amount_changed')

    expect(body.details).toEqual({ total: (total + 1).toFixed(2) })
    expect(body.message).toContain(`$${(total + 1).toFixed(2)}`)
    expect((await buyer.openPayment(total + 1)).status).toBe(200)
    await admin.call('PUT', '/api/admin/pricing', { ...price, basePrice: total })
  })
})

describe('recording an order', () => {
  test('with wrong words is refused, and the payment can then be recorded correctly', async () => {
    const { buyer, payment } = await confirmed()
    const wrong: [stated: object, code: string][] = [
      [{ total: '1.00' }, 'order_mismatch'],
      [{ total: 'free' }, 'order_mismatch'],
      [{ cartItems: [] }, 'order_mismatch'],
      [{ status: 'processed' }, 'bad_request'],
      [{ userId: 2 }, 'bad_request'],
      [{ paymentMethod: 'cash_app' }, 'bad_request'],
      [{ contactInfo: { fullName: 'Bea', email: 'bea' } }, 'bad_request'],
      [{ paymentId: '../refunds' }, 'bad_request'],
      [{ paymentId: 'pi_unknown' }, 'payment_unknown'],
    ]

    for (const [stated, code] of wrong)
      await expectRefused(buyer, '/api/orders', { paymentId: payment.paymentId, status: 'completed', ...stated }, code)

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('without a payment is refused', async () => {
    const { buyer } = await holder()
    await expectRefused(buyer, '/api/orders', {}, 'order_not_found')
    await buyer.openPayment()
    await expectRefused(buyer, '/api/orders', {}, 'payment_pending')
    await expectRefused(aBuyer(store), '/api/orders', {}, 'order_not_found')
  })

  test('with another browser’s payment is refused, paid or not, in the same words', async () => {
    const { buyer, payment } = await confirmed()
    const thief = (await holder()).buyer
    await thief.openPayment()
    const stated = { paymentId: payment.paymentId }
    const unsettled = await expectRefused(thief, '/api/orders', stated, 'payment_mismatch')
    await buyer.recordOrder(stated)
    const settled = await expectRefused(thief, '/api/orders', stated, 'payment_mismatch')

    expect(settled.body.message).toBe(unsettled.body.message)
    expect((await thief.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  })

  test('with another browser’s declined payment does not reveal what the bank said', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment, 'pm_card_visa_chargeDeclinedInsufficientFunds')
    const stranger = (await holder()).buyer
    const reply = await expectRefused(stranger, '/api/orders', { paymentId: payment.paymentId }, 'payment_mismatch')
    expect(JSON.stringify(reply.body)).not.toContain('funds')
  })

  test('with a canceled payment is refused, by its ID and as the latest', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await cardProvider(store).cancel(payment.paymentId)
    const byId = await buyer.recordOrder({ paymentId: payment.paymentId })
    const asLatest = await buyer.recordOrder()

    expect(byId).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    expect(asLatest).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  })

  test('with the payment of an earlier order returns that order and sells nothing more', async () => {
    const { buyer, payment } = await confirmed()
    const first = await buyer.recordOrder({ paymentId: payment.paymentId })
    await buyer.reserve(PREMIER)
    await buyer.openPayment()
    const again = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(again.body).toEqual(first.body)
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
    expect((await buyer.recordOrder({ paymentId: payment.paymentId, total: '1.00' })).status).toBe(409)
  })
})
