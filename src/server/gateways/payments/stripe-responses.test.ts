import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCents } from '#contract/money.ts'
import { listen } from '#testing/listen.ts'
import { providerErrorOf as errorOf } from '#testing/provider-errors.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createStripeGateway } from './stripe.ts'

const NEW_ORDER = { orderId: 'ord_0000000001', reference: 'LY-ABCDEFGH', amountCents: toCents(29_900), revision: 1 }

describe('with a server that answers oddly', () => {
  let server: Awaited<ReturnType<typeof listen>>
  let gateway: PaymentGateway
  let requests: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = []
  let answers: { status?: number; body: unknown }[] = []

  const gatewayTo = (options: { apiBase?: string } = {}) => {
    const keys = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_test' }
    return createStripeGateway({ ...keys, apiBase: server.url, sandboxUrl: () => null, ...options })
  }
  const given = (...list: typeof answers) => {
    answers = list
    requests = []
  }
  const plain = { id: 'pi_1', status: 'requires_payment_method', amount: 29_900, client_secret: 'pi_1_secret_x' }

  beforeAll(async () => {
    const answering = http.createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      requests.push({ url: request.url ?? '', headers: request.headers, body })
      const { status = 200, body: answer } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: null }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
    server = await listen(answering)
    gateway = gatewayTo()
  })
  afterAll(() => server.close())

  it('sends only what is needed, with a stable key and no telemetry', async () => {
    given({ body: plain })

    await gateway.createIntent(NEW_ORDER)
    await gateway.updateIntent('pi_1', { orderId: NEW_ORDER.orderId, amountCents: toCents(700), revision: 2 })

    expect(requests.map(({ body }) => [...new URLSearchParams(body).keys()])).toEqual([
      [
        ...['amount', 'currency', 'payment_method_types[0]', 'metadata[order_id]', 'metadata[revision]'],
        'metadata[reference]',
      ],
      ['amount', 'metadata[order_id]', 'metadata[revision]'],
    ])
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'pi-create:ord_0000000001:1',
      'pi-update:ord_0000000001:2:700',
    ])
    expect(requests.some(({ headers }) => 'x-stripe-client-telemetry' in headers)).toBe(false)
  })

  it('accepts an amount as text, a charge as an object, and missing metadata', async () => {
    const charge = { id: 'ch_1', billing_details: { name: 'Ada', email: 'ada@example.com' }, amount_refunded: 900 }
    given({ body: { ...plain, amount: '29900', amount_received: '29900', status: 'succeeded', latest_charge: charge } })

    expect(await gateway.retrieveIntent('pi_1')).toEqual({
      ...{ paymentId: 'pi_1', state: 'succeeded', currency: 'usd', clientSecret: 'pi_1_secret_x', hasCharge: true },
      ...{ amountCents: 29_900, receivedCents: 29_900, refundedCents: 900 },
      ...{ createdAt: null, orderId: null, revision: null, declineText: null, declineId: null },
      billing: { name: 'Ada', email: 'ada@example.com', phone: null, card: null },
    })
  })

  const failure = { code: 'card_declined', decline_code: 'insufficient_funds' }
  it.each([
    ['its id', 'ch_1', 'ch_1'],
    ['an object', { id: 'ch_1' }, 'ch_1'],
    ['nothing', undefined, null],
  ])('reads the charge of a decline as %s', async (_name, charge, declineId) => {
    given({ body: { ...plain, last_payment_error: { ...failure, charge } } })

    expect(await gateway.retrieveIntent('pi_1')).toMatchObject({
      declineText: 'Your card has insufficient funds.',
      declineId,
      hasCharge: declineId !== null,
    })
  })

  it('lists the declined cards of a payment, and leaves out what it cannot read', async () => {
    const charge = { id: 'ch_1', status: 'failed', created: 1_700_000_000, failure_code: 'expired_card', outcome: null }
    given({
      body: { data: [{ ...charge, id: 'ch_2', status: 'succeeded' }, { id: 'ch_3', status: 'failed' }, 7, charge] },
    })

    expect(await gateway.listDeclines('pi_1')).toEqual([
      { declineId: 'ch_1', text: 'Your card has expired.', declinedAt: new Date(1_700_000_000_000) },
    ])
  })

  it('asks again without expansion if that is refused', async () => {
    const refusal = { error: { type: 'invalid_request_error', message: 'Received unknown parameter: expand' } }
    given({ status: 400, body: refusal }, { body: { ...plain, latest_charge: 'ch_1' } })

    expect((await gateway.retrieveIntent('pi_1')).paymentId).toBe('pi_1')
    expect(requests[1]?.url).toBe('/v1/payment_intents/pi_1')
  })

  const nonsense: [string, unknown][] = [
    ['a new intent without client_secret', { ...plain, client_secret: undefined }],
    ['no amount', { ...plain, amount: undefined }],
    ['an amount that is no number', { ...plain, amount: '12.5' }],
    ['an unknown status', { ...plain, status: 'dreaming' }],
    ['an empty object', {}],
    ['a list', []],
    ['null', 'null'],
    ['a number', '42'],
    ['an error that is no object', { error: true }],
  ]
  it.each(nonsense)('turns %s into a clean error', async (_name, body) => {
    given({ body })

    const error = await errorOf(gateway.createIntent(NEW_ORDER))

    expect(error).toMatchObject({ code: 'unexpected_answer', isRetryable: false })
  })

  it('treats a proxy’s error page and a failure without an error object as temporary', async () => {
    given({ status: 502, body: '<html>Bad Gateway</html>' })
    expect((await errorOf(gateway.retrieveIntent('pi_1'))).isRetryable).toBe(true)

    given({ status: 503, body: { oops: true } })
    expect((await errorOf(gateway.retrieveIntent('pi_1'))).isRetryable).toBe(true)
  })

  it('backs off when told to slow down, with the same key', async () => {
    const slow = {
      status: 429,
      body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow' } },
    }
    given(slow, slow, { body: plain })

    await gateway.createIntent(NEW_ORDER)

    expect(new Set(requests.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set(['pi-create:ord_0000000001:1']),
    )
    expect(requests).toHaveLength(3)
  })

  it('reports a wrong key as permanent', async () => {
    given({ status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } })

    expect(await errorOf(gateway.retrieveIntent('pi_1'))).toMatchObject({
      code: 'authentication_failed',
      isRetryable: false,
    })
  })

  it('reports a server that is gone as temporary', async () => {
    const error = await errorOf(gatewayTo({ apiBase: 'http://127.0.0.1:1' }).retrieveIntent('pi_1'))

    expect(error).toMatchObject({ code: 'connection_failed', isRetryable: true })
  })

  it('refuses a base address with a path, which the SDK would silently drop', () => {
    expect(() => gatewayTo({ apiBase: 'http://127.0.0.1:1/stripe' })).toThrow(/STRIPE_API_BASE/)
    expect(() => gatewayTo({ apiBase: 'http://[::1]:8420/v1/' })).not.toThrow()
  })
})
