/** A payment has one effect, however often and by whom it is made and reported. */
import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '#server/platform/clock.ts'
import { type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { aBuyerWith } from '#testing/cash-app.ts'
import type { TestApp } from '#testing/test-app.ts'
import { withStock, withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const TIMES = 8

const store = withStock({ [VIP]: 900 })
const secondNode = withStore({ beside: store })

/** Does the same several times at once, every second time on the other node. */
const manyTimes = <Result>(act: (node: TestApp) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: TIMES }, (_, index) => act(index % 2 === 0 ? store : secondNode)))

const differentOf = (replies: readonly Reply[], field: string) => new Set(replies.map(({ body }) => body[field]))

async function paidAtProvider(): Promise<{ buyer: Buyer; payment: Reply['body']; event: Reply['body'] }> {
  const buyer = await aBuyerWith(store, VIP)
  const payment = (await buyer.openPayment()).body
  await buyer.confirm(payment)
  const event = await cardProvider(store).event(payment.paymentId, 'payment_intent.succeeded')
  return { buyer, payment, event }
}

/** One charge, one paid order, one email, one unit sold; nothing left to do. */
async function expectOneEffect(buyer: Buyer, paymentId: string): Promise<void> {
  await store.runJobs()
  expect(await cardProvider(store).charges(paymentId)).toHaveLength(1)
  expect(await cardProvider(store).refunds(paymentId)).toEqual([])
  expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  expect(
    await store.rows(
      `select o.order_id, o.state, (select count(*)::int from holds h where h.order_id = o.order_id and h.state = 'sold') as sold
     from orders o where o.owner_id = (select owner_id from orders join payments using (order_id) where payment_id = $1)`,
      [paymentId],
    ),
  ).toMatchObject([{ state: 'paid', sold: 1 }])
}

test('the same pay click several times at once on two nodes makes one charge, one order and one email', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  const opened = await manyTimes((node) =>
    buyer.at(node).call('POST', '/api/create-payment-intent', { amount: total, contactInfo: buyer.contactInfo }),
  )
  const payment = opened[0]?.body
  const confirmed = await manyTimes(() => buyer.confirm(payment))
  const recorded = await manyTimes((node) =>
    buyer.at(node).call('POST', '/api/orders', { paymentId: payment.paymentId, status: 'completed' }),
  )

  expect(opened.map(({ status }) => status)).toEqual(Array(TIMES).fill(200))
  expect(differentOf(opened, 'paymentId').size).toBe(1)
  expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(recorded.map(({ status }) => status)).toEqual(Array(TIMES).fill(200))
  expect(differentOf(recorded, 'id').size).toBe(1)
  expect(differentOf(recorded, 'status')).toEqual(new Set(['completed']))
  await expectOneEffect(buyer, payment.paymentId)
})

describe('the report of a payment', () => {
  test('many times at once, by webhooks, returning browsers, jobs and timers of two nodes, has one effect', async () => {
    const { buyer, payment, event } = await paidAtProvider()
    store.clock.advance(seconds(21))
    const replies = await manyTimes((node) => deliverWebhook(node, event))
    await Promise.all([
      manyTimes(() => buyer.recordOrder({ paymentId: payment.paymentId })),
      store.runJobs(),
      secondNode.runJobs(),
      store.runTimers(),
      secondNode.runTimers(),
    ])

    expect(replies.map(({ status }) => status)).toEqual(Array(TIMES).fill(202))
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('as all its events, repeated and in the wrong order, has one effect', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const payment = (await buyer.openPayment()).body
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
    for (const event of [...events.toReversed(), ...events]) {
      expect((await deliverWebhook(store, event)).status).toBe(202)
      await store.runJobs()
    }

    await expectOneEffect(buyer, payment.paymentId)
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('by webhook alone makes the order, which a browser that returns later finds', async () => {
    const { buyer, payment, event } = await paidAtProvider()
    await deliverWebhook(store, event)
    await expectOneEffect(buyer, payment.paymentId)
    const { body } = await buyer.recordOrder({ paymentId: payment.paymentId })
    expect(body).toMatchObject({ status: 'completed', reference: payment.reference })
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('by webhook after the browser returned needs no work', async () => {
    const { buyer, payment, event } = await paidAtProvider()
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()
    await deliverWebhook(store, event)
    expect(await store.rows('select from graphile_worker.jobs')).toEqual([])
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('that never comes is replaced by the reconciler, by a later check if the card was slow', async () => {
    const fast = await paidAtProvider()
    const { buyer: slow, payment } = await openedPayment(store, VIP)
    store.clock.advance(seconds(21))
    await store.runTimers()
    await expectOneEffect(fast.buyer, fast.payment.paymentId)
    await slow.confirm(payment)
    store.clock.advance(minutes(1))
    await store.runTimers()

    await expectOneEffect(slow, payment.paymentId)
  })
})
