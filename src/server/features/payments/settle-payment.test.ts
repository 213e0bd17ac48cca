/** Money becomes an order, or goes back: once, however and whenever it is reported. */
import { describe, expect, test } from 'vitest'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { Refusal } from '#server/platform/errors.ts'
import { aBuyer, anAdmin, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { holdUp } from '#testing/faults/hold-up.ts'
import { until } from '#testing/faults/shopper.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { addOffer, removeOffers } from '#testing/offers.ts'
import { PREMIER, VIP, withStock } from '#testing/with-store.ts'
import { findIntent } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

const OTHER = '48453-owner-vip-20'

const store = withStock({ [OTHER]: 900 })

const successOf = async (paymentId: string) => await cardProvider(store).event(paymentId, 'payment_intent.succeeded')

/** The one email that tells the buyer. */
async function mailTo(buyer: Buyer) {
  const mails = await buyer.mails()
  expect(mails).toHaveLength(1)
  return mails[0]
}

const change = (payment: Reply['body'], form: Record<string, string>) =>
  cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, form)

test.each<[string, (payment: Reply['body']) => Promise<unknown>, number]>([
  ['is less than its lines cost', (payment) => change(payment, { amount: String(payment.amount * 100 - 100) }), -100],
  ['is more than its lines cost', (payment) => change(payment, { amount: String(payment.amount * 100 + 100) }), 100],
  ['names a revision that its order never had', (payment) => change(payment, { 'metadata[revision]': '9' }), 0],
  [
    'is for an order that was closed',
    async ({ orderId }) => {
      await store.sql`update orders set state = 'cancelled', closed_at = created_at where order_id = ${orderId}`
      await store.sql`update payments set state = 'cancelled' where order_id = ${orderId}`
    },
    0,
  ],
])(
  'a payment that pays for nothing because it %s is refunded in full, once, and the cart can be paid again',
  async (_why, spoil, moreCents) => {
    const { buyer, payment } = await openedPayment(store, OTHER)
    const amountCents = payment.amount * 100 + moreCents
    await spoil(payment)
    expect((await buyer.pay(payment)).body.code).toBe('payment_mismatch')
    await deliverWebhook(store, await successOf(payment.paymentId))
    await store.runJobs()

    expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: amountCents }])
    expect(
      await store.sql`select o.state, r.reason, r.state as refund from orders o join refunds r using (order_id) where order_id = ${payment.orderId}`,
    ).toEqual([{ state: 'cancelled', reason: 'not_ours', refund: 'made' }])
    const mail = await mailTo(buyer)
    expect(mail?.subject).toMatch(/^Order LY-\w{8}: refunded$/)
    expect(mail?.text).toContain(`We are refunding the full amount to your card: $${(amountCents / 100).toFixed(2)}.`)
    expect((await buyer.buy()).body.status).toBe('completed')
  },
)

test('a payment whose row was lost with the node that opened it still pays its order, once', async () => {
  const { buyer, payment } = await openedPayment(store, OTHER)
  await store.sql`delete from payments where order_id = ${payment.orderId}`
  await buyer.confirm(payment)
  const event = await successOf(payment.paymentId)
  await Promise.all([deliverWebhook(store, event), deliverWebhook(store, { ...event, id: 'evt_again' })])
  await store.runJobs()

  expect((await buyer.report(payment)).body.status).toBe('completed')
  await mailTo(buyer)
})

describe('a second payment for an order', () => {
  /** Pays an intent beside the order's own, and reports it three times: twice at once, and again after its refund is made. */
  async function payStray(metadata: Record<string, string>): Promise<string> {
    const named = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
    const form = { amount: '34900', currency: 'usd', 'payment_method_types[0]': 'card', payment_method: 'pm_card_visa' }
    const { id } = await cardProvider(store).call('POST', '/v1/payment_intents', {
      ...form,
      confirm: 'true',
      ...Object.fromEntries(named),
    })
    const event = await successOf(id)
    await Promise.all([deliverWebhook(store, event), deliverWebhook(store, { ...event, id: `${event.id}_2` })])
    await store.runJobs()
    await deliverWebhook(store, { ...event, id: `${event.id}_3` })
    await store.runJobs()
    return id
  }

  test.each(['before', 'after'])('is refunded in full, once, when it comes %s the order is paid', async (moment) => {
    const { buyer, payment } = await openedPayment(store, OTHER)
    if (moment === 'after') await buyer.pay(payment)
    const strayId = await payStray({ order_id: payment.orderId, revision: '1' })
    const { body: order } = await buyer.pay(payment)
    await store.runJobs()

    expect(await cardProvider(store).refunds(strayId)).toMatchObject([{ amount: 34_900 }])
    expect(order).toMatchObject({ status: 'completed', paymentId: payment.paymentId, refundedTotal: '0.00' })
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    await mailTo(buyer)
  })

  test('of another shop on the same account is left alone', async () => {
    expect(await cardProvider(store).refunds(await payStray({ order_id: 'ord_of_another_shop' }))).toEqual([])
  })
})

