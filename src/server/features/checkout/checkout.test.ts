/** Buying by card or for nothing: what each answer of a bank means, and that a payment has one effect, however often it is reported. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CHARGE_CENTS_MAX } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import { minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { disputeEvents } from '#testing/disputes.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import type { TestApp } from '#testing/test-app.ts'
import { PREMIER, VIP, withStock, withStore } from '#testing/with-store.ts'

const FREE = '48453-vacant-standard-20'
const LAST = '48453-vacant-vip-30'
const DEAR = '48453-vacant-premium-100'
/** The highest price; ten of them are 10 cents below the most that a card can pay at once. */
const PRICE = 99_999.99
const LINES_MAX = 10
const TIMES = 8

const store = withStock({ [VIP]: 900, [PREMIER]: 900, [FREE]: 900, [DEAR]: 900 })
const secondNode = withStore({ beside: store })
const admin = adminOf(store)
beforeAll(async () => {
  await setPrice('standard', 20, 0)
  await setPrice('premium', 100, PRICE)
})

async function expectNothingSold(buyer: Buyer, payment: Reply['body']): Promise<void> {
  expect((await buyer.cart()).lines).toHaveLength(1)
  expect(await cardProvider(store).charges(payment.paymentId)).toEqual([])
  expect(await buyer.mails()).toEqual([])
}

async function expectSecondCardPays(buyer: Buyer, payment: Reply['body']): Promise<void> {
  expect((await buyer.openPayment()).body).toMatchObject({ paymentId: payment.paymentId, reference: payment.reference })
  expect((await buyer.confirm(payment)).status).toBe(200)
  const { status, body } = await buyer.report(payment)
  expect(status).toBe(200)
  expect(body).toMatchObject({ reference: payment.reference, status: 'completed' })
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
}

test('buying by card sells the held packages, makes one order and one email with what was bought', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP, PREMIER)
  await store.runJobs()

  expect(order).toMatchObject({ status: 'completed', total: '498.00', paymentMethod: 'stripe' })
  const cart = await buyer.call('GET', '/api/cart')
  expect(cart.body.lines).toEqual([])
  const mails = await buyer.mails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain(order.reference)
  expect(mails[0]?.text).toContain('$498.00')
  expect(mails[0]?.text).toContain(`http://store.test/order/${order.token}`)
})

test('buying by card never opens a second payment for lines that another tab is paying', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment)
  const lock = 'select from orders where order_id = $1 for update'
  const gate = await holdUp(store.testDatabase, lock, [payment.orderId])
  const settling = buyer.report(payment)
  await untilNodeWaits(store.testDatabase)
  const otherTab = buyer.openPayment(299)
  await untilNodeWaits(store.testDatabase, 2)
  await gate.release()

  expect((await settling).status).toBe(200)
  expect((await otherTab).body.code).toBe('cart_empty')
})

test('buying by card does not ask the provider about a payment on a stranger’s word', async () => {
  const buyer = await aBuyerWith(store, VIP)
  await store.control({
    fail_next: '50',
    fail_status: '500',
    fail_when: 'before',
    fail_match: 'GET /v1/payment_intents',
  })
  const unknown = await buyer.recordOrder({ paymentId: 'pi_madeUpByAStranger' })

  expect(unknown.status).toBe(404)
  expect(unknown.body.code).toBe('payment_unknown')
  await store.control({ reset: 'true' })
})

