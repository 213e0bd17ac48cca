/** What a buyer meets who sends something wrong, and when the card provider is down, slow, absent or another one. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createStripeSandbox } from '#sandbox/stripe/server.ts'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/platform/logging.ts'
import { aBuyer, aBuyerWith, adminOf, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { QUIET } from '#testing/card-sandbox.ts'
import { TestClock } from '#testing/test-clock.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { PREMIER, VIP, withStock, withStore } from '#testing/with-store.ts'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })

const INTENT = '/api/create-payment-intent'

async function holder(): Promise<{ buyer: Buyer; total: number; line: Reply['body'] }> {
  const buyer = await aBuyerWith(store, VIP)
  const { total, lines } = await buyer.cart()
  return { buyer, total, line: lines[0] }
}

async function confirmed(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const opened = await openedPayment(store, VIP)
  await opened.buyer.confirm(opened.payment)
  return opened
}

/** Everything that a refused request must leave unchanged. */
const everything = () =>
  store.sql`select
    (select jsonb_agg(o order by order_id) from orders o) as orders,
    (select jsonb_agg(l order by order_id, revision, line_number) from order_lines l) as lines,
    (select jsonb_agg(p order by payment_id) from payments p) as payments,
    (select count(*) from refunds) as refunds,
    (select jsonb_agg(h order by hold_id) from holds h) as holds,
    (select sum(available) from packages) as stock`

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
    expect(await buyer.mails()).toHaveLength(1)
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

test('recording an order with wrong words is refused, and the payment can then be recorded correctly', async () => {
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

  expect((await buyer.report(payment)).body.status).toBe('completed')
})

test('recording an order without a payment is refused', async () => {
  const { buyer } = await holder()
  await expectRefused(buyer, '/api/orders', {}, 'order_not_found')
  await buyer.openPayment()
  await expectRefused(buyer, '/api/orders', {}, 'payment_pending')
  await expectRefused(aBuyer(store), '/api/orders', {}, 'order_not_found')
})

test('recording an order with another browser’s payment is refused, paid or not, in the same words', async () => {
  const { buyer, payment } = await confirmed()
  const thief = (await holder()).buyer
  await thief.openPayment()
  const stated = { paymentId: payment.paymentId }
  const unsettled = await expectRefused(thief, '/api/orders', stated, 'payment_mismatch')
  await buyer.recordOrder(stated)
  const settled = await expectRefused(thief, '/api/orders', stated, 'payment_mismatch')

  expect(settled.body.message).toBe(unsettled.body.message)
  expect((await thief.cart()).lines).toHaveLength(1)
})

test('recording an order with another browser’s declined payment does not reveal what the bank said', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  const stranger = (await holder()).buyer
  const reply = await expectRefused(stranger, '/api/orders', { paymentId: payment.paymentId }, 'payment_mismatch')
  expect(JSON.stringify(reply.body)).not.toContain('funds')
})

test('recording an order with a canceled payment is refused, by its ID and as the latest', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await cardProvider(store).cancel(payment.paymentId)
  const byId = await buyer.report(payment)
  const asLatest = await buyer.recordOrder()

  expect(byId).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
  expect(asLatest).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
  expect((await buyer.cart()).lines).toHaveLength(1)
})

test('recording an order with the payment of an earlier order returns that order and sells nothing more', async () => {
  const { buyer, payment } = await confirmed()
  const first = await buyer.report(payment)
  await buyer.reserve(PREMIER)
  await buyer.openPayment()
  const again = await buyer.report(payment)

  expect(again.body).toEqual(first.body)
  expect((await buyer.cart()).lines).toHaveLength(1)
  expect((await buyer.recordOrder({ paymentId: payment.paymentId, total: '1.00' })).status).toBe(409)
})

afterEach(() => store.control({ reset: 'true' }))

const fail = (match: string, how: Record<string, string>) =>
  store.control({ reset: 'true', fail_next: '3', fail_match: match, ...how })

async function expectCleanRefusal(ask: () => Promise<Reply>): Promise<void> {
  // Three calls fail and the fourth would not: a refusal means that the buyer waited for at most three tries.
  const reply = await ask()
  expect(reply).toMatchObject({ status: 503, body: { code: 'provider_unavailable', requestId: expect.any(String) } })
  expect(reply.body.message).toMatch(/try again/)
}

async function expectBuys(buyer: Buyer): Promise<void> {
  const { status, body: payment } = await buyer.openPayment()
  expect(status).toBe(200)
  expect((await cardProvider(store).intent(payment.paymentId)).amount).toBe(payment.amount * 100)
  expect((await buyer.confirm(payment)).status).toBe(200)
  expect((await buyer.report(payment)).body.status).toBe('completed')
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
  expect(await store.sql`select from orders where email = ${buyer.contactInfo.email}`).toHaveLength(1)
}

