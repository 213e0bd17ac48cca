/** Paying by Cash App: the order waits for a day, and its buyer may go back to the card. */
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aBuyerWith, chooseCashApp, leaveCashApp, liveHoldsOf } from '#testing/cash-app.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { createTestApp, HTTPS_STAGING } from '#testing/test-app.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const SOLD_ONCE = '48453-owner-vip-20'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 }, { env: { CASH_APP_HANDLE: '$plot' } })

const cartOf = async (buyer: Buyer): Promise<Reply['body']> => (await buyer.call('GET', '/api/cart')).body

async function stateOf(order: { reference: string }): Promise<{ state: string; payment: string }> {
  const rows = await store.rows(
    'select o.state, p.state as payment from orders o left join payments p using (order_id) where reference = $1',
    [order.reference],
  )
  return rows[0]
}

describe('choosing Cash App', () => {
  test('makes an order with a reference, the exact amount and a day’s hold; the lines leave the cart', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)
    const { status, body } = await chooseCashApp(buyer, 498)

    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'cash_app', amount: 498, handle: '$plot' })
    expect(body.reference).toMatch(/^LY-[2-9A-Z]{8}$/)
    expect(body.paymentDetails).toBe(`Cash App: $plot\nAmount: $498.00\nNote: ${body.reference}`)
    expect(Math.round((Date.parse(body.expiresAt) - store.clock.now().getTime()) / 60_000)).toBe(24 * 60)
    expect(await cartOf(buyer)).toMatchObject({ lines: [], total: 0, pendingOrder: body })
    expect(await liveHoldsOf(store, body)).toEqual([
      { owner: 'order', minutesLeft: 1440 },
      { owner: 'order', minutesLeft: 1440 },
    ])
  })

  test('emails the buyer how to pay, with the time zone of the deadline', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await chooseCashApp(buyer, 299)
    await store.runJobs()

    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails.map((mail) => mail.subject)).toEqual([`Order ${body.reference}: how to pay by Cash App`])
    const { text, html } = mails[0] ?? { text: '', html: '' }
    for (const words of ['$plot', '$299.00', body.reference, 'once we have verified the payment', body.orderToken]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(text).toMatch(/Held until: \w+, \w+ \d+ at \d+:\d\d [AP]M E[DS]T \(New York\)/)
  })

  test('several times at once makes one order', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)
    const replies = await Promise.all(Array.from({ length: 6 }, () => chooseCashApp(buyer, 498)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.reference)).size).toBe(1)
    await store.runJobs()
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('again finds the same order: it asks to agree to a new total, takes a corrected address and keeps a known one', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: first } = await chooseCashApp(buyer, 299)
    store.clock.advance(hours(1))
    const same = await chooseCashApp(buyer, 299)
    await buyer.reserve(PREMIER)
    const refused = await chooseCashApp(buyer, 199)
    const agreed = await chooseCashApp(buyer, 498, { contactInfo: undefined })
    const email = 'corrected@example.com'
    const corrected = await chooseCashApp(buyer, 498, { contactInfo: { ...buyer.contactInfo, email } })
    await store.runJobs()

    expect(same.body).toEqual(first)
    expect(refused.body).toMatchObject({ code: 'amount_changed', details: { total: '498.00' } })
    const { reference, orderToken } = first
    for (const { body } of [agreed, corrected]) expect(body).toMatchObject({ reference, orderToken, amount: 498 })
    expect(await cartOf(buyer)).toMatchObject({ lines: [], pendingOrder: { amount: 498 } })
    expect(await liveHoldsOf(store, first)).toHaveLength(2)
    expect((await store.mailsTo(email)).at(0)).toMatchObject({
      subject: expect.stringContaining(reference),
      text: expect.stringContaining('$498.00'),
    })
  })

  test('is refused without a contact, at another total or price and where it is not offered; the cart stays', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const line = { tier: 'vip', size: 20, price: 299, leadType: 'vacant', state: 'Texas', county: 'Travis' }
    const elsewhere = await createTestApp({ env: HTTPS_STAGING, beside: store })
    const asks: [body: object, amount: number, code: string][] = [
      [{ contactInfo: { fullName: 'Bea' } }, 299, 'contact_required'],
      [{}, 298.99, 'amount_changed'],
      [{ cartItems: [{ ...line, price: 1 }] }, 299, 'amount_changed'],
    ]
    for (const [body, amount, code] of asks)
      expect((await chooseCashApp(buyer, amount, { ...body })).body.code).toBe(code)
    expect((await chooseCashApp(aBuyer(store), 0)).body.code).toBe('cart_empty')
    expect(await chooseCashApp(await aBuyerWith(elsewhere, VIP), 299)).toMatchObject({
      status: 503,
      body: { code: 'cash_app_unavailable' },
    })
    await elsewhere.close()

    expect(await cartOf(buyer)).toMatchObject({ total: 299, pendingOrder: null })
    expect((await chooseCashApp(buyer, 299, { cartItems: [line] })).status).toBe(200)
    expect((await buyer.recordOrder()).body.code).toBe('payment_pending')
  })
})

