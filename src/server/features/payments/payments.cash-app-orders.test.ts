/** Orders by Cash App: they wait for a day, their buyers may go back to the card, and administrators decide. */
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import * as cashApp from '#testing/cash-app.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { stockOf } from '#testing/payment-links.ts'
import { createTestApp, HTTPS_STAGING } from '#testing/test-app.ts'
import { PREMIER, VIP, withStock } from '#testing/with-store.ts'

const SCARCE = '48453-landlord-vip-20'
const SOLD_ONCE = '48453-owner-vip-20'
const QUEUE = '/api/admin/cash-app-orders'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 }, { settings: { cashAppHandle: '$plot' } })
const admin = adminOf(store)

const waiting = (packageId = VIP) => cashApp.aCashAppOrder(store, packageId)

const verify = (order: { reference: string }) => cashApp.verifyCashApp(admin, order)
const reject = (order: { reference: string }) => cashApp.rejectCashApp(admin, order)

const rowOf = (order: { reference: string }) =>
  store.row`select o.state, o.close_reason, o.decision_note, u.email as decided_by, p.payment_id, p.state as payment, o.order_id
     from orders o left join payments p using (order_id) left join users u on u.user_id = o.decided_by where reference = ${order.reference}`

/** Ends an order's holds as the sweep does while the order still waits, since its timer may be some seconds behind. */
async function runOutHoldsOf({ reference }: { reference: string }): Promise<void> {
  await store.sql`update holds set expires_at = placed_at
    where owner_id = (select 'order:' || order_id from orders where reference = ${reference})`
  await store.runTimers()
}

const subjectsTo = async (buyer: Buyer) => (await buyer.mails()).map(({ subject }) => subject)

test('the queue of Cash App orders shows waiting orders with buyer, amount and lines, earliest deadline first', async () => {
  const { order: older } = await waiting()
  store.clock.advance(minutes(1))
  const { order: newer, buyer } = await waiting()
  const { status, body } = await admin.call('GET', QUEUE)

  expect(status).toBe(200)
  expect(body.orders.slice(-2).map((one: Reply['body']) => one.reference)).toEqual([older.reference, newer.reference])
  expect(body.waiting).toBe(body.orders.length)
  expect(body.orders.at(-1)).toMatchObject({
    amount: 299,
    fullName: 'Bea Buyer',
    email: buyer.contactInfo.email,
    expiresAt: newer.expiresAt,
    lines: [{ tier: 'vip', county: 'Travis', price: 299 }],
  })
})