describe('a card', () => {
  test('that the bank declines sells nothing, the buyer reads why, and another card pays the same order', async () => {
    const declined = [
      ['pm_card_visa_chargeDeclined', 'Your card was declined.'],
      ['pm_card_visa_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
      ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
      ['pm_card_chargeDeclinedIncorrectCvc', 'Your card’s security code is not right.'],
      ['pm_card_chargeDeclinedProcessingError', 'Your bank could not process the payment just now.'],
    ] as const
    const { buyer, payment } = await openedPayment(store, VIP)
    for (const [card, message] of declined) {
      expect((await buyer.confirm(payment, card)).status).toBe(402)
      const refused = await buyer.report(payment)
      expect(refused).toMatchObject({ status: 402, body: { code: 'payment_failed', message } })
    }

    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test('entered by number is refused in the same words, or before any bank is asked, or buys', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    const record = () => buyer.report(payment)
    const wrong = await buyer.confirm(payment, '4242424242424241')
    const unpaid = await record()
    expect((await buyer.confirm(payment, '4000000000009995')).status).toBe(402)
    const refused = await record()

    expect([wrong.status, wrong.body.error.code, unpaid.status]).toEqual([402, 'incorrect_number', 409])
    expect(refused.body).toMatchObject({ code: 'payment_failed', message: 'Your card has insufficient funds.' })
    await expectNothingSold(buyer, payment)
    expect((await buyer.confirm(payment, '4242424242424242')).status).toBe(200)
    expect((await record()).body.status).toBe('completed')
  })

  test('that asks for 3-D Secure sells nothing until the challenge is passed', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    expect((await buyer.confirm(payment, 'pm_card_authenticationRequired')).body.status).toBe('requires_action')
    expect((await buyer.report(payment)).body.code).toBe('payment_pending')
    await expectNothingSold(buyer, payment)
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    expect((await buyer.report(payment)).body.status).toBe('completed')
  })

  test('sells nothing if the challenge fails or the bank declines after it, and another card pays', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment, '4000002760003184')
    await cardProvider(store).endChallenge(payment.paymentId, 'fail')
    const failed = await buyer.report(payment)
    await buyer.confirm(payment, '4000008400001629')
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    const declined = await buyer.report(payment)

    expect(failed.body).toMatchObject({
      code: 'payment_failed',
      message: 'Your bank could not confirm that it is you.',
    })
    expect(declined.body).toMatchObject({ code: 'payment_failed', message: 'Your card was declined.' })
    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test('whose owner disputes the payment buys, and the payment is marked once the provider reports it', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment, '4000000000000259')
    const { body: order } = await buyer.report(payment)
    const [dispute] = await disputeEvents(store, payment)
    for (const _ of [1, 2]) expect((await deliverWebhook(store, dispute)).status).toBe(202)
    await store.runJobs()

    expect(order.status).toBe('completed')
    expect(
      (await store.row`select disputed_at from payments where payment_id = ${payment.paymentId}`).disputed_at,
    ).toBeInstanceOf(Date)
  })
})

/** Does the same several times at once, every second time on the other node. */
const manyTimes = <Result>(act: (node: TestApp) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: TIMES }, (_, index) => act(index % 2 === 0 ? store : secondNode)))

const differentOf = (replies: readonly Reply[], field: string) => new Set(replies.map(({ body }) => body[field]))

async function paidAtProvider(): Promise<{ buyer: Buyer; payment: Reply['body']; event: Reply['body'] }> {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment)
  const event = await cardProvider(store).event(payment.paymentId, 'payment_intent.succeeded')
  return { buyer, payment, event }
}

/** One charge, one paid order, one email, one unit sold; nothing left to do. */
async function expectOneEffect(buyer: Buyer, paymentId: string): Promise<void> {
  await store.runJobs()
  expect(await cardProvider(store).charges(paymentId)).toHaveLength(1)
  expect(await cardProvider(store).refunds(paymentId)).toEqual([])
  expect(await buyer.mails()).toHaveLength(1)
  expect(
    await store.sql`select o.order_id, o.state, (select count(*)::int from holds h where h.order_id = o.order_id and h.state = 'sold') as sold
     from orders o where o.owner_id = (select owner_id from orders join payments using (order_id) where payment_id = ${paymentId})`,
  ).toMatchObject([{ state: 'paid', sold: 1 }])
}

test('the same pay click several times at once on two nodes makes one charge, one order and one email', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = await buyer.cart()
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
      manyTimes(() => buyer.report(payment)),
      store.runJobs(),
      secondNode.runJobs(),
      store.runTimers(),
      secondNode.runTimers(),
    ])

    expect(replies.map(({ status }) => status)).toEqual(Array(TIMES).fill(202))
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('as all its events, repeated and in the wrong order, has one effect', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
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
    expect((await buyer.report(payment)).body.status).toBe('completed')
  })

  test('by webhook alone makes the order, which a browser that returns later finds', async () => {
    const { buyer, payment, event } = await paidAtProvider()
    await deliverWebhook(store, event)
    await expectOneEffect(buyer, payment.paymentId)
    const { body } = await buyer.report(payment)
    expect(body).toMatchObject({ status: 'completed', reference: payment.reference })
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('by webhook after the browser returned needs no work', async () => {
    const { buyer, payment, event } = await paidAtProvider()
    await buyer.report(payment)
    await store.runJobs()
    await deliverWebhook(store, event)
    expect(await store.sql`select from graphile_worker.jobs`).toEqual([])
    await expectOneEffect(buyer, payment.paymentId)
  })

  test('that never comes is replaced by the reconciler, by a later check if the card was slow', async () => {
    const fast = await paidAtProvider()
    const { buyer: slow, payment } = await openedPayment(store, VIP)
    await store.pass(seconds(21))
    await expectOneEffect(fast.buyer, fast.payment.paymentId)
    await slow.confirm(payment)
    await store.pass(minutes(1))

    await expectOneEffect(slow, payment.paymentId)
  })
})

