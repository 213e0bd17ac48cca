/** The card payment of a cart that changes, or ends, before, while and after it is opened. */
import { describe, expect, test } from 'vitest'
import { seconds } from '#server/platform/clock.ts'
import { aBuyer, adminOf, aRep, type Buyer, type Client, openedPayment, type Reply } from '#testing/builders.ts'
import { cardGateway, cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { chooseCashApp } from '#testing/cash-app.ts'
import { aBuyerWithCredit, openWithCredit } from '#testing/credits.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { PREMIER, VIP, withStock } from '#testing/with-store.ts'

const VIP_DOLLARS = 299
const REQUESTS = '/api/sales/payment-requests'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })
const admin = adminOf(store)

const provider = () => cardProvider(store)

const packagesIn = (lines: Reply['body'][]) => lines.map((line) => line.tier).sort()

const ordersOf = (buyer: Buyer) =>
  store.sql`select o.*, (select jsonb_agg(l.tier order by l.tier) from order_lines l where l.order_id = o.order_id and l.revision = o.revision) as tiers
     from orders o where o.owner_id = (select owner_id from orders where email = ${buyer.contactInfo.email} limit 1) order by created_at, order_id`

test('a cart that changes while its payment waits keeps order and intent, and updates both to the new total', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.reserve(PREMIER)
  const { body: changed } = await buyer.openPayment()

  expect(changed).toMatchObject({
    orderId: payment.orderId,
    paymentId: payment.paymentId,
    clientSecret: payment.clientSecret,
  })
  expect(await provider().intent(payment.paymentId)).toMatchObject({
    amount: changed.amount * 100,
    metadata: { order_id: payment.orderId, revision: '2' },
  })
  expect(await ordersOf(buyer)).toMatchObject([{ revision: 2, tiers: ['premier', 'vip'] }])
})

test('a cart that changes while its payment waits in two tabs at once ends at the cart’s total, at the provider and in the store', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await Promise.all([
    buyer.openPayment(),
    buyer.reserve(PREMIER).then(() => buyer.openPayment()),
    buyer.reserve(PREMIER).then(() => buyer.openPayment()),
    buyer.reserve(PREMIER).then(() => buyer.openPayment()),
  ])
  const { body: last } = await buyer.openPayment()

  const { total } = await buyer.cart()
  expect(last).toMatchObject({ paymentId: payment.paymentId, amount: total })
  expect((await provider().intent(payment.paymentId)).amount).toBe(total * 100)
  expect((await buyer.pay(last)).body.total).toBe(total.toFixed(2))
  expect((await buyer.cart()).lines).toEqual([])
})

test('a payment that was confirmed before the cart changed pays its own lines; added ones stay in the cart for a new order', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment)
  await buyer.reserve(PREMIER)
  const both = await buyer.cart()
  const asked = await buyer.openPayment(both.total)

  expect(asked).toMatchObject({ status: 409, body: { code: 'amount_changed' } })
  const left = await buyer.cart()
  expect(packagesIn(left.lines)).toEqual(['premier'])
  expect(asked.body.details).toEqual({ total: left.total.toFixed(2) })
  expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid', tiers: ['vip'] }])
  const { body: next } = await buyer.openPayment()
  expect(next.orderId).not.toBe(payment.orderId)
  expect((await buyer.pay(next)).body.status).toBe('completed')
})

