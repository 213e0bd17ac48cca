import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { aCardSandbox } from '#testing/card-sandbox.ts'

const CARD = { type: 'card', number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
const lab = await aCardSandbox()
const app = fastify()
await app.register(lab.sandbox.browserPlugin, { prefix: '/sandbox/stripe' })
afterAll(() => app.close())

const anIntent = () =>
  lab.stripe.paymentIntents.create({ amount: 29_900, currency: 'usd', metadata: { order: 'secret' } })

function post(path: string, fields: Record<string, string>, key = lab.sandbox.publishableKey) {
  return app.inject({
    method: 'POST',
    url: `/sandbox/stripe/v1/${path}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
}

const typedCard = (card: Partial<typeof CARD> = {}) => {
  const { type, ...fields } = { ...CARD, ...card }
  const named = Object.entries(fields).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return { 'payment_method_data[type]': type, ...Object.fromEntries(named) }
}

describe('the browser API', () => {
  test('confirms a payment with publishable key and client secret, and reveals nothing private', async () => {
    const intent = await anIntent()

    const reply = await post(`payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      'payment_method_data[billing_details][email]': 'ada@example.com',
      ...typedCard(),
    })

    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ status: 'succeeded', metadata: {}, latest_charge: null })
    const paid = await lab.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid.latest_charge).toMatchObject({ billing_details: { email: 'ada@example.com' } })
  })

  test('changes nothing for a wrong or missing client secret', async () => {
    const intent = await anIntent()
    const path = `payment_intents/${intent.id}/confirm`

    const replies = [
      await post(path, typedCard()),
      await post(path, { client_secret: `${intent.id}_secret_x`, ...typedCard() }),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400])
    expect(await lab.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_payment_method' })
  })

  test('refuses every other call, even with the secret key', async () => {
    const intent = await anIntent()
    const paths = ['payment_intents', `payment_intents/${intent.id}/cancel`, 'refunds', 'sandbox/control']

    for (const path of paths) {
      expect((await post(path, {})).statusCode).toBe(403)
      expect((await post(path, {}, lab.sandbox.secretKey)).statusCode).toBe(401)
    }
    expect((await app.inject('/sandbox/stripe/v1/events')).statusCode).toBe(401)
  })
})

test('the frames can be embedded only by the same origin, and run no inline code', async () => {
  for (const name of ['frame.html', 'challenge.html']) {
    const { headers, body } = await app.inject(`/sandbox/stripe/${name}`)

    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(body).not.toMatch(/<script>|style=|onclick/)
  }
})

describe('the SDK’s port', () => {
  const url = (path: string) => `http://${lab.sandbox.host}:${lab.sandbox.port}/v1/${path}`
  const headers = () => ({ authorization: `Bearer ${lab.sandbox.publishableKey}`, origin: 'http://store.test' })

  test('lets a page of any origin pay with the publishable key and the client secret', async () => {
    const intent = await anIntent()
    const path = `payment_intents/${intent.id}/confirm`
    const fields = { client_secret: intent.client_secret ?? '', payment_method: 'pm_card_visa' }

    const preflight = await fetch(url(path), { method: 'OPTIONS', headers: { origin: 'http://store.test' } })
    const reply = await fetch(url(path), { method: 'POST', headers: headers(), body: new URLSearchParams(fields) })

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(await reply.json()).toMatchObject({ status: 'succeeded', metadata: {}, latest_charge: null })
  })

  test('lets a page do nothing else with the publishable key', async () => {
    const intent = await anIntent()

    for (const path of ['payment_intents', `payment_intents/${intent.id}/cancel`, 'refunds', 'sandbox/control'])
      expect((await fetch(url(path), { method: 'POST', headers: headers() })).status).toBe(403)
    expect((await fetch(url(`payment_intents/${intent.id}`), { headers: headers() })).status).toBe(400)
  })
})