describe('a card payment that Cash App comes too late for', () => {
  test('is settled by the call that finds it succeeded', async () => {
    const { buyer, payment: card } = await openedPayment(store, VIP)
    await buyer.confirm(card)
    const chosen = await chooseCashApp(buyer, 299)

    expect(chosen.body.code).toBe('order_already_paid')
    expect(await stateOf(card)).toEqual({ state: 'paid', payment: 'succeeded' })
    const page = await buyer.call('GET', `/api/orders/${chosen.body.details.orderToken}`)
    expect(page.body).toMatchObject({ status: 'completed', paymentMethod: 'stripe' })
  })

  test('is left alone while it waits for 3-D Secure, and the buyer is told', async () => {
    const { buyer, payment: card } = await openedPayment(store, VIP)
    await buyer.confirm(card, 'pm_card_threeDSecure2Required')
    const chosen = await chooseCashApp(buyer, 299)

    expect(chosen.body.code).toBe('payment_pending')
    await cardProvider(store).endChallenge(card.paymentId, 'complete')
    expect((await buyer.recordOrder({ paymentId: card.paymentId })).body.status).toBe('completed')
  })
})

describe('going back to the card', () => {
  test('emails the buyer once that the order no longer waits for Cash App, and what to do with sent money', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await chooseCashApp(buyer, 299)
    await store.runJobs()
    await Promise.all(Array.from({ length: 5 }, () => leaveCashApp(buyer)))
    await store.runJobs()

    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Order ${body.reference}: Cash App payment no longer needed`,
      `Order ${body.reference}: how to pay by Cash App`,
    ])
    const told = mails.find(({ subject }) => subject.includes('no longer needed'))?.text
    for (const words of ['reserved for up to 30 minutes', 'If you already have', '$299.00'])
      expect(told).toContain(words)
  })

  test('and choosing Cash App again at once sends no email about going back, within the limits per address', async () => {
    const buyer = await aBuyerWith(store, VIP)
    for (let round = 1; round <= 7; round += 1) {
      await chooseCashApp(buyer, 299)
      await leaveCashApp(buyer)
    }
    await chooseCashApp(buyer, 299)
    await store.runJobs()
    expect(
      (await store.mailsTo(buyer.contactInfo.email)).filter(({ subject }) => subject.includes('no longer')),
    ).toEqual([])

    await leaveCashApp(buyer)
    await store.runJobs()
    expect(
      await store.rows(
        `select kind, count(*)::int as count from messages where sent_to = $1 group by kind order by kind`,
        [buyer.contactInfo.email],
      ),
    ).toEqual([
      { kind: 'cash_app_instructions', count: 5 },
      { kind: 'cash_app_withdrawn', count: 5 },
    ])
  })

  test('repeatedly keeps the reference, with one chargeable payment at a time', async () => {
    const { buyer, payment: first } = await openedPayment(store, VIP)
    const { body: cash } = await chooseCashApp(buyer, 299)
    await leaveCashApp(buyer)
    const { body: second } = await buyer.openPayment()
    await chooseCashApp(buyer, 299)
    await leaveCashApp(buyer)
    const { body: third } = await buyer.openPayment()

    expect(new Set([first, cash, second, third].map(({ reference }) => reference)).size).toBe(1)
    const statuses = await Promise.all(
      [first, second, third].map(async ({ paymentId }) => (await cardProvider(store).intent(paymentId)).status),
    )
    expect(statuses).toEqual(['canceled', 'canceled', 'requires_payment_method'])
    expect((await buyer.pay(third)).body.status).toBe('completed')
  })

  test('never extends a hold beyond what Cash App promised, however often the method changes', async () => {
    await store.setStock(SOLD_ONCE, 1)
    const buyer = await aBuyerWith(store, SOLD_ONCE)
    // A day and two hours in all, with a quarter of an hour back in the cart after each wait.
    for (const waitMs of [hours(12), hours(11), hours(2), hours(1)]) {
      await chooseCashApp(buyer, 349)
      store.clock.advance(waitMs)
      if (waitMs === hours(2)) expect((await aBuyer(store).reserve(SOLD_ONCE)).body.code).toBe('out_of_stock')
      await leaveCashApp(buyer)
      store.clock.advance(minutes(15))
      await store.runTimers()
    }

    expect((await cartOf(buyer)).lines).toEqual([])
    expect((await aBuyer(store).reserve(SOLD_ONCE)).status).toBe(200)
  })
})

test('going back waits for the choice that began before it, and then undoes it', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const lock = `select pg_advisory_xact_lock(hashtextextended('cash_app address ' || $1, 0))`
  const held = await holdUp(store.testDatabase, lock, [buyer.contactInfo.email])
  const choosing = chooseCashApp(buyer, 299)
  await untilNodeWaits(store.testDatabase)
  const leaving = leaveCashApp(buyer)
  // Another cart's answer comes after whatever the call before it could do without waiting.
  await leaveCashApp(await aBuyerWith(store, VIP))
  await held.release()
  const [chosen, left] = await Promise.all([choosing, leaving])

  expect([chosen.status, left.status]).toEqual([200, 200])
  expect(left.body).toMatchObject({ total: 299, pendingOrder: null })
})

test('many calls at once are all answered', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, call) => (call % 2 === 0 ? chooseCashApp(buyer, 299) : leaveCashApp(buyer))),
  )
  expect(replies.map(({ status, body }) => [status, body.code]).filter(([status]) => status !== 200)).toEqual([])
})