describe('a payment that the bank is processing', () => {
  async function processing(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
    const opened = await openedPayment(store, VIP)
    await opened.buyer.confirm(opened.payment, 'pm_card_processing')
    return opened
  }

  test('freezes its lines: a changed cart starts a new order without them, and both are paid', async () => {
    const { buyer, payment } = await processing()
    await buyer.reserve(PREMIER)
    expect((await buyer.openPayment()).body.code).toBe('amount_changed')
    const second = await buyer.buy()
    await provider().release(payment.paymentId, 'succeeded')
    const first = await buyer.report(payment)

    expect(packagesIn(second.body.lines)).toEqual(['premier'])
    expect(packagesIn(first.body.lines)).toEqual(['vip'])
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('is pending for the browser, cannot be paid twice, and completes when the bank approves', async () => {
    const { buyer, payment } = await processing()
    expect((await buyer.report(payment)).body.code).toBe('payment_pending')
    expect((await buyer.cart()).lines).toEqual([])
    expect((await buyer.openPayment(payment.amount)).body.code).toBe('cart_empty')
    expect((await buyer.confirm(payment)).status).toBe(400)
    await provider().release(payment.paymentId, 'succeeded')
    await store.pass(seconds(60))

    expect((await buyer.report(payment)).body.status).toBe('completed')
    expect(await provider().charges(payment.paymentId)).toHaveLength(1)
  })

  test('returns its lines to the cart when the bank declines, and a new order is paid', async () => {
    const { buyer, payment } = await processing()
    await buyer.report(payment)
    await provider().release(payment.paymentId, 'failed')
    await deliverWebhook(store, await provider().event(payment.paymentId, 'payment_intent.payment_failed'))
    await store.runJobs()

    expect(packagesIn((await buyer.cart()).lines)).toEqual(['vip'])
    expect((await provider().intent(payment.paymentId)).status).toBe('canceled')
    const { body: next } = await buyer.openPayment()
    expect(next.orderId).not.toBe(payment.orderId)
    expect((await buyer.pay(next)).body.status).toBe('completed')
  })
})

test('an intent that was canceled at the provider closes its order when the provider reports it, and the cart gets a new one', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await provider().cancel(payment.paymentId)
  await deliverWebhook(store, await provider().event(payment.paymentId, 'payment_intent.canceled'))
  await store.runJobs()
  const { body: next } = await buyer.openPayment()

  expect(next.orderId).not.toBe(payment.orderId)
  expect(await ordersOf(buyer)).toMatchObject([{ state: 'cancelled' }, { state: 'awaiting_payment' }])
})

/**
 * Does something in another tab while the next call of a kind at the provider is stopped, before it is made or once it is.
 *
 * @returns both answers
 */
async function meanwhile(
  [method, when]: [method: 'createIntent' | 'updateIntent' | 'cancelIntent', when: 'before' | 'after'],
  first: () => Promise<Reply>,
  other: () => Promise<Reply>,
): Promise<[Reply, Reply]> {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const payments: Record<typeof method, (...input: never[]) => unknown> = cardGateway(store)
  const call = payments[method]
  payments[method] = async (...input) => {
    payments[method] = call
    const answer = when === 'after' ? await call(...input) : null
    reached.resolve()
    await released.promise
    return answer ?? call(...input)
  }
  const calling = first()
  await reached.promise
  const answer = await other()
  released.resolve()
  return [await calling, answer]
}

/** The order that waits for Cash App has this one way to pay: no intent of this buyer can take a card. */
async function expectOnlyCashApp(buyer: Buyer, { reference }: { reference: string }): Promise<void> {
  expect(
    await store.sql`select o.state, o.payment_method, p.state as payment from orders o left join payments p using (order_id)
     where o.owner_id = (select owner_id from orders where reference = ${reference}) and o.state = 'awaiting_payment'`,
  ).toEqual([{ state: 'awaiting_payment', payment_method: 'cash_app', payment: 'promised' }])
  expect(await buyer.cart()).toMatchObject({ lines: [] })
}

test('choosing Cash App in another tab before the provider changed the intent leaves Cash App only', async () => {
  const { buyer, payment: card } = await openedPayment(store, VIP)
  await buyer.reserve(PREMIER)
  const { total } = await buyer.cart()
  const [opened, chosen] = await meanwhile(
    ['updateIntent', 'before'],
    () => buyer.openPayment(total),
    () => chooseCashApp(buyer, total),
  )

  expect([opened.status, opened.body.code, chosen.status]).toEqual([409, 'cart_empty', 200])
  expect((await buyer.confirm(card)).status).toBe(400)
  await expectOnlyCashApp(buyer, chosen.body)
})

test('choosing Cash App in another tab and opening the card again after the provider canceled its intent leaves Cash App only', async () => {
  const { buyer, payment: card } = await openedPayment(store, VIP)
  const [chosen, opened] = await meanwhile(
    ['cancelIntent', 'after'],
    () => chooseCashApp(buyer, VIP_DOLLARS),
    () => buyer.openPayment(VIP_DOLLARS),
  )

  expect([opened.status, opened.body.paymentId, chosen.status]).toEqual([200, card.paymentId, 200])
  expect((await buyer.confirm(opened.body)).status).toBe(400)
  await expectOnlyCashApp(buyer, chosen.body)
})

test('a cart that changes twice while its payment waits is charged its latest total, though the older one reaches the provider last', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.reserve(PREMIER)
  const [older, newer] = await meanwhile(
    ['updateIntent', 'before'],
    () => buyer.openPayment(),
    () => buyer.reserve(PREMIER).then(() => buyer.openPayment()),
  )

  expect([older.body.code, newer.status]).toEqual(['amount_changed', 200])
  const latest = { amount: newer.body.amount * 100, metadata: { revision: '3' } }
  expect(await provider().intent(payment.paymentId)).toMatchObject(latest)
})