test('money that comes after the hold expired buys a fresh unit while there is stock', async () => {
  const { buyer, payment } = await paidTooLate(store, VIP)
  const { body: order } = await buyer.report(payment)
  await store.runJobs()

  expect(order).toMatchObject({ status: 'completed', refundedTotal: '0.00', lines: [{ isRefunded: false }] })
  expect((await aBuyer(store).reserve(VIP)).body.code).toBe('out_of_stock')
  expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
  expect((await mailTo(buyer))?.text).not.toContain('refunded')
})

test('money that comes after the hold expired is refunded for the lines sold to someone else in the meantime, and the buyer is told', async () => {
  const { buyer, payment } = await paidTooLate(store, VIP, VIP, PREMIER)
  await sellToAnother(store, VIP)
  const { body: order } = await buyer.report(payment)
  await store.runJobs()

  const lost = order.lines.filter((line: Reply['body']) => line.isRefunded)
  expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2), refundedTotal: '299.00' })
  expect(lost).toMatchObject([{ tier: 'vip', price: 299 }])
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 29_900 }])
  const mail = await mailTo(buyer)
  expect(mail?.text).toContain('$299.00 (refunded)')
  expect(mail?.text).toContain('$299.00 goes back to your card')
  expect((await buyer.call('GET', `/api/orders/${order.token}`)).body.refundedTotal).toBe('299.00')
})

test('money that comes after the hold expired is refunded in full, once, if every line is gone, however it is reported', async () => {
  const { buyer, payment } = await paidTooLate(store, VIP)
  await sellToAnother(store, VIP)
  const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.report(payment)))
  await store.runTimers()
  await store.runJobs()

  for (const { body } of replies) expect(body).toMatchObject({ status: 'refunded', refundedTotal: '299.00' })
  const { reference } = replies[0]?.body ?? {}
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 29_900 }])
  const mail = await mailTo(buyer)
  expect(mail?.subject).toBe(`Order ${reference}: refunded`)
  expect(mail?.text).toContain(`Your payment of $299.00 for order ${reference} arrived after`)
  expect(mail?.text).toContain('We are refunding the full amount to your card: $299.00.')
  expect(mail?.text).toContain('5 to 10 business days')
})

test('money that comes after the hold expired for a two-for-one pair pays the price of what is left, and only the rest goes back', async () => {
  const [dear, cheap] = ['48453-vacant-premium-100', '48453-owner-premium-50']
  const admin = await anAdmin(store)
  await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
  const { buyer, payment } = await paidTooLate(store, dear, cheap)
  await sellToAnother(store, dear)
  const { body: order } = await buyer.report(payment)
  await store.runJobs()
  await removeOffers(admin)

  const left = Math.min(...order.lines.map(({ price }: { price: number }) => price))
  const back = (payment.amount - left).toFixed(2)
  expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2), refundedTotal: back })
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([
    { amount: Math.round((payment.amount - left) * 100) },
  ])
  expect(
    await store.sql`select sum(amount_cents)::int as cents from sale_entries where order_id = ${order.id}`,
  ).toEqual([{ cents: left * 100 }])
  const mail = await mailTo(buyer)
  expect(mail?.text).toContain(`$${back} goes back to your card`)
  expect(mail?.text).toContain('The packages you keep are priced without the others')
})

