/** An unpaid order is closed at the provider first, so that no card can pay for what others may buy. */
import { describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import * as builders from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { sellToAnother } from '#testing/late-money.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { VIP, withStock } from '#testing/with-store.ts'
import { closeOrder } from './close-order.ts'

const DEAR = '48453-vacant-premium-100'
const CHEAP = '48453-owner-premium-50'
const OTHER = '48453-landlord-vip-20'

const store = withStock({ [VIP]: 900, [CHEAP]: 900, [OTHER]: 900 })
const admin = builders.adminOf(store)

const provider = () => cardProvider(store)

const close = (payment: builders.Reply['body']) => closeOrder(store.ctx, payment.orderId as OrderId)

const stateOf = (payment: builders.Reply['body']) =>
  store.row`select o.state, o.is_frozen, p.state as payment from orders o left join payments p using (order_id)
    where order_id = ${payment.orderId}`

describe('closing an unpaid order', () => {
  test('cancels its intent so it can no longer be charged, and the cart gets a new order', async () => {
    const { buyer, payment } = await builders.openedPayment(store, VIP)
    expect(await close(payment)).toBe('cancelled')

    expect((await provider().intent(payment.paymentId)).status).toBe('canceled')
    expect((await buyer.confirm(payment)).status).toBe(400)
    expect(await stateOf(payment)).toMatchObject({ state: 'cancelled', payment: 'cancelled' })
    const { body: next } = await buyer.openPayment()
    expect(next.orderId).not.toBe(payment.orderId)
    expect((await buyer.pay(next)).body.status).toBe('completed')
  })

  test('settles it instead if it was paid in the meantime', async () => {
    const { buyer, payment } = await builders.openedPayment(store, VIP)
    await buyer.confirm(payment)
    expect(await close(payment)).toBe('paid')

    expect(await stateOf(payment)).toMatchObject({ state: 'paid', payment: 'succeeded' })
    expect(await buyer.mails()).toHaveLength(1)
    expect(await close(payment)).toBe('paid')
  })

  test('leaves it frozen while the bank is still looking at it, and the money pays it later', async () => {
    const { buyer, payment } = await builders.openedPayment(store, VIP)
    await buyer.confirm(payment, 'pm_card_processing')
    expect(await close(payment)).toBe('being_paid')
    expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment', is_frozen: true, payment: 'open' })
    await provider().release(payment.paymentId, 'succeeded')
    expect((await buyer.report(payment)).body.status).toBe('completed')
  })

  test('waits 15 minutes for a buyer who is in 3-D Secure', async () => {
    const { buyer, payment } = await builders.openedPayment(store, VIP)
    await buyer.confirm(payment, 'pm_card_authenticationRequired')
    expect(await close(payment)).toBe('being_paid')
    store.clock.advance(minutes(14))
    expect(await close(payment)).toBe('being_paid')
    store.clock.advance(minutes(1))
    expect(await close(payment)).toBe('cancelled')

    await provider().endChallenge(payment.paymentId, 'complete')
    expect(await provider().charges(payment.paymentId)).toEqual([])
  })

  test('is refused and changes nothing while the provider does not answer', async () => {
    const { payment } = await builders.openedPayment(store, VIP)
    await store.control({ reset: 'true', fail_next: '3', fail_match: '/cancel' })
    await expect(close(payment)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment', payment: 'open' })
    await store.control({ reset: 'true' })
    expect(await close(payment)).toBe('cancelled')
  })
})

test('an order left unpaid for a day is closed by the reconciler, and its intent can no longer be charged', async () => {
  const { buyer, payment } = await builders.openedPayment(store, VIP)
  await store.pass(hours(23))
  expect(await stateOf(payment)).toMatchObject({ state: 'awaiting_payment' })
  await store.pass(hours(2))

  expect(await stateOf(payment)).toMatchObject({ state: 'cancelled', payment: 'cancelled' })
  expect((await buyer.confirm(payment)).status).toBe(400)
  expect(await provider().charges(payment.paymentId)).toEqual([])
})

test('an order left unpaid for a day is closed even if it never had a payment, and the cart gets a new one', async () => {
  const buyer = await builders.aBuyerWith(store, VIP)
  await store.control({ reset: 'true', fail_next: '3', fail_match: 'POST /v1/payment_intents' })
  expect((await buyer.openPayment()).body.code).toBe('provider_unavailable')
  await store.control({ reset: 'true' })
  const unpaid = await store.row`select order_id as "orderId" from orders where email = ${buyer.contactInfo.email}`
  await store.pass(hours(25))
  await buyer.reserve(VIP)
  const { body: next } = await buyer.openPayment()

  expect(await stateOf(unpaid)).toMatchObject({ state: 'cancelled' })
  expect(next.orderId).not.toBe(unpaid.orderId)
})

async function atCheckout(
  ...packageIds: string[]
): Promise<{ buyer: builders.Buyer; payment: builders.Reply['body']; holds: string[] }> {
  const buyer = builders.aBuyer(store)
  const holds = []
  for (const packageId of packageIds) holds.push((await buyer.reserve(packageId)).body.holdId)
  return { buyer, payment: (await buyer.openPayment()).body, holds }
}
const intentStateOf = async ({ paymentId }: builders.Reply['body']): Promise<string> =>
  (await provider().intent(paymentId)).status
const cartOf = async (buyer: builders.Client): Promise<string[]> =>
  (await buyer.cart()).lines.map((line: builders.Reply['body']) => line.packageId)

test('a line being released stays once its payment is confirmed, and is paid', async () => {
  await store.setStock(DEAR, 1)
  const { buyer, payment } = await atCheckout(DEAR, CHEAP)
  await buyer.confirm(payment)
  const released = await buyer.release(DEAR)
  const { body: order } = await buyer.report(payment)

  expect(released).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
  expect((await builders.aBuyer(store).reserve(DEAR)).body.code).toBe('out_of_stock')
  expect(order).toMatchObject({ status: 'completed', refundedTotal: '0.00' })
  expect(order.lines.map((line: builders.Reply['body']) => line.isRefunded)).toEqual([false, false])
})

test('a line being released first has its unconfirmed payment canceled, so it can never be charged', async () => {
  await store.setStock(DEAR, 1)
  const { buyer, payment } = await atCheckout(DEAR, CHEAP)
  const released = await buyer.release(DEAR)
  await sellToAnother(store, DEAR)
  const confirmed = await buyer.confirm(payment)
  const recorded = await buyer.report(payment)

  expect(released.status).toBe(200)
  expect(confirmed.status).toBe(400)
  expect(recorded.status).not.toBe(200)
  expect(await intentStateOf(payment)).toBe('canceled')
  expect(await cartOf(buyer)).toEqual([CHEAP])
  expect((await buyer.buy()).body).toMatchObject({ status: 'completed', lines: [{ isRefunded: false }] })
})

test('a line being released stays with a reason while its buyer is in 3-D Secure, and is released if that fails', async () => {
  const { buyer, payment } = await atCheckout(CHEAP, OTHER)
  await buyer.confirm(payment, 'pm_card_threeDSecure2Required')
  const during = await buyer.release(CHEAP)
  await provider().endChallenge(payment.paymentId, 'fail')
  const failed = await buyer.release(CHEAP)

  expect(during).toMatchObject({ status: 409, body: { code: 'hold_of_order' } })
  expect(during.body.message).toContain('You are paying for this package right now')
  expect(failed.status).toBe(200)
  expect(await cartOf(buyer)).toEqual([OTHER])
})

test('a line being released stays while the provider does not answer', async () => {
  const { buyer } = await atCheckout(CHEAP)
  await store.control({ fail_next: '9', fail_match: 'payment_intents', fail_status: '500' })
  const released = await buyer.release(CHEAP)
  await store.control({ reset: 'true' })

  expect(released).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect(await cartOf(buyer)).toEqual([CHEAP])
  expect((await buyer.release(CHEAP)).status).toBe(200)
})

describe('a hold that an administrator releases', () => {
  const free = (holdId: string | undefined): Promise<builders.Reply> =>
    admin.call('POST', `/api/admin/holds/${holdId}/release`, { reason: 'Stuck.' })

  test('first has a payment that waits for a card canceled', async () => {
    const { buyer, payment, holds } = await atCheckout(CHEAP)
    expect((await free(holds[0])).body).toMatchObject({ state: 'released' })
    expect(await intentStateOf(payment)).toBe('canceled')
    expect((await buyer.confirm(payment)).status).toBe(400)
  })

  test('of a link is refused, and its payment continues', async () => {
    const request = await sendLink(await builders.aRep(store), [OTHER])
    const { body: payment } = await openLink(builders.aBuyer(store), request)
    const line =
      await store.row`select hold_id from order_lines l join payments p using (order_id) where payment_id = ${payment.paymentId}`
    expect((await free(line.hold_id)).body.code).toBe('hold_of_link')

    expect(await intentStateOf(payment)).toBe('requires_payment_method')
  })
})