const setPrice = (tier: string, size: number, basePrice: number) =>
  admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier, size, basePrice })

async function freeOrder(packageId = FREE): Promise<Buyer> {
  const buyer = await aBuyerWith(store, packageId)
  const { status, body } = await buyer.openPayment()
  expect(status).toBe(200)
  expect(body).toMatchObject({ amount: 0, clientSecret: null, paymentId: null })
  return buyer
}

test('an order that costs nothing is completed without a payment, once, with one email, however often it is asked for', async () => {
  const buyer = await freeOrder()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => buyer.recordOrder({ paymentMethod: 'free', total: '0.00' })),
  )
  await store.runJobs()

  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(replies[0]?.body).toMatchObject({ status: 'completed', total: '0.00', paymentMethod: 'free', paymentId: null })
  expect((await buyer.cart()).lines).toEqual([])
  expect(await buyer.mails()).toHaveLength(1)
})

test('an order that costs nothing needs a contact', async () => {
  const buyer = await aBuyerWith(store, FREE)
  await buyer.call('POST', '/api/create-payment-intent', { amount: 0 })
  const refused = await buyer.recordOrder()
  await buyer.openPayment()

  expect(refused.body.code).toBe('contact_required')
  expect((await buyer.recordOrder()).body.status).toBe('completed')
})

test('an order that costs nothing is refused if its hold expired, because no money was taken for a fresh unit', async () => {
  await store.setStock(LAST, 1)
  await setPrice('vip', 30, 0)
  const late = await freeOrder(LAST)
  await store.pass(minutes(31))
  expect((await late.recordOrder()).body.code).toBe('order_mismatch')

  expect((await aBuyer(store).reserve(LAST)).status).toBe(200)
})

test('an order that costs nothing is refused until it is paid if it now costs something in the cart', async () => {
  const buyer = await freeOrder()
  await buyer.reserve(VIP)
  const { body: payment } = await buyer.openPayment()
  const unpaid = await buyer.report(payment)
  await buyer.confirm(payment)

  expect(payment.amount).toBe(299)
  expect(unpaid.body.code).toBe('payment_pending')
  expect((await buyer.report(payment)).body).toMatchObject({
    status: 'completed',
    paymentMethod: 'stripe',
    total: '299.00',
  })
})

test('an order that became free after its card form was opened cancels the intent first and is then completed without a payment', async () => {
  const { buyer, payment } = await openedPayment(store, VIP, FREE)
  await buyer.release(VIP)
  const { body: free } = await buyer.openPayment()
  const { body: order } = await buyer.recordOrder()

  expect(free).toMatchObject({ clientSecret: null, amount: 0 })
  expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
  expect((await buyer.confirm(payment)).status).toBe(400)
  expect(order).toMatchObject({ status: 'completed', total: '0.00', lines: [{}] })
})

test('a cart above the card limit is refused before the provider is asked, and can be paid in two orders', async () => {
  const buyer = aBuyer(store)
  for (let line = 1; line <= LINES_MAX; line += 1) await buyer.reserve(DEAR)
  const { body: payment } = await buyer.openPayment()
  await buyer.reserve(DEAR)
  await store.control({ reset: 'true', fail_next: '1', fail_match: '/v1/payment_intents' })
  const reply = await buyer.openPayment()

  expect(reply).toMatchObject({ status: 409, body: { code: 'total_too_high' } })
  expect(reply.body.message).toContain(formatCents(CHARGE_CENTS_MAX))
  expect(reply.body.message).toMatch(/Remove a package/)
  // The failure that any call would have met is still there.
  expect((await cardProvider(store).call('GET', '/v1/sandbox/control')).failures).toMatchObject([{ count: 1 }])
  await store.control({ reset: 'true' })
  expect((await cardProvider(store).intent(payment.paymentId)).amount).toBe(PRICE * LINES_MAX * 100)
  await buyer.release(DEAR)
  const { body: order } = await buyer.buy()
  expect(order).toMatchObject({ status: 'completed', total: (PRICE * LINES_MAX).toFixed(2) })
  expect((await buyer.buy(DEAR)).body.total).toBe(PRICE.toFixed(2))
})