describe('verifying', () => {
  test('pays the order, sells its units, records who verified the money, and confirms by email', async () => {
    const { buyer, order } = await waiting()
    const { body } = await verify({ reference: order.reference.toLowerCase() })

    expect(body).toMatchObject({ status: 'completed', paymentMethod: 'cash_app', total: '299.00', payUntil: null })
    const row = await rowOf(order)
    expect(row).toMatchObject({ state: 'paid', payment: 'succeeded', decision_note: 'transfer #4711' })
    expect(row).toMatchObject({ payment_id: `cash_${row.order_id}`, decided_by: 'admin@example.com' })
    expect(await subjectsTo(buyer)).toContain(`Order ${order.reference} is confirmed`)
    expect(await buyer.cart()).toMatchObject({ lines: [], pendingOrder: null })
    expect((await buyer.recordOrder()).body).toMatchObject({ status: 'completed', reference: order.reference })
  })

  test('several times at once has one effect, and each reply says so', async () => {
    const { buyer, order } = await waiting()
    const replies = await Promise.all(Array.from({ length: 8 }, () => verify(order)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 completed']))
    expect((await subjectsTo(buyer)).filter((subject) => subject.endsWith('is confirmed'))).toHaveLength(1)
  })

  test('an order that was rejected or does not exist is refused', async () => {
    const { order } = await waiting()
    await reject(order)
    expect((await verify(order)).body.code).toBe('order_cancelled')
    expect((await verify({ reference: 'LY-22222222' })).body.code).toBe('order_not_found')
    const { body } = await admin.call('GET', QUEUE)
    expect(body.orders.map((one: Reply['body']) => one.reference)).not.toContain(order.reference)
  })

  test('an order that is paid by card is refused', async () => {
    const { buyer, order } = await waiting()
    await cashApp.leaveCashApp(buyer)
    const early = await verify(order)
    const payment = (await buyer.openPayment()).body
    await buyer.pay(payment)
    const late = await verify(order)

    expect(early.body.code).toBe('order_not_found')
    expect(late.body.code).toBe('order_already_paid')
    expect((await reject(order)).body.code).toBe('order_already_paid')
    expect(await rowOf(order)).toMatchObject({ state: 'paid', payment_id: payment.paymentId })
  })

  test('after the holds expired takes fresh units if there are any', async () => {
    await store.setStock(SCARCE, 2)
    const { order } = await waiting(SCARCE)
    await runOutHoldsOf(order)
    expect((await verify(order)).body).toMatchObject({ status: 'completed', refundedTotal: '0.00' })
    expect(await stockOf(admin, SCARCE)).toBe(1)
  })

  test('after the holds expired is refused if the units are sold, and nothing changes', async () => {
    await store.setStock(SCARCE, 1)
    const { buyer, order } = await waiting(SCARCE)
    await runOutHoldsOf(order)
    await aBuyer(store).buy(SCARCE)
    const refused = await verify(order)

    expect(refused).toMatchObject({ status: 409, body: { code: 'order_out_of_stock' } })
    expect(await rowOf(order)).toMatchObject({ state: 'awaiting_payment', payment: 'promised' })
    expect(await subjectsTo(buyer)).not.toContain(`Order ${order.reference} is confirmed`)
    expect((await reject(order)).status).toBe(200)
  })

  test('credits the sale to the rep who made it, at the usual commission', async () => {
    const rep = await aRep(store)
    await rep.reserve(VIP)
    const contactInfo = { fullName: 'Cora Customer', email: 'cora@example.com' }
    const { body: order } = await rep.call('POST', '/api/cash-app-orders', { amount: 299, contactInfo })
    await verify(order)

    expect(
      await store.sql`select u.email, o.commission_bps from orders o join users u on u.user_id = o.rep_id
        where reference = ${order.reference}`,
    ).toEqual([{ email: 'rep@example.com', commission_bps: 1_000 }])
  })
})

test('rejecting cancels the order, puts its units back on sale and tells the buyer why', async () => {
  await store.setStock(SCARCE, 1)
  const { buyer, order } = await waiting(SCARCE)
  const { body } = await reject(order)

  expect(body).toMatchObject({ status: 'cancelled', closeReason: 'rejected' })
  expect(await stockOf(admin, SCARCE)).toBe(1)
  expect(await subjectsTo(buyer)).toContain(`Order ${order.reference} was canceled`)
  expect((await buyer.mails())[0]?.text).toContain('No transfer with this note came.')
  expect(await buyer.cart()).toMatchObject({ lines: [], pendingOrder: null })
})

test('a day without payment cancels the order, returns the units and tells the buyer once', async () => {
  await store.setStock(SCARCE, 1)
  const { buyer, order } = await waiting(SCARCE)
  store.clock.advance(hours(24))
  await Promise.all([store.runTimers(), store.runTimers(), store.runTimers()])

  expect(await stockOf(admin, SCARCE)).toBe(1)
  expect(await rowOf(order)).toMatchObject({ state: 'cancelled', close_reason: 'expired', payment: 'cancelled' })
  expect((await subjectsTo(buyer)).filter((subject) => subject.endsWith('was canceled'))).toHaveLength(1)
  expect((await verify(order)).body.code).toBe('order_cancelled')
  expect((await reject(order)).body.code).toBe('order_cancelled')
})

describe('choosing Cash App', () => {
  test('makes an order with a reference, the exact amount and a day’s hold; the lines leave the cart', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)
    const { status, body } = await cashApp.chooseCashApp(buyer, 498)

    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'cash_app', amount: 498, handle: '$plot' })
    expect(body.reference).toMatch(/^LY-[2-9A-Z]{8}$/)
    expect(body.paymentDetails).toBe(`Cash App: $plot\nAmount: $498.00\nNote: ${body.reference}`)
    expect(Math.round((Date.parse(body.expiresAt) - store.clock.now().getTime()) / 60_000)).toBe(24 * 60)
    expect(await buyer.cart()).toMatchObject({ lines: [], total: 0, pendingOrder: body })
    expect(await cashApp.liveHoldsOf(store, body)).toEqual([
      { owner: 'order', minutesLeft: 1440 },
      { owner: 'order', minutesLeft: 1440 },
    ])
  })

  test('emails the buyer how to pay, with the time zone of the deadline', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await cashApp.chooseCashApp(buyer, 299)

    const mails = await buyer.mails()
    expect(mails.map((mail) => mail.subject)).toEqual([`Order ${body.reference}: how to pay by Cash App`])
    const { text, html } = mails[0] ?? { text: '', html: '' }
    for (const words of ['$plot', '$299.00', body.reference, 'once we have verified the payment', body.orderToken]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(text).toMatch(/Held until: \w+, \w+ \d+, \d+:\d\d [AP]M ET/)
  })

  test('several times at once makes one order', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)
    const replies = await Promise.all(Array.from({ length: 6 }, () => cashApp.chooseCashApp(buyer, 498)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.reference)).size).toBe(1)
    expect(await buyer.mails()).toHaveLength(1)
  })

  test('again finds the same order: it asks to agree to a new total, takes a corrected address and keeps a known one', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: first } = await cashApp.chooseCashApp(buyer, 299)
    store.clock.advance(hours(1))
    const same = await cashApp.chooseCashApp(buyer, 299)
    await buyer.reserve(PREMIER)
    const refused = await cashApp.chooseCashApp(buyer, 199)
    const agreed = await cashApp.chooseCashApp(buyer, 498, { contactInfo: undefined })
    const email = 'corrected@example.com'
    const corrected = await cashApp.chooseCashApp(buyer, 498, { contactInfo: { ...buyer.contactInfo, email } })
    await store.runJobs()

    expect(same.body).toEqual(first)
    expect(refused.body).toMatchObject({ code: 'amount_changed', details: { total: '498.00' } })
    const { reference, orderToken } = first
    for (const { body } of [agreed, corrected]) expect(body).toMatchObject({ reference, orderToken, amount: 498 })
    expect(await buyer.cart()).toMatchObject({ lines: [], pendingOrder: { amount: 498 } })
    expect(await cashApp.liveHoldsOf(store, first)).toHaveLength(2)
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
      expect((await cashApp.chooseCashApp(buyer, amount, { ...body })).body.code).toBe(code)
    expect((await cashApp.chooseCashApp(aBuyer(store), 0)).body.code).toBe('cart_empty')
    expect(await cashApp.chooseCashApp(await aBuyerWith(elsewhere, VIP), 299)).toMatchObject({
      status: 503,
      body: { code: 'cash_app_unavailable' },
    })
    await elsewhere.close()

    expect(await buyer.cart()).toMatchObject({ total: 299, pendingOrder: null })
    expect((await cashApp.chooseCashApp(buyer, 299, { cartItems: [line] })).status).toBe(200)
    expect((await buyer.recordOrder()).body.code).toBe('payment_pending')
  })
})

