/** What a buyer meets when the card provider is down, slow, absent or another one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/platform/logging.ts'
import { aBuyer, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { QUIET } from '#testing/card-sandbox.ts'
import { aBuyerWith } from '#testing/cash-app.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })
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
  expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
  expect(await store.rows('select from orders where email = $1', [buyer.contactInfo.email])).toHaveLength(1)
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
    await expectCleanRefusal(() => buyer.recordOrder({ paymentId: payment.paymentId }))

    await store.control({ reset: 'true' })
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
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
  await store.rows(`update prices set price_cents = 0 where lead_type = 'vacant' and tier = 'vip' and size = 20`)
  expect((await buyer.openPayment()).body).toMatchObject({ amount: 0, clientSecret: null })
  expect((await buyer.recordOrder()).body.status).toBe('completed')
  await app.server.close()
})

describe('a store with another card server (`STRIPE_API_BASE`)', () => {
  let itsDatabase: TestDatabase
  let cardServer: StripeSandbox
  let another: TestApp
  beforeAll(async () => {
    itsDatabase = await createTestDatabase()
    cardServer = await createStripeSandbox({
      pool: itsDatabase.pool,
      webhookUrl: () => (another?.url ? `${another.url}/api/webhooks/stripe` : null),
      log: QUIET,
      now: () => another.clock.now(),
    })
    another = await createTestApp({ cardServer, listen: true })
    await another.setStock(VIP, 900)
  })
  afterAll(async () => {
    await another?.close()
    await cardServer?.close()
    await itsDatabase?.drop()
  })

  test('sells through it, hears of payments by its webhooks, and lets pages call that server and no other', async () => {
    const origin = `http://${cardServer.host}:${cardServer.port}`
    const buyer = await aBuyerWith(another, VIP)
    const { body: payment } = await buyer.openPayment()
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
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
    expect(await cardProvider(another).charges(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
    const inject = (url: string) => another.app.server.inject(url)
    expect((await inject('/')).headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`)
    const frame = await inject('/sandbox/stripe/frame.html')
    expect(frame.headers['content-security-policy']).toContain(`connect-src ${origin};`)
    expect((await inject('/sandbox/stripe/api-base.js')).body).toContain(`export const apiBase = "${origin}"`)
    const second = await another.app.server.inject({ method: 'POST', url: '/sandbox/stripe/v1/payment_intents' })
    expect(second.statusCode).toBe(404)
  })
})
