import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, signWebhook } from '#testing/card-provider.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore({}, (store) => store.setStock(VIP, 900))

/** A payment that succeeded at the provider and that the store has not heard of yet. */
async function paidUnheard(): Promise<{ paymentId: string; event: Reply['body'] }> {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment)
  const { paymentId } = payment
  return { paymentId, event: await cardProvider(store).event(paymentId, 'payment_intent.succeeded') }
}

async function orderStateOf(paymentId: string): Promise<string> {
  await store.runJobs()
  return (await store.row`select o.state from orders o join payments using (order_id) where payment_id = ${paymentId}`)
    .state
}

const eventRow = (eventId: string) => store.row`select * from webhook_events where event_id = ${eventId}`

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
  test('that is forged or old is refused and changes nothing; one that is 299 seconds off is accepted', async () => {
    const { paymentId, event } = await paidUnheard()

    for (const [what, forgery] of FORGERIES) {
      const reply = await deliverWebhook(store, event, forgery(event))
      expect([what, reply.status, reply.body.code]).toEqual([what, 400, 'signature_invalid'])
    }
    expect(await eventRow(event.id)).toBeUndefined()
    expect(await orderStateOf(paymentId)).toBe('awaiting_payment')
    for (const skewSeconds of [-299, 299])
      expect((await deliverWebhook(store, event, { skewSeconds })).status).toBe(202)
    expect(await orderStateOf(paymentId)).toBe('paid')
  })

  test('that is signed but no event, of another media type or too large is refused', async () => {
    for (const body of [{ hello: 'there' }, [1, 2], null, { id: 'evt_1', type: 'x', created: 1 }])
      expect(await deliverWebhook(store, body)).toMatchObject({ status: 400, body: { message: expect.any(String) } })
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

  test('that claims success for an unpaid payment is not believed: the provider is asked', async () => {
    const { paymentId } = (await openedPayment(store, VIP)).payment
    const { event } = await paidUnheard()
    const lie = { ...event, id: 'evt_lie', data: { object: { ...event.data.object, id: paymentId } } }
    expect((await deliverWebhook(store, lie)).status).toBe(202)

    expect(await orderStateOf(paymentId)).toBe('awaiting_payment')
  })

  test('of an unused type, an inherited name or an unknown payment is stored and ignored', async () => {
    const types = ['invoice.finalized', 'constructor', 'payment_intent.succeeded']
    for (const type of types) {
      const object = { object: 'payment_intent', id: 'pi_nobody' }
      const event = { id: `evt_${type}`, type, created: nowSeconds(), data: { object } }
      expect((await deliverWebhook(store, event)).status).toBe(202)
    }
    await store.runJobs()

    for (const type of types) expect((await eventRow(`evt_${type}`)).handled_at).toBeInstanceOf(Date)
    expect(await store.sql`select from graphile_worker.jobs`).toEqual([])
  })

  test('about another shop’s payment on the same account changes nothing', async () => {
    const provider = cardProvider(store)
    const form = { amount: '5000', currency: 'usd', 'payment_method_types[]': 'card', payment_method: 'pm_card_visa' }
    const foreign = await provider.call('POST', '/v1/payment_intents', { ...form, confirm: 'true' })
    const event = await provider.event(foreign.id, 'payment_intent.succeeded')
    const before = await store.sql`select order_id, state from orders order by order_id`
    expect((await deliverWebhook(store, event)).status).toBe(202)
    await store.runJobs()

    expect((await eventRow(event.id)).handled_at).toBeInstanceOf(Date)
    expect(await store.sql`select order_id, state from orders order by order_id`).toEqual(before)
    expect(await provider.refunds(foreign.id)).toEqual([])
  })
})

test('events are deleted after 90 days in short statements, unless they are unhandled', async () => {
  const add = (name: string, ageDays: number, isHandled: boolean, count = 1) =>
    store.rows(
      `insert into webhook_events (event_id, type, subject, received_at, handled_at)
       select $1 || n, 'payment_intent.succeeded', '{}', $2::timestamptz, case when $3 then $2::timestamptz end
       from generate_series(1, $4::int) n`,
      [`evt_${name}`, new Date(store.clock.now().getTime() - days(ageDays)), isHandled, count],
    )
  const idle = await statementsOfForgetting(store)
  await add('kept_old', 91, true, 2_500)
  await add('kept_young', 89, true)
  await add('kept_unhandled', 400, false)

  expect((await statementsOfForgetting(store)) - idle).toBe(2)
  const rows = await store.sql`select event_id from webhook_events where event_id like 'evt_kept%' order by event_id`
  expect(rows).toEqual([{ event_id: 'evt_kept_unhandled1' }, { event_id: 'evt_kept_young1' }])
})