test.each<[string, (buyer: Buyer) => Promise<Reply>, string]>([
  ['has its order closed with the released line', (buyer) => buyer.release(VIP), 'cart_empty'],
  [
    'is paid at its new total only',
    async (buyer) => {
      await buyer.reserve(PREMIER)
      return buyer.openPayment()
    },
    'amount_changed',
  ],
  [
    'needs no card once credit pays all of it',
    async (buyer) => {
      await openWithCredit(buyer, VIP_DOLLARS)
      return buyer.recordOrder({ paymentMethod: 'free' })
    },
    'cart_empty',
  ],
  ['waits for Cash App only', (buyer) => chooseCashApp(buyer, VIP_DOLLARS), 'cart_empty'],
])('a cart that changes before its intent is saved %s, and the intent is not shown', async (_, change, code) => {
  const buyer = await aBuyerWithCredit(store, VIP_DOLLARS * 100, VIP)
  const [opened, changed] = await meanwhile(
    ['createIntent', 'after'],
    () => buyer.openPayment(VIP_DOLLARS),
    () => change(buyer),
  )

  expect([changed.status, opened.status, opened.body.code]).toEqual([200, 409, code])
  const { kind, paymentId, amount } = changed.body
  if (kind === 'cash_app') await expectOnlyCashApp(buyer, changed.body)
  if (paymentId) expect((await provider().intent(paymentId)).amount).toBe(amount * 100)
})

type End = (rep: Client, request: Reply['body']) => Promise<Reply>

test.each<['before' | 'after', string, string, End]>([
  [
    'before',
    'marked as paid',
    'payment_request_paid',
    (_rep, { token }) =>
      admin.call('POST', `/api/admin/payment-request/${token}/mark-paid`, { reference: 'check 1042' }),
  ],
  ['after', 'voided', 'payment_request_expired', (rep, { id }) => rep.call('POST', `${REQUESTS}/${id}/void`)],
  ['after', 'replaced', 'payment_request_expired', (rep, { id }) => rep.call('POST', `${REQUESTS}/${id}/resend`, {})],
])(
  'a payment link that ends %s its intent is made, because it was %s, opens no card payment',
  async (when, _, code, end) => {
    const rep = await aRep(store)
    const request = await sendLink(rep, [VIP])
    const customer = aBuyer(store)
    const [opened, ended] = await meanwhile(
      ['createIntent', when],
      () => openLink(customer, request),
      () => end(rep, request),
    )

    expect([ended.status, opened.status < 400, opened.body.code]).toEqual([200, false, code])
  },
)
