import { afterEach, describe, expect, it } from 'vitest'
import { toCents } from '#contract/money.ts'
import { aCardSandbox } from '#testing/card-sandbox.ts'
import { providerErrorOf as errorOf } from '#testing/provider-errors.ts'
import { createStripeGateway } from './stripe.ts'

const NEW_ORDER = { orderId: 'ord_0000000001', reference: 'LY-ABCDEFGH', amountCents: toCents(29_900), revision: 1 }

const { database, sandbox } = await aCardSandbox()
const gateway = createStripeGateway({
  ...sandbox,
  apiBase: `http://${sandbox.host}:${sandbox.port}`,
  sandboxUrl: () => '/sandbox/stripe',
})

describe('with the sandbox', () => {
  const orderOf = (number: number) => ({ ...NEW_ORDER, orderId: `ord_sandbox0${number}` })

  const ask = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.secretKey}` },
      body: new URLSearchParams(form),
    })
    return await response.json()
  }
  const confirm = (paymentId: string, card: string) =>
    ask(`/v1/payment_intents/${paymentId}/confirm`, {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'Ada Buyer',
      'payment_method_data[billing_details][email]': 'ada@example.com',
    })

  afterEach(() => ask('/v1/sandbox/control', { reset: 'true' }))

  it('makes one intent per order, however often it is asked', async () => {
    const [first, second] = await Promise.all([gateway.createIntent(orderOf(1)), gateway.createIntent(orderOf(1))])

    expect(second.paymentId).toBe(first.paymentId)
    expect(first).toMatchObject({
      state: 'waiting',
      amountCents: 29_900,
      receivedCents: 0,
      currency: 'usd',
      orderId: 'ord_sandbox01',
      revision: 1,
    })
    expect(first.clientSecret).toMatch(/^pi_.*_secret_/)
  })

  it('follows a server that moves', async () => {
    let port = 1
    const following = createStripeGateway({
      ...sandbox,
      apiBase: () => `http://${sandbox.host}:${port}`,
      sandboxUrl: () => '/sandbox/stripe',
    })

    port = sandbox.port

    expect(await following.createIntent(orderOf(12))).toMatchObject({ state: 'waiting' })
  })

  it('changes amount and revision while the intent waits, and refuses once it is paid', async () => {
    const intent = await gateway.createIntent(orderOf(2))
    const change = { orderId: 'ord_sandbox02', amountCents: toCents(50_000), revision: 2 }

    expect(await gateway.updateIntent(intent.paymentId, change)).toMatchObject({ amountCents: 50_000, revision: 2 })
    await confirm(intent.paymentId, '4242424242424242')

    const error = await errorOf(gateway.updateIntent(intent.paymentId, { ...change, revision: 3 }))
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', isRetryable: false })
    const dearer = gateway.updateIntent(intent.paymentId, { ...change, amountCents: toCents(60_000), revision: 4 })
    expect((await errorOf(dearer)).code).toBe('payment_intent_unexpected_state')
    expect(await gateway.retrieveIntent(intent.paymentId)).toMatchObject({
      state: 'succeeded',
      receivedCents: 50_000,
      billing: { name: 'Ada Buyer', email: 'ada@example.com', phone: null, card: 'Visa ending in 4242' },
    })
  })

  it('gives the reason for a decline in words for the buyer', async () => {
    const intent = await gateway.createIntent(orderOf(3))
    await confirm(intent.paymentId, '4000000000009995')

    const declined = await gateway.retrieveIntent(intent.paymentId)

    expect(declined.state).toBe('waiting')
    expect(declined.declineText).toMatch(/insufficient funds/i)
  })

  it('recognizes a 3-D Secure challenge', async () => {
    const intent = await gateway.createIntent(orderOf(4))
    await confirm(intent.paymentId, '4000002760003184')

    expect((await gateway.retrieveIntent(intent.paymentId)).state).toBe('challenged')
  })

  it('cancels once, repeats without an error, and never cancels a paid intent', async () => {
    const open = await gateway.createIntent(orderOf(5))
    const paid = await gateway.createIntent(orderOf(6))
    await confirm(paid.paymentId, '4242424242424242')

    expect((await gateway.cancelIntent(open.paymentId)).state).toBe('cancelled')
    expect((await gateway.cancelIntent(open.paymentId)).state).toBe('cancelled')
    expect((await errorOf(gateway.cancelIntent(paid.paymentId))).code).toBe('payment_intent_unexpected_state')
  })

  it('cancels an intent whose first cancel was refused because it was processing', async () => {
    const intent = await gateway.createIntent(orderOf(7))
    await ask('/v1/sandbox/control', { card_outcome: 'processing' })
    await confirm(intent.paymentId, '4242424242424242')
    expect((await errorOf(gateway.cancelIntent(intent.paymentId))).code).toBe('payment_intent_unexpected_state')

    await ask(`/v1/sandbox/payment_intents/${intent.paymentId}/release`, { outcome: 'failed' })

    expect((await gateway.cancelIntent(intent.paymentId)).state).toBe('cancelled')
  })

  it('refunds once for one refund id, even when the answer was lost or the key forgotten', async () => {
    const intent = await gateway.createIntent(orderOf(8))
    await confirm(intent.paymentId, '4242424242424242')
    const refund = { refundId: 'rfd_1', paymentId: intent.paymentId, amountCents: toCents(10_000), keyNumber: 1 }
    await ask('/v1/sandbox/control', {
      fail_next: '1',
      fail_status: '0',
      fail_when: 'after',
      fail_match: 'POST /v1/refunds',
    })

    const first = await gateway.refund(refund)
    await database.pool.query('delete from sandbox_stripe.idempotency_keys')
    const second = await gateway.refund(refund)

    expect(second).toEqual(first)
    const { rows } = await database.pool.query('select data from sandbox_stripe.refunds')
    expect(rows.map((row) => row.data.amount)).toEqual([10_000])
  })

  it('makes another refund of one refund id only once all earlier ones have failed', async () => {
    const intent = await gateway.createIntent(orderOf(10))
    await confirm(intent.paymentId, '4242424242424242')
    const refund = { refundId: 'rfd_2', paymentId: intent.paymentId, amountCents: toCents(10_000) }
    const fail = (refundId: string) =>
      database.pool.query(
        `update sandbox_stripe.refunds set data = jsonb_set(data::jsonb, '{status}', '"failed"')::json where id = $1`,
        [refundId],
      )

    const tooEarly = await errorOf(gateway.refund({ ...refund, keyNumber: 2 }))
    const first = await gateway.refund({ ...refund, keyNumber: 1 })
    const whileItStands = await gateway.refund({ ...refund, keyNumber: 2 })
    await fail(first.providerRefundId)
    const sameAgain = await errorOf(gateway.refund({ ...refund, keyNumber: 1 }))
    const second = await gateway.refund({ ...refund, keyNumber: 2 })
    const late = await gateway.refund({ ...refund, keyNumber: 1 })

    expect(tooEarly.code).toBe('earlier_refund_unknown')
    expect(whileItStands).toEqual(first)
    expect(sameAgain.code).toBe('refund_failed')
    expect(second.providerRefundId).not.toBe(first.providerRefundId)
    expect(late).toEqual(second)
    expect(await gateway.findRefunds(refund)).toEqual([
      { ...second, isFailed: false },
      { ...first, isFailed: true },
    ])
  })

  it('makes no further refund if the list of refunds cannot be read', async () => {
    const intent = await gateway.createIntent(orderOf(11))
    await confirm(intent.paymentId, '4242424242424242')
    const refund = { refundId: 'rfd_3', paymentId: intent.paymentId, amountCents: toCents(10_000) }
    await ask('/v1/sandbox/control', { fail_next: '3', fail_status: '404', fail_match: 'GET /v1/refunds' })

    await errorOf(gateway.refund({ ...refund, keyNumber: 2 }))
    await errorOf(gateway.findRefunds(refund))

    expect((await gateway.refund({ ...refund, keyNumber: 1 })).providerRefundId).toMatch(/^re_/)
  })

  it('retries after a fault of the provider', async () => {
    await ask('/v1/sandbox/control', { fail_next: '1', fail_status: '500', fail_when: 'after' })

    const intent = await gateway.createIntent(orderOf(9))

    const { rows } = await database.pool.query(
      `select id from sandbox_stripe.payment_intents where data->'metadata'->>'order_id' = 'ord_sandbox09'`,
    )
    expect(rows).toEqual([{ id: intent.paymentId }])
  })

  it('reports an unknown intent', async () => {
    expect((await errorOf(gateway.retrieveIntent('pi_unknown'))).code).toBe('resource_missing')
  })
})