describe('payments reported at the same moment', () => {
  interface Paid {
    buyer: Buyer
    payment: Reply['body']
    intent: Intent
  }

  /** A payment that the provider has taken and that no one has reported to the store. */
  async function paid(change?: Record<string, string>): Promise<Paid> {
    const { buyer, payment } = await openedPayment(store, OTHER)
    if (change) await cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, change)
    await buyer.confirm(payment)
    const intent = await findIntent(store.ctx, payment.paymentId)
    if (!intent) throw new Error('the provider does not know the payment')
    return { buyer, payment, intent }
  }

  /** Reports all of them in the same turn, as many browsers and webhooks do. */
  const settleAll = (payments: readonly Paid[], check?: (orderId: string) => void) =>
    Promise.allSettled(
      payments.map(({ intent }) =>
        settlePayment(store.ctx, {
          paymentId: intent.paymentId,
          intent,
          ...(check && { check: (order) => check(order.order_id) }),
        }),
      ),
    )

  const statesOf = async (payments: readonly Paid[]) => {
    const orderIds = payments.map(({ payment }) => payment.orderId)
    const rows =
      await store.sql`select o.state from unnest(${orderIds}::text[]) with ordinality as asked (order_id, place)
      join orders o using (order_id) order by place`
    return rows.map(({ state }) => state)
  }

  const fulfilled = (kind: string) => ({ status: 'fulfilled', value: expect.objectContaining({ kind }) })

  test('are settled in one transaction', async () => {
    const [first, one, ...five] = await Promise.all(Array.from({ length: 7 }, () => paid()))
    const statementsOf = async (payments: readonly Paid[]) => {
      const before = store.ctx.database.statementCount()
      expect(await settleAll(payments)).toEqual(payments.map(() => fulfilled('settled')))
      return store.ctx.database.statementCount() - before
    }
    // The first asks what this node keeps in memory from then on.
    await settleAll(first ? [first] : [])
    const alone = await statementsOf(one ? [one] : [])
    const together = await statementsOf(five)

    // Marking an order paid is one statement each.
    expect(together).toBe(alone + 4)
    expect(await statesOf(five)).toEqual(['paid', 'paid', 'paid', 'paid', 'paid'])
    await store.runJobs()
    for (const { buyer } of five) await mailTo(buyer)
  })

  test('are each settled once, except one that its caller refuses and one that pays for nothing', async () => {
    const payments = await Promise.all([paid(), paid(), paid({ amount: '100' })])
    const [first, refused, worthless] = payments
    const settled = await settleAll([first, refused, worthless, first], (orderId) => {
      if (orderId === refused.payment.orderId) throw new Refusal('order_mismatch')
    })

    expect(settled).toEqual([
      fulfilled('settled'),
      { status: 'rejected', reason: expect.objectContaining({ code: 'order_mismatch' }) },
      fulfilled('given_back'),
      fulfilled('settled'),
    ])
    const isFirst = settled.map((one) => one.status === 'fulfilled' && 'isFirst' in one.value && one.value.isFirst)
    // Reported twice: either report may be the one that settles it.
    expect([isFirst[0] !== isFirst[3], isFirst[1], isFirst[2]]).toEqual([true, false, false])
    expect(await statesOf(payments)).toEqual(['paid', 'awaiting_payment', 'cancelled'])
    expect(await settleAll([refused])).toEqual([fulfilled('settled')])
    await store.runJobs()
    expect(await cardProvider(store).refunds(worthless.payment.paymentId)).toMatchObject([{ amount: 100 }])
  })

  test.each([
    ['order', 'select from orders where order_id = $1 for update'],
    ['hold', 'select from holds h join order_lines l using (hold_id) where l.order_id = $1 for update of h'],
  ])('do not wait for one whose %s is locked', async (_, lock) => {
    const [locked, other] = await Promise.all([paid(), paid()])
    const held = await holdUp(store.testDatabase, lock, [locked.payment.orderId])
    const first = settleAll([locked])
    const both = settleAll([locked, other])
    await until('the other is settled', 5_000, async () => (await statesOf([other]))[0] === 'paid')
    expect(await statesOf([locked])).toEqual(['awaiting_payment'])
    await held.release()

    expect(await first).toEqual([fulfilled('settled')])
    expect(await both).toEqual([fulfilled('settled'), fulfilled('settled')])
  })
})
