/** The card payment of a cart that changes, or ends, before, while and after it is opened. */
import { describe, expect, test } from 'vitest'
import type { PaymentGateway } from '#server/gateways/payments/payment-gateway.ts'
import { seconds } from '#server/platform/clock.ts'
import { adminOf, aRep, type Buyer, type Client, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { aBuyerWith, chooseCashApp } from '#testing/cash-app.ts'
import { grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const VIP_DOLLARS = 299

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })
const admin = adminOf(store)

const provider = () => cardProvider(store)

const cartOf = async (buyer: Buyer) => (await buyer.call('GET', '/api/cart')).body

const packagesIn = (lines: Reply['body'][]) => lines.map((line) => line.tier).sort()

async function ordersOf(buyer: Buyer): Promise<Reply['body'][]> {
  const rows = await store.rows(
    `select o.*, (select jsonb_agg(l.tier order by l.tier) from order_lines l where l.order_id = o.order_id and l.revision = o.revision) as tiers
     from orders o where o.owner_id = (select owner_id from orders where email = $1 limit 1) order by created_at, order_id`,
    [buyer.contactInfo.email],
  )
  return rows
}

describe('a cart that changes while its payment waits', () => {
  test('keeps order and intent, and updates both to the new total', async () => {
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

  test('in two tabs at once ends at the cart’s total, at the provider and in the store', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await Promise.all([
      buyer.openPayment(),
      buyer.reserve(PREMIER).then(() => buyer.openPayment()),
      buyer.reserve(PREMIER).then(() => buyer.openPayment()),
      buyer.reserve(PREMIER).then(() => buyer.openPayment()),
    ])
    const { body: last } = await buyer.openPayment()

    const { total } = await cartOf(buyer)
    expect(last).toMatchObject({ paymentId: payment.paymentId, amount: total })
    expect((await provider().intent(payment.paymentId)).amount).toBe(total * 100)
    expect((await buyer.pay(last)).body.total).toBe(total.toFixed(2))
    expect((await cartOf(buyer)).lines).toEqual([])
  })
})

describe('a payment that was confirmed before the cart changed', () => {
  test('pays its own lines; added ones stay in the cart for a new order', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment)
    await buyer.reserve(PREMIER)
    const both = await cartOf(buyer)
    const asked = await buyer.openPayment(both.total)

    expect(asked).toMatchObject({ status: 409, body: { code: 'amount_changed' } })
    const left = await cartOf(buyer)
    expect(packagesIn(left.lines)).toEqual(['premier'])
    expect(asked.body.details).toEqual({ total: left.total.toFixed(2) })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid', tiers: ['vip'] }])
    const { body: next } = await buyer.openPayment()
    expect(next.orderId).not.toBe(payment.orderId)
    expect((await buyer.pay(next)).body.status).toBe('completed')
  })

  test('pays its own revision, with a fresh unit for a line removed since', async () => {
    const { buyer, payment } = await openedPayment(store, VIP, PREMIER)
    await buyer.confirm(payment)
    await buyer.release(PREMIER)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    expect(order).toMatchObject({ status: 'completed', total: payment.amount.toFixed(2), refundedTotal: '0.00' })
    expect(packagesIn(order.lines)).toEqual(['premier', 'vip'])
  })
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
    const first = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(packagesIn(second.body.lines)).toEqual(['premier'])
    expect(packagesIn(first.body.lines)).toEqual(['vip'])
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('is pending for the browser, cannot be paid twice, and completes when the bank approves', async () => {
    const { buyer, payment } = await processing()
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.code).toBe('payment_pending')
    expect((await cartOf(buyer)).lines).toEqual([])
    expect((await buyer.openPayment(payment.amount)).body.code).toBe('cart_empty')
    expect((await buyer.confirm(payment)).status).toBe(400)
    await provider().release(payment.paymentId, 'succeeded')
    store.clock.advance(seconds(60))
    await store.runTimers()

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
    expect(await provider().charges(payment.paymentId)).toHaveLength(1)
  })

  test('returns its lines to the cart when the bank declines, and a new order is paid', async () => {
    const { buyer, payment } = await processing()
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await provider().release(payment.paymentId, 'failed')
    await deliverWebhook(store, await provider().event(payment.paymentId, 'payment_intent.payment_failed'))
    await store.runJobs()

    expect(packagesIn((await cartOf(buyer)).lines)).toEqual(['vip'])
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

const gateway = (): PaymentGateway => {
  const { payments } = store.ctx.gateways
  if (!payments) throw new Error('a test app takes cards')
  return payments
}

type Call = (...input: never[]) => unknown

/** Stops the next call of a kind at the provider, before it is made or once it is, until it is released. */
function stopNext(
  method: 'createIntent' | 'updateIntent' | 'cancelIntent',
  when: 'before' | 'after',
): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const payments: Record<typeof method, Call> = gateway()
  const call = payments[method]
  payments[method] = async (...input) => {
    payments[method] = call
    const answer = when === 'after' ? await call(...input) : null
    reached.resolve()
    await released.promise
    return answer ?? call(...input)
  }
  return { reached: reached.promise, release: () => released.resolve() }
}

/** Does something in another tab while a call of the first one is stopped at the provider. @returns both answers */
async function meanwhile<Other>(
  stop: ReturnType<typeof stopNext>,
  first: () => Promise<Reply>,
  other: () => Promise<Other>,
): Promise<[Reply, Other]> {
  const calling = first()
  await stop.reached
  const answer = await other()
  stop.release()
  return [await calling, answer]
}

/** The order that waits for Cash App has this one way to pay: no intent of this buyer can take a card. */
async function expectOnlyCashApp(buyer: Buyer, { reference }: { reference: string }): Promise<void> {
  expect(
    await store.rows(
      `select o.state, o.payment_method, p.state as payment from orders o left join payments p using (order_id)
     where o.owner_id = (select owner_id from orders where reference = $1) and o.state = 'awaiting_payment'`,
      [reference],
    ),
  ).toEqual([{ state: 'awaiting_payment', payment_method: 'cash_app', payment: 'promised' }])
  expect((await buyer.call('GET', '/api/cart')).body).toMatchObject({ lines: [] })
}

describe('choosing Cash App in another tab', () => {
  test('after the provider made the intent leaves Cash App only', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const [opened, chosen] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      () => chooseCashApp(buyer, VIP_DOLLARS),
    )

    expect([opened.status, opened.body.code, chosen.status]).toEqual([409, 'cart_empty', 200])
    await expectOnlyCashApp(buyer, chosen.body)
  })

  test('before the provider changed the intent leaves Cash App only', async () => {
    const { buyer, payment: card } = await openedPayment(store, VIP)
    await buyer.reserve(PREMIER)
    const { total } = (await buyer.call('GET', '/api/cart')).body
    const [opened, chosen] = await meanwhile(
      stopNext('updateIntent', 'before'),
      () => buyer.openPayment(total),
      () => chooseCashApp(buyer, total),
    )

    expect([opened.status, opened.body.code, chosen.status]).toEqual([409, 'cart_empty', 200])
    expect((await buyer.confirm(card)).status).toBe(400)
    await expectOnlyCashApp(buyer, chosen.body)
  })

  test('and opening the card again after the provider canceled its intent leaves Cash App only', async () => {
    const { buyer, payment: card } = await openedPayment(store, VIP)
    const [chosen, opened] = await meanwhile(
      stopNext('cancelIntent', 'after'),
      () => chooseCashApp(buyer, VIP_DOLLARS),
      () => buyer.openPayment(VIP_DOLLARS),
    )

    expect([opened.status, opened.body.paymentId, chosen.status]).toEqual([200, card.paymentId, 200])
    expect((await buyer.confirm(opened.body)).status).toBe(400)
    await expectOnlyCashApp(buyer, chosen.body)
  })
})

