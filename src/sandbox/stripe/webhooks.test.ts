import http from 'node:http'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, QUIET } from '#testing/card-sandbox.ts'
import { listen } from '#testing/listen.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createStripeSandbox, type StripeSandbox } from './server.ts'

/** Far longer than it takes, because a busy machine is no failure. */
const SOON = { timeout: 15_000 }
const PAID_ONLY = { webhookEvents: ['payment_intent.succeeded'] }
let database: TestDatabase
let endpoint: Awaited<ReturnType<typeof listen>>
let sandboxes: StripeSandbox[]
/** What the endpoint got: raw body, signature, and when. */
let received: { body: string; signature: string; at: number }[]
/** What the endpoint answers next; 200 if this is empty. */
let answers: number[]

beforeEach(async () => {
  database = await createTestDatabase()
  sandboxes = []
  received = []
  answers = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const signature = String(request.headers['stripe-signature'])
    received.push({ body: Buffer.concat(chunks).toString(), signature, at: performance.now() })
    response.writeHead(answers.shift() ?? 200).end()
  })
  endpoint = await listen(server)
})

afterEach(async () => {
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
  await endpoint.close()
  await database.drop()
})

async function aSandbox(options: { webhookEvents?: readonly string[] } = {}) {
  const webhookUrl = () => `${endpoint.url}/hook`
  const sandbox = await createStripeSandbox({ pool: database.pool, webhookUrl, log: QUIET, ...options })
  sandboxes.push(sandbox)
  return { sandbox, stripe: connect(sandbox) }
}

const pay = (stripe: Stripe) =>
  stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })

const control = (stripe: Stripe, fields: Record<string, string | number | boolean>) =>
  stripe.rawRequest('POST', '/v1/sandbox/control', fields)

const eventOf = ({ body }: { body: string }): Stripe.Event => JSON.parse(body)
const typesReceived = () => received.map((message) => eventOf(message).type)
const idsReceived = () => received.map((message) => eventOf(message).id)

test('events arrive once, signed so that the SDK accepts them', async () => {
  const { sandbox, stripe } = await aSandbox()

  await pay(stripe)
  await vi.waitFor(() => expect(received).toHaveLength(3), SOON)

  expect(typesReceived().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'])
  for (const { body, signature } of received) {
    expect(stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret)).toMatchObject({ object: 'event' })
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, sandbox.webhookSecret)).toThrow()
  }
  await vi.waitFor(async () => {
    expect(await stripe.rawRequest('GET', '/v1/sandbox/control')).toMatchObject({ webhooks: { waiting: 0, ended: 3 } })
  }, SOON)
})

test('delivers an event again if it was not accepted', async () => {
  const { stripe } = await aSandbox(PAID_ONLY)
  answers = [500, 400]

  await pay(stripe)
  await vi.waitFor(() => expect(received).toHaveLength(3), SOON)

  expect(new Set(idsReceived()).size).toBe(1)
})

test('duplicates, reorders, holds and loses events on demand, and can resend one', async () => {
  const { stripe } = await aSandbox(PAID_ONLY)

  await control(stripe, { webhook_copies: 3, webhook_disorder_ms: 50 })
  await pay(stripe)
  await vi.waitFor(() => expect(received).toHaveLength(3), SOON)
  expect(new Set(idsReceived()).size).toBe(1)

  await control(stripe, { reset: true, webhook_mode: 'hold' })
  await pay(stripe)
  expect(await stripe.rawRequest('GET', '/v1/sandbox/control')).toMatchObject({ webhooks: { held: 1 } })
  await control(stripe, { webhook_mode: 'deliver' })
  await vi.waitFor(() => expect(received).toHaveLength(4), SOON)

  await control(stripe, { webhook_mode: 'lose' })
  await pay(stripe)
  const [lost] = (await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })).data
  expect(idsReceived()).not.toContain(lost?.id)
  await stripe.rawRequest('POST', `/v1/sandbox/events/${lost?.id}/resend`)
  await vi.waitFor(() => expect(idsReceived()).toContain(lost?.id), SOON)
})

test('two nodes deliver each event once between them', async () => {
  const nodes = await Promise.all([aSandbox(PAID_ONLY), aSandbox(PAID_ONLY)])
  await control(nodes[0].stripe, { webhook_mode: 'hold' })
  await Promise.all(Array.from({ length: 10 }, () => pay(nodes[0].stripe)))

  await Promise.all(nodes.map(({ stripe }) => control(stripe, { webhook_mode: 'deliver' })))
  await vi.waitFor(() => expect(received).toHaveLength(10), SOON)

  await vi.waitFor(async () => {
    expect(await control(nodes[0].stripe, {})).toMatchObject({ webhooks: { waiting: 0, ended: 10 } })
  }, SOON)
  expect(new Set(idsReceived()).size).toBe(10)
})