// How the gateway reads each odd answer is tested with the gateway.
describe('when the card provider', () => {
  test.each<[string, Record<string, string>]>([
    ['does not know our key', { fail_status: '401' }],
    ['answers an error as a success', { fail_status: '200' }],
    ['does the work and loses its answer', { fail_when: 'after', fail_status: '500' }],
  ])('%s while the payment is opened, the buyer is told and the next try buys', async (_what, how) => {
    const buyer = await aBuyerWith(store, VIP)
    await fail('POST /v1/payment_intents', how)
    await expectCleanRefusal(() => buyer.openPayment())
    await store.control({ reset: 'true' })
    await expectBuys(buyer)
  })

  test('drops the line while the amount changes, the next try pays the new amount', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.reserve(PREMIER)
    await fail(`POST /v1/payment_intents/${payment.paymentId}`, { fail_when: 'after', fail_status: '0' })
    await expectCleanRefusal(() => buyer.openPayment())

    await store.control({ reset: 'true' })
    await expectBuys(buyer)
  })

  test('fails while the order is recorded, the next try records it', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment)
    await fail(`GET /v1/payment_intents/${payment.paymentId}`, { fail_status: '500' })
    await expectCleanRefusal(() => buyer.report(payment))

    await store.control({ reset: 'true' })
    expect((await buyer.report(payment)).body.status).toBe('completed')
  })

  test('loses one answer, the buyer does not notice', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await fail('POST /v1/payment_intents', { fail_when: 'after', fail_status: '0', fail_next: '1' })
    await expectBuys(buyer)
  })

  test('is slow and the buyer clicks five times at once, one payment is made', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await store.control({ reset: 'true', latency_ms: '100' })
    const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.openPayment()))

    const opened = replies.filter(({ status }) => status === 200)
    expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true)
    expect(new Set(opened.map(({ body }) => body.paymentId)).size).toBe(1)
    await expectBuys(buyer)
  })
})

test('a store without card keys says that cards are not available, and still completes free orders', async () => {
  const { ctx } = store
  const app = await buildApp({
    config: ctx.config,
    clock: store.clock,
    log: createLog('silent'),
    database: store.database,
    secrets: ctx.secrets,
    connect: () => ({ ...ctx.gateways, payments: null }),
    publicUrl: () => ctx.publicUrl,
    isStarted: () => true,
    sandbox: {},
  })
  await app.server.ready()
  const buyer = aBuyer({ ...store, app })
  await buyer.reserve(VIP)
  const card = await buyer.openPayment()
  const webhook = await buyer.call('POST', '/api/webhooks/stripe', {})

  expect(card).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
  expect(card.body.message).toBe('Credit card payments are not available. Please try CashApp or contact support.')
  expect(webhook.body.code).toBe('payments_unavailable')
  expect((await buyer.call('GET', '/api/config')).body.payments).toBeNull()
  await store.sql`update prices set price_cents = 0 where lead_type = 'vacant' and tier = 'vip' and size = 20`
  expect((await buyer.openPayment()).body).toMatchObject({ amount: 0, clientSecret: null })
  expect((await buyer.recordOrder()).body.status).toBe('completed')
  await app.server.close()
})

const clock = new TestClock()
const cardServer = await createStripeSandbox({
  pool: (await aTestDatabase()).pool,
  webhookUrl: () => `${another.url}/api/webhooks/stripe`,
  log: QUIET,
  now: () => clock.now(),
})
afterAll(() => cardServer.close())
const another = withStore({ cardServer, clock, listen: true }, (opened) => opened.setStock(VIP, 900))

test('a store with another card server (`STRIPE_API_BASE`) sells through it, hears of payments by its webhooks, and lets pages call that server and no other', async () => {
  const origin = `http://${cardServer.host}:${cardServer.port}`
  const { buyer, payment } = await openedPayment(another, VIP)
  const { body: config } = await buyer.call('GET', '/api/config')
  const confirmed = await fetch(`${config.payments.sandboxUrl}/v1/payment_intents/${payment.paymentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.payments.publishableKey}`, origin: 'http://store.test' },
    body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: 'pm_card_visa' }),
  })

  expect(config.payments).toEqual({ publishableKey: cardServer.publishableKey, sandboxUrl: origin })
  expect(confirmed.status).toBe(200)
  const mails = async () => {
    await another.runJobs()
    return another.mailsTo(buyer.contactInfo.email)
  }
  await expect.poll(mails, { timeout: 15_000 }).toHaveLength(1)
  expect((await buyer.report(payment)).body.status).toBe('completed')
  expect(await cardProvider(another).charges(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
  const inject = (url: string) => another.app.server.inject(url)
  expect((await inject('/')).headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`)
  const frame = await inject('/sandbox/stripe/frame.html')
  expect(frame.headers['content-security-policy']).toContain(`connect-src ${origin};`)
  expect((await inject('/sandbox/stripe/api-base.js')).body).toContain(`export const apiBase = "${origin}"`)
  const second = await another.app.server.inject({ method: 'POST', url: '/sandbox/stripe/v1/payment_intents' })
  expect(second.statusCode).toBe(404)
})
