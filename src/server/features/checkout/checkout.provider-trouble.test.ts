import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/platform/logging.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
})
afterEach(() => store.control({ reset: 'true' }))
afterAll(() => store.close())

const fail = (match: string, how: Record<string, string>) =>
  store.control({ reset: 'true', fail_next: '3', fail_match: match, ...how })

async function holder(): Promise<Buyer> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  return buyer
}

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
  expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
  const { rows } = await store.testDatabase.pool.query('select from orders where email = $1', [buyer.contactInfo.email])
  expect(rows).toHaveLength(1)
  await expectStockIdentities(store.testDatabase)
}

const TROUBLES: readonly [what: string, how: Record<string, string>][] = [
  ['fails', { fail_status: '500' }],
  ['refuses', { fail_status: '402' }],
  ['does not know our key', { fail_status: '401' }],
  ['drops the line', { fail_status: '0' }],
  ['answers an error as a success', { fail_status: '200' }],
  ['does the work and loses its answer', { fail_when: 'after', fail_status: '500' }],
  ['does the work and drops the line', { fail_when: 'after', fail_status: '0' }],
]

describe('when the card provider', () => {
  test.each(TROUBLES)('%s while the payment is opened, the buyer is told and the next try buys', async (...row) => {
    const buyer = await holder()
    await fail('POST /v1/payment_intents', row[1])

    await expectCleanRefusal(() => buyer.openPayment())

    await store.control({ reset: 'true' })
    await expectBuys(buyer)
  })

  test.each(TROUBLES)('%s while the amount changes, the next try pays the new amount', async (...row) => {
    const buyer = await holder()
    const { body: payment } = await buyer.openPayment()
    await buyer.reserve(PREMIER)
    await fail(`POST /v1/payment_intents/${payment.paymentId}`, row[1])

    await expectCleanRefusal(() => buyer.openPayment())

    await store.control({ reset: 'true' })
    await expectBuys(buyer)
  })

  test.each(TROUBLES)('%s while the order is recorded, the next try records it', async (...row) => {
    const buyer = await holder()
    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    await fail(`GET /v1/payment_intents/${payment.paymentId}`, row[1])

    await expectCleanRefusal(() => buyer.recordOrder({ paymentId: payment.paymentId }))

    await store.control({ reset: 'true' })
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
    await expectStockIdentities(store.testDatabase)
  })

  test.each(TROUBLES.slice(0, 1).concat(TROUBLES.slice(5)))('%s once, the buyer does not notice', async (...row) => {
    const buyer = await holder()
    await fail('POST /v1/payment_intents', { ...row[1], fail_next: '1' })

    await expectBuys(buyer)
  })

  test('is slow, everything still works', async () => {
    const buyer = await holder()
    await store.control({ reset: 'true', latency_ms: '400' })

    await expectBuys(buyer)
  })

  test('is slow and the buyer clicks five times at once, one payment is made', async () => {
    const buyer = await holder()
    await store.control({ reset: 'true', latency_ms: '300' })

    const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.openPayment()))

    const opened = replies.filter(({ status }) => status === 200)
    expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true)
    expect(new Set(opened.map(({ body }) => body.paymentId)).size).toBe(1)
    await store.control({ reset: 'true' })
    await expectBuys(buyer)
  })
})

describe('a store without card keys', () => {
  test('says that cards are not available, and still completes free orders', async () => {
    const { ctx } = store
    const app = await buildApp({
      config: ctx.config,
      clock: store.clock,
      log: createLog('silent'),
      database: store.database,
      secrets: ctx.secrets,
      gateways: { ...ctx.gateways, payments: null },
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
    await store.testDatabase.pool.query(
      `update prices set price_cents = 0 where lead_type = 'vacant' and tier = 'vip' and size = 20`,
    )
    expect((await buyer.openPayment()).body).toMatchObject({ amount: 0, clientSecret: null })
    expect((await buyer.recordOrder()).body.status).toBe('completed')
    await app.server.close()
  })
})
