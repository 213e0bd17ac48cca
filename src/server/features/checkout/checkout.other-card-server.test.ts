/** `STRIPE_API_BASE`: the store pays at another server; here a second sandbox with its own database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { aBuyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { QUIET } from '#testing/card-sandbox.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'

const VIP = '48453-vacant-vip-20'

let itsDatabase: TestDatabase
let cardServer: StripeSandbox
let store: TestApp
beforeAll(async () => {
  itsDatabase = await createTestDatabase()
  cardServer = await createStripeSandbox({
    pool: itsDatabase.pool,
    webhookUrl: () => (store?.url ? `${store.url}/api/webhooks/stripe` : null),
    log: QUIET,
    now: () => store.clock.now(),
  })
  store = await createTestApp({ cardServer, listen: true })
  await store.setStock(VIP, 900)
})
afterAll(async () => {
  await store?.close()
  await cardServer?.close()
  await itsDatabase?.drop()
})

const origin = () => `http://${cardServer.host}:${cardServer.port}`

/** Confirms as a page of the store does: at the address that the store names, from the store's origin. */
async function confirm(payment: Reply['body'], card: string): Promise<Response> {
  const { body: config } = await aBuyer(store).call('GET', '/api/config')
  return fetch(`${config.payments.sandboxUrl}/v1/payment_intents/${payment.paymentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.payments.publishableKey}`, origin: 'http://store.test' },
    body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: card }),
  })
}

describe('a store with another card server', () => {
  test('tells browsers that server’s URL and key', async () => {
    const { body } = await aBuyer(store).call('GET', '/api/config')

    expect(body.payments).toEqual({ publishableKey: cardServer.publishableKey, sandboxUrl: origin() })
  })

  test('sells through it: one charge there, one order and one email here', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { body: payment } = await buyer.openPayment()

    const confirmed = await confirm(payment, 'pm_card_visa')
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(confirmed.status).toBe(200)
    expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2) })
    expect(await cardProvider(store).charges(payment.paymentId)).toMatchObject([{ amount: payment.amount * 100 }])
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    const { rows } = await itsDatabase.pool.query('select id from sandbox_stripe.payment_intents')
    expect(rows).toEqual([{ id: payment.paymentId }])
    await expectStockIdentities(store.testDatabase)
  })

  test('receives its webhooks: an order is made even if the browser never returns', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { body: payment } = await buyer.openPayment()

    await confirm(payment, 'pm_card_visa')

    const mails = async () => {
      await store.runJobs()
      return store.mailsTo(buyer.contactInfo.email)
    }
    await expect.poll(mails, { timeout: 15_000 }).toHaveLength(1)
  })

  test('lets pages call that server and no other, and serves the card form that does', async () => {
    const page = await store.app.server.inject('/')
    const frame = await store.app.server.inject('/sandbox/stripe/frame.html')
    const base = await store.app.server.inject('/sandbox/stripe/api-base.js')

    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' ${origin()};`)
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'( 'sha256-[^']+')*;/)
    expect(frame.headers['content-security-policy']).toContain(`connect-src ${origin()};`)
    expect(base.body).toContain(`export const apiBase = "${origin()}"`)
    expect((await store.app.server.inject('/sandbox/stripe/stripe.js')).statusCode).toBe(200)
  })

  test('offers no second route to it under the store’s own URL', async () => {
    const reply = await store.app.server.inject({ method: 'POST', url: '/sandbox/stripe/v1/payment_intents' })

    expect(reply.statusCode).toBe(404)
  })
})