describe('a cart that changes before its intent is saved', () => {
  test('has its order closed with the released line, and the intent is not shown', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const [opened, released] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      () => buyer.release(VIP),
    )

    expect([released.status, opened.status, opened.body.code]).toEqual([200, 409, 'cart_empty'])
  })

  test('is paid at its new total only', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const [opened, changed] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      async () => {
        await buyer.reserve(PREMIER)
        return buyer.openPayment()
      },
    )

    expect([changed.status, opened.status, opened.body.code]).toEqual([200, 409, 'amount_changed'])
    expect((await cardProvider(store).intent(changed.body.paymentId)).amount).toBe(changed.body.amount * 100)
  })

  test('needs no card once credit pays all of it, and the intent is not shown', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await grantCredit(store, buyer.contactInfo.email, VIP_DOLLARS * 100)
    await unlockCredit(store, buyer)
    const [opened, free] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      async () => {
        await openWithCredit(buyer, VIP_DOLLARS)
        return buyer.recordOrder({ paymentMethod: 'free' })
      },
    )

    expect([free.status, opened.status, opened.body.code]).toEqual([200, 409, 'cart_empty'])
  })
})

describe('a payment link that ends before its intent is saved', () => {
  const ends: ['before' | 'after', string, string, (rep: Client, request: Reply['body']) => Promise<Reply>][] = [
    [
      'before',
      'marked as paid',
      'payment_request_paid',
      (_rep, { token }) =>
        admin.call('POST', `/api/admin/payment-request/${token}/mark-paid`, { reference: 'check 1042' }),
    ],
    [
      'after',
      'voided',
      'payment_request_expired',
      (rep, { id }) => rep.call('POST', `/api/sales/payment-requests/${id}/void`),
    ],
    [
      'after',
      'replaced',
      'payment_request_expired',
      (rep, { id }) => rep.call('POST', `/api/sales/payment-requests/${id}/resend`, {}),
    ],
  ]
  for (const [when, how, code, end] of ends)
    test(`because it was ${how} ${when} the provider made it opens no card payment`, async () => {
      const rep = await aRep(store)
      const request = await sendLink(rep, [VIP])
      const customer = await aBuyerWith(store)
      const [opened, ended] = await meanwhile(
        stopNext('createIntent', when),
        () => openLink(customer, request),
        () => end(rep, request),
      )

      expect([ended.status, opened.status < 400, opened.body.code]).toEqual([200, false, code])
    })
})