test('a card payment that Cash App comes too late for is settled by the call that finds it succeeded', async () => {
  const { buyer, payment: card } = await openedPayment(store, VIP)
  await buyer.confirm(card)
  const chosen = await cashApp.chooseCashApp(buyer, 299)

  expect(chosen.body.code).toBe('order_already_paid')
  expect(await rowOf(card)).toMatchObject({ state: 'paid', payment: 'succeeded' })
  const page = await buyer.call('GET', `/api/orders/${chosen.body.details.orderToken}`)
  expect(page.body).toMatchObject({ status: 'completed', paymentMethod: 'stripe' })
})

test('a card payment that Cash App comes too late for is left alone while it waits for 3-D Secure, and the buyer is told', async () => {
  const { buyer, payment: card } = await openedPayment(store, VIP)
  await buyer.confirm(card, 'pm_card_threeDSecure2Required')
  const chosen = await cashApp.chooseCashApp(buyer, 299)

  expect(chosen.body.code).toBe('payment_pending')
  await cardProvider(store).endChallenge(card.paymentId, 'complete')
  expect((await buyer.report(card)).body.status).toBe('completed')
})

test('going back to the card emails the buyer once that the order no longer waits for Cash App, and what to do with sent money', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { body } = await cashApp.chooseCashApp(buyer, 299)
  await store.runJobs()
  await Promise.all(Array.from({ length: 5 }, () => cashApp.leaveCashApp(buyer)))

  const mails = await buyer.mails()
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    `Order ${body.reference}: Cash App payment no longer needed`,
    `Order ${body.reference}: how to pay by Cash App`,
  ])
  const told = mails.find(({ subject }) => subject.includes('no longer needed'))?.text
  for (const words of ['reserved for up to 30 minutes', 'If you already have', '$299.00']) expect(told).toContain(words)
})

