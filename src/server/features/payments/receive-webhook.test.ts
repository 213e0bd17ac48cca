import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, signWebhook } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

/** A payment that succeeded at the provider and that the store has not heard of yet. */
async function paidUnheard(): Promise<{ paymentId: string; event: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const payment = (await buyer.openPayment()).body
  await buyer.confirm(payment)
  const events = await cardProvider(store).events(payment.paymentId)
  return { paymentId: payment.paymentId, event: events.find(({ type }) => type === 'payment_intent.succeeded') }
}

async function orderStateOf(paymentId: string): Promise<string> {
  await store.runJobs()
  const { rows } = await store.testDatabase.pool.query(
    'select o.state from orders o join payments using (order_id) where payment_id = $1',
    [paymentId],
  )
  return rows[0].state
}

const eventRow = async (eventId: string) =>
  (await store.testDatabase.pool.query('select * from webhook_events where event_id = $1', [eventId])).rows[0]

const nowSeconds = () => Math.floor(store.clock.now().getTime() / 1_000)

type Forgery = (event: Reply['body']) => Parameters<typeof deliverWebhook>[2]

const FORGERIES: readonly [what: string, forgery: Forgery][] = [
  ['unsigned', () => ({ signature: null })],
  ['signed with an empty header', () => ({ signature: '' })],
  ['signed with another secret', () => ({ secret: 'whsec_somebody_else' })],
  ['edited after it was signed', (event) => ({ editedBody: JSON.stringify(event).replace('"amount":', '"amount":1') })],
  ['older than 300 seconds', () => ({ skewSeconds: -302 })],
  ['signed more than 300 seconds ahead', () => ({ skewSeconds: 302 })],
  [
    'signed for two moments at once',
    (event) => {
      const signed = signWebhook(store.stripe.webhookSecret, JSON.stringify(event), nowSeconds())
      return { signature: `t=${nowSeconds() + 9_999},${signed}` }
    },
  ],
  ['signed without a moment', () => ({ signature: 'v1=00' })],
]

describe('a webhook', () => {
  test.each(FORGERIES)('that is %s is refused and changes nothing', async (...row) => {
    const [, forgery] = row
    const { paymentId, event } = await paidUnheard()

    const reply = await deliverWebhook(store, event, forgery(event))

    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'signature_invalid', requestId: expect.any(String) })
    expect(await eventRow(event.id)).toBeUndefined()
    expect(await orderStateOf(paymentId)).toBe('awaiting_payment')
  })

  test.each([-299, 299])('%d seconds off is accepted', async (skewSeconds) => {
    const { paymentId, event } = await paidUnheard()

    expect((await deliverWebhook(store, event, { skewSeconds })).status).toBe(202)

    expect(await orderStateOf(paymentId)).toBe('paid')
  })

  test('that claims success for an unpaid payment is not believed: the provider is asked', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { paymentId } = (await buyer.openPayment()).body
    const { event } = await paidUnheard()
    const lie = { ...event, id: 'evt_lie', data: { object: { ...event.data.object, id: paymentId } } }

    expect((await deliverWebhook(store, lie)).status).toBe(202)

    expect(await orderStateOf(paymentId)).toBe('awaiting_payment')
  })

  test('of an unused type is stored and ignored', async () => {
    const event = {
      id: 'evt_other',
      type: 'invoice.finalized',
      created: nowSeconds(),
      data: { object: { id: 'in_1' } },
    }

    expect((await deliverWebhook(store, event)).status).toBe(202)

    expect((await eventRow('evt_other')).handled_at).toBeInstanceOf(Date)
    expect((await store.testDatabase.pool.query('select from graphile_worker.jobs')).rows).toEqual([])
  })

  test('whose type is the name of an object property is stored and ignored', async () => {
    const object = { object: 'payment_intent', id: 'pi_any' }
    const event = { id: 'evt_inherited', type: 'constructor', created: nowSeconds(), data: { object } }

    expect((await deliverWebhook(store, event)).status).toBe(202)

    expect((await eventRow('evt_inherited')).handled_at).toBeInstanceOf(Date)
  })

  test('that a newer node stored for a job unknown here is left alone, not retried forever', async () => {
    await store.testDatabase.pool.query(
      `insert into webhook_events (event_id, type, subject, received_at) values ('evt_newer', 'payout.paid', '{"paymentId":"pi_any"}', $1)`,
      [store.clock.now()],
    )

    await store.runJobs()

    expect((await eventRow('evt_newer')).handled_at).toBeInstanceOf(Date)
  })

  test('about another shop’s payment on the same account changes nothing', async () => {
    const provider = cardProvider(store)
    const form = { amount: '5000', currency: 'usd', 'payment_method_types[]': 'card', payment_method: 'pm_card_visa' }
    const foreign = await provider.call('POST', '/v1/payment_intents', { ...form, confirm: 'true' })
    const [event] = (await provider.events(foreign.id)).filter(({ type }) => type === 'payment_intent.succeeded')
    const before = await store.testDatabase.pool.query('select order_id, state from orders order by order_id')

    expect((await deliverWebhook(store, event)).status).toBe(202)
    await store.runJobs()

    expect((await eventRow(event.id)).handled_at).toBeInstanceOf(Date)
    expect((await store.testDatabase.pool.query('select order_id, state from orders order by order_id')).rows).toEqual(
      before.rows,
    )
    expect(await provider.refunds(foreign.id)).toEqual([])
    await expectStockIdentities(store.testDatabase)
  })

  test('about a payment that the provider does not know is ignored', async () => {
    const object = { object: 'payment_intent', id: 'pi_nobody' }
    const event = { id: 'evt_nobody', type: 'payment_intent.succeeded', created: nowSeconds(), data: { object } }

    expect((await deliverWebhook(store, event)).status).toBe(202)
    await store.runJobs()

    expect((await eventRow('evt_nobody')).handled_at).toBeInstanceOf(Date)
  })

  test.each([
    ['no event', { hello: 'there' }],
    ['a list', [1, 2]],
    ['null', null],
    ['an event without an object', { id: 'evt_1', type: 'x', created: 1 }],
  ])('that is signed but %s is refused as a bad request', async (...row) => {
    const [, body] = row

    const reply = await deliverWebhook(store, body)

    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ message: expect.any(String), requestId: expect.any(String) })
  })

  test('with another media type, or too large, is refused', async () => {
    const post = (type: string, payload: string) =>
      store.app.server.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        headers: { 'content-type': type },
        payload,
      })

    expect((await post('text/plain', '{}')).statusCode).toBe(415)
    expect((await post('application/json', 'x'.repeat(300 * 1024))).statusCode).toBe(413)
  })
})
