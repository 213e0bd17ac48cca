/** Ways to pay one order, and to end it, that meet at the same moment. */
import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyerWith, adminOf, openedPayment } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aCashAppOrder, chooseCashApp, leaveCashApp, rejectCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { runsOf } from '#testing/lane.ts'
import { VIP, withStock, withStore } from '#testing/with-store.ts'
import { closeOrder } from './close-order.ts'

const ROUNDS = runsOf(20)

const store = withStock({ [VIP]: 5_000 })
const twin = withStore({ beside: store })
const admin = adminOf(store)

const waiting = () => aCashAppOrder(store, VIP)
const verify = (order: { reference: string }) => verifyCashApp(admin, order)
const reject = (order: { reference: string }) => rejectCashApp(admin, order)

const stateOf = (order: { reference: string }) =>
  store.row`select o.state, p.state as payment, (select count(*)::int from holds h where h.order_id = o.order_id) as sold
     from orders o left join payments p using (order_id) where reference = ${order.reference}`

test('verify and reject end in one of the two, never in both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { buyer, order } = await waiting()

    const [verified, rejected] = await Promise.all(
      round % 2 === 0 ? [verify(order), reject(order)] : [reject(order), verify(order)].reverse(),
    )

    const { state, payment, sold } = await stateOf(order)
    expect([verified?.status, rejected?.status].sort()).toEqual([200, 409])
    expect([state, payment, sold]).toEqual(
      verified?.status === 200 ? ['paid', 'succeeded', 1] : ['cancelled', 'cancelled', 0],
    )
    const mails = (await buyer.mails()).map((mail) => mail.subject)
    expect(mails.filter((subject) => /is confirmed|was canceled/.test(subject))).toHaveLength(1)
  }
})

test('verify and the end of the day leave the order paid with its unit, or canceled without', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { order } = await waiting()
    store.clock.advance(hours(24))
    // Signs in again: their session has ended, too.
    await admin.call('GET', '/api/admin/cash-app-orders')

    const [verified] = await Promise.all([verify(order), store.runTimers(), twin.runTimers()])

    const { state, payment, sold } = await stateOf(order)
    expect([verified.status, state, payment, sold]).toEqual(
      verified.status === 200 ? [200, 'paid', 'succeeded', 1] : [409, 'cancelled', 'cancelled', 0],
    )
  }
})

test('a card charge and choosing Cash App pay the order once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { buyer, payment: card } = await openedPayment(store, VIP)

    const [confirmed, chosen] = await Promise.all([buyer.confirm(card), chooseCashApp(buyer, 299)])

    expect([confirmed.status, chosen.status]).toEqual(confirmed.status === 200 ? [200, 409] : [400, 200])
    if (chosen.status === 200) expect((await verify(chosen.body)).status).toBe(200)
    else expect(chosen.body).toMatchObject({ code: 'order_already_paid', details: { orderToken: expect.any(String) } })
    expect(await stateOf(card)).toEqual({ state: 'paid', payment: 'succeeded', sold: 1 })
    expect(await cardProvider(store).charges(card.paymentId)).toHaveLength(confirmed.status === 200 ? 1 : 0)
  }
})

test('opening a card payment and choosing Cash App in two tabs leave one way to pay', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const buyer = await aBuyerWith(store, VIP)
    const other = buyer.at(twin)
    const open = { amount: 299, contactInfo: buyer.contactInfo }

    const [opened, chosen] = await Promise.all([
      buyer.call('POST', '/api/create-payment-intent', open),
      other.call('POST', '/api/cash-app-orders', open),
    ])

    expect(chosen.status).toBe(200)
    if (opened.status === 200) expect((await buyer.confirm(opened.body)).status).toBe(400)
    else expect(opened.body.code).toBe('cart_empty')
    expect(await stateOf(chosen.body)).toEqual({ state: 'awaiting_payment', payment: 'promised', sold: 0 })
  }
})

test('going back, choosing again, verifying and paying by card sell each unit at most once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { buyer, order } = await waiting()
    const other = buyer.at(twin)
    const contactInfo = { ...buyer.contactInfo, fullName: 'Bea Other' }

    const replies = await Promise.all([
      leaveCashApp(buyer),
      leaveCashApp(other),
      other.call('POST', '/api/cash-app-orders', { amount: 299, contactInfo }),
      verify(order),
      buyer.openPayment(299),
    ])

    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const { state, sold } = await stateOf(order)
    expect([state, sold]).toEqual(state === 'paid' ? ['paid', 1] : ['awaiting_payment', 0])
  }
})

test('closing an order while its buyer pays leaves it either paid or uncharged, never both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { buyer, payment: card } = await openedPayment(store, VIP)

    const [closing, confirmed] = await Promise.all([closeOrder(store.ctx, card.orderId), buyer.confirm(card)])
    await buyer.report(card)

    const charges = await cardProvider(store).charges(card.paymentId)
    expect(charges).toHaveLength(confirmed.status === 200 ? 1 : 0)
    expect(closing).toBe(charges.length === 1 ? 'paid' : 'cancelled')
    expect(await stateOf(card)).toMatchObject({ state: charges.length === 1 ? 'paid' : 'cancelled' })
  }
})