test('going back to the card and choosing Cash App again at once sends no email about going back, within the limits per address', async () => {
  const buyer = await aBuyerWith(store, VIP)
  for (let round = 1; round <= 7; round += 1) {
    await cashApp.chooseCashApp(buyer, 299)
    await cashApp.leaveCashApp(buyer)
  }
  await cashApp.chooseCashApp(buyer, 299)
  expect((await buyer.mails()).filter(({ subject }) => subject.includes('no longer'))).toEqual([])

  await cashApp.leaveCashApp(buyer)
  await store.runJobs()
  expect(
    await store.sql`select kind, count(*)::int as count from messages where sent_to = ${buyer.contactInfo.email} group by kind order by kind`,
  ).toEqual([
    { kind: 'cash_app_instructions', count: 5 },
    { kind: 'cash_app_withdrawn', count: 5 },
  ])
})

test('going back to the card repeatedly keeps the reference, with one chargeable payment at a time', async () => {
  const { buyer, payment: first } = await openedPayment(store, VIP)
  const { body: cash } = await cashApp.chooseCashApp(buyer, 299)
  await cashApp.leaveCashApp(buyer)
  const { body: second } = await buyer.openPayment()
  await cashApp.chooseCashApp(buyer, 299)
  await cashApp.leaveCashApp(buyer)
  const { body: third } = await buyer.openPayment()

  expect(new Set([first, cash, second, third].map(({ reference }) => reference)).size).toBe(1)
  const statuses = await Promise.all(
    [first, second, third].map(async ({ paymentId }) => (await cardProvider(store).intent(paymentId)).status),
  )
  expect(statuses).toEqual(['canceled', 'canceled', 'requires_payment_method'])
  expect((await buyer.pay(third)).body.status).toBe('completed')
})

test('going back to the card never extends a hold beyond what Cash App promised, however often the method changes', async () => {
  await store.setStock(SOLD_ONCE, 1)
  const buyer = await aBuyerWith(store, SOLD_ONCE)
  // A day and two hours in all, with a quarter of an hour back in the cart after each wait.
  for (const waitMs of [hours(12), hours(11), hours(2), hours(1)]) {
    await cashApp.chooseCashApp(buyer, 349)
    store.clock.advance(waitMs)
    if (waitMs === hours(2)) expect((await aBuyer(store).reserve(SOLD_ONCE)).body.code).toBe('out_of_stock')
    await cashApp.leaveCashApp(buyer)
    await store.pass(minutes(15))
  }

  expect((await buyer.cart()).lines).toEqual([])
  expect((await aBuyer(store).reserve(SOLD_ONCE)).status).toBe(200)
})

test('going back waits for the choice that began before it, and then undoes it', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const lock = `select pg_advisory_xact_lock(hashtextextended('cash_app address ' || $1, 0))`
  const held = await holdUp(store.testDatabase, lock, [buyer.contactInfo.email])
  const choosing = cashApp.chooseCashApp(buyer, 299)
  await untilNodeWaits(store.testDatabase)
  const leaving = cashApp.leaveCashApp(buyer)
  // Another cart's answer comes after whatever the call before it could do without waiting.
  await cashApp.leaveCashApp(await aBuyerWith(store, VIP))
  await held.release()
  const [chosen, left] = await Promise.all([choosing, leaving])

  expect([chosen.status, left.status]).toEqual([200, 200])
  expect(left.body).toMatchObject({ total: 299, pendingOrder: null })
})

test('many calls at once are all answered', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, call) =>
      call % 2 === 0 ? cashApp.chooseCashApp(buyer, 299) : cashApp.leaveCashApp(buyer),
    ),
  )
  expect(replies.map(({ status, body }) => [status, body.code]).filter(([status]) => status !== 200)).toEqual([])
})
