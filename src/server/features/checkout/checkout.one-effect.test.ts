import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let secondNode: TestApp
beforeAll(async () => {
  store = await createTestApp()
  secondNode = await createTestApp({ beside: store })
  await store.setStock(VIP, 900)
})
afterAll(async () => {
  await secondNode.close()
  await store.close()
})

/** Does the same 20 times at once, every second time on the other node. */
const twentyTimes = <Result>(act: (node: TestApp) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => act(index % 2 === 0 ? store : secondNode)))

const differentOf = (replies: readonly Reply[], field: string) => new Set(replies.map(({ body }) => body[field]))

async function openedPayment(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  return { buyer, payment: (await buyer.openPayment()).body }
}

/** One charge, one paid order, one email, one unit sold; nothing left to do. */
async function expectOneEffect(buyer: Buyer, paymentId: string): Promise<void> {
  await store.runJobs()
  expect(await cardProvider(store).charges(paymentId)).toHaveLength(1)
  expect(await cardProvider(store).refunds(paymentId)).toEqual([])
  expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  const { rows } = await store.testDatabase.pool.query(
    `select o.order_id, o.state, (select count(*)::int from holds h where h.order_id = o.order_id and h.state = 'sold') as sold
     from orders o where o.owner_id = (select owner_id from orders join payments using (order_id) where payment_id = $1)`,
    [paymentId],
  )
  expect(rows).toMatchObject([{ state: 'paid', sold: 1 }])
  await expectStockIdentities(store.testDatabase)
}

describe('the same pay click 20 times at once on two nodes', () => {
  test('makes one charge, one order and one email', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { total } = (await buyer.call('GET', '/api/cart')).body

    const opened = await twentyTimes((node) =>
      buyer.at(node).call('POST', '/api/create-payment-intent', { amount: total, contactInfo: buyer.contactInfo }),
    )
    const payment = opened[0]?.body
    const confirmed = await twentyTimes(() => buyer.confirm(payment))
    const recorded = await twentyTimes((node) =>
      buyer.at(node).call('POST', '/api/orders', { paymentId: payment.paymentId, status: 'completed' }),
    )

    expect(opened.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(differentOf(opened, 'paymentId').size).toBe(1)
    expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(recorded.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(differentOf(recorded, 'id').size).toBe(1)
    expect(differentOf(recorded, 'status')).toEqual(new Set(['completed']))
    await expectOneEffect(buyer, payment.paymentId)
  })
})

describe('the report of a payment', () => {
  const succeeded = async (paymentId: string) =>
    (await cardProvider(store).events(paymentId)).find(({ type }) => type === 'payment_intent.succeeded')

  test('50 times at once on two nodes has one effect', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)
    const event = await succeeded(payment.paymentId)

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => deliverWebhook(index % 2 === 0 ? store : secondNode, event)),
    )

    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(202))
    const { rows } = await store.testDatabase.pool.query('select from webhook_events where event_id = $1', [event.id])
    expect(rows).toHaveLength(1)
    await Promise.all([store.runJobs(), secondNode.runJobs()])
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('together with 20 returning browsers and the reconciler has one effect', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)
    const event = await succeeded(payment.paymentId)
    await deliverWebhook(store, event)
    store.clock.advance(seconds(21))

    await Promise.all([
      ...Array.from({ length: 20 }, () => buyer.recordOrder({ paymentId: payment.paymentId })),
      store.runJobs(),
      secondNode.runJobs(),
      store.runTimers(),
      secondNode.runTimers(),
    ])

    await expectOneEffect(buyer, payment.paymentId)
  })

  test('as all its events, repeated and in the wrong order, has one effect', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment, 'pm_card_visa_chargeDeclined')
    await buyer.confirm(payment, 'pm_card_authenticationRequired')
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    const handled = await cardProvider(store).events(payment.paymentId)
    // An endpoint that was set up by hand may send what the store did not ask for.
    const others = ['payment_intent.created', 'payment_intent.requires_action', 'charge.failed', 'charge.succeeded']
    const events = [...others.map((type) => ({ ...handled[0], id: `evt_${type}`, type })), ...handled]
    expect(new Set(handled.map(({ type }) => type))).toEqual(
      new Set(['payment_intent.payment_failed', 'payment_intent.succeeded']),
    )

    for (const event of [...events.toReversed(), ...events, ...events.toReversed()]) {
      expect((await deliverWebhook(store, event)).status).toBe(202)
      await store.runJobs()
    }

    await expectOneEffect(buyer, payment.paymentId)
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('before the browser returns lets the browser find its order paid', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)

    await deliverWebhook(store, await succeeded(payment.paymentId))
    await store.runJobs()

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body).toMatchObject({
      status: 'completed',
      reference: payment.reference,
    })
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('after the browser returned changes nothing and needs no work', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    await deliverWebhook(store, await succeeded(payment.paymentId))

    const { rows } = await store.testDatabase.pool.query('select from graphile_worker.jobs')
    expect(rows).toEqual([])
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('by webhook alone makes the order of a browser that never returns', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)

    await deliverWebhook(store, await succeeded(payment.paymentId))

    await expectOneEffect(buyer, payment.paymentId)
  })

  test('that never comes is replaced by the reconciler', async () => {
    const { buyer, payment } = await openedPayment()
    await buyer.confirm(payment)

    store.clock.advance(seconds(21))
    await store.runTimers()

    await expectOneEffect(buyer, payment.paymentId)
  })

  test('that never comes is replaced by a later check if the card was slow', async () => {
    const { buyer, payment } = await openedPayment()
    store.clock.advance(seconds(21))
    await store.runTimers()
    await buyer.confirm(payment)

    store.clock.advance(minutes(1))
    await store.runTimers()

    await expectOneEffect(buyer, payment.paymentId)
  })
})
