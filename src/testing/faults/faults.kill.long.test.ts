/** A node that is killed at each step of a checkout, and what a buyer finds when it is back. */
import { describe, expect, test } from 'vitest'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { holdUp, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, withNode } from './node-process.ts'
import { type Answer, Shopper, setStockAt, until } from './shopper.ts'

const VIP = '48453-vacant-vip-20'

/** What a killed node left running goes on within this after the restart. */
const TAKEN_UP_MS_MAX = 10_000

const { its, rows, killAt, restart } = withNode((url) => setStockAt(url, NODE_ADMIN, VIP, 100))

const orderOf = async (payment: Answer['body']) =>
  (await rows('select * from orders where order_id = $1', [payment.orderId]))[0]

async function opened(): Promise<{ shopper: Shopper; payment: Answer['body'] }> {
  const shopper = new Shopper(its.node.url)
  await shopper.reserve(VIP)
  return { shopper, payment: (await shopper.openPayment()).body }
}

async function paid(): Promise<{ shopper: Shopper; payment: Answer['body'] }> {
  const { shopper, payment } = await opened()
  expect((await shopper.confirm(payment)).status).toBe(200)
  return { shopper, payment }
}

/** The order comes to its end, by itself or not: one charge, one paid order, one mail, no job left, stock adds up. */
async function expectOneOrder(shopper: Shopper, payment: Answer['body']): Promise<void> {
  await until(
    'the order is paid and its mail is there',
    TAKEN_UP_MS_MAX,
    async () => (await shopper.mails()).length > 0,
  )
  expect((await orderOf(payment)).state).toBe('paid')
  expect((await shopper.recordOrder(payment.paymentId)).body.status).toBe('completed')
  // A job of the clock that the kill cut off has no second try: the next time comes anyway.
  await until('every job is done', TAKEN_UP_MS_MAX, async () => {
    const left = await rows('select from graphile_worker.jobs where max_attempts > 1')
    return left.length === 0
  })
  expect(await shopper.mails()).toHaveLength(1)
  expect((await shopper.call('GET', '/api/cart')).body.lines).toEqual([])
  const charges = `select from sandbox_stripe.charges where payment_intent = $1 and data->>'status' = 'succeeded'`
  expect(await rows(charges, [payment.paymentId])).toHaveLength(1)
  await expectStockIdentities(its.testDatabase)
}

describe('a node that is killed', () => {
  test('after a hold keeps the hold, and the buyer can pay', async () => {
    const shopper = new Shopper(its.node.url)
    const { body: hold } = await shopper.reserve(VIP)

    await restart(shopper)

    const { body: cart } = await shopper.call('GET', '/api/cart')
    expect(cart.lines).toMatchObject([{ holdId: hold.holdId }])
    const { body: payment } = await shopper.openPayment()
    await shopper.confirm(payment)
    await shopper.recordOrder(payment.paymentId)
    await expectOneOrder(shopper, payment)
  })

  test('while opening a payment continues with the same order and one payment', async () => {
    const shopper = new Shopper(its.node.url)
    await shopper.reserve(VIP)

    await killAt('lock table payments in exclusive mode', [], () => shopper.openPayment())
    await restart(shopper)

    const { body: payment } = await shopper.openPayment()
    await shopper.confirm(payment)
    await shopper.recordOrder(payment.paymentId)
    const orders = await rows('select order_id from orders where email = $1', [shopper.contactInfo.email])
    expect(orders).toEqual([{ order_id: payment.orderId }])
    await expectOneOrder(shopper, payment)
  })

  test('after opening a payment lets the earlier card form pay it', async () => {
    const { shopper, payment } = await opened()

    await restart(shopper)

    expect((await shopper.confirm(payment)).status).toBe(200)
    await shopper.recordOrder(payment.paymentId)
    await expectOneOrder(shopper, payment)
  })

  test('while the card is charged, before an answer, completes the order by itself', async () => {
    const { shopper, payment } = await opened()

    const lock = 'select from sandbox_stripe.payment_intents where id = $1 for update'
    await killAt(lock, [payment.paymentId], () => shopper.confirm(payment))
    await restart(shopper)

    await expectOneOrder(shopper, payment)
  })

  test('after the card was charged and before the browser returned completes the order by itself', async () => {
    const { shopper, payment } = await paid()

    await restart(shopper)

    await expectOneOrder(shopper, payment)
  })

  test('while sending the email sends it once', async () => {
    const { shopper, payment } = await opened()
    const held = await holdUp(its.testDatabase, 'lock table sandbox_mailbox.messages in exclusive mode')
    await shopper.confirm(payment)
    const { body: order } = await shopper.recordOrder(payment.paymentId)
    await untilNodeWaits(its.testDatabase)

    await its.node.kill()
    await held.release()
    await restart(shopper)

    expect(order.status).toBe('completed')
    await expectOneOrder(shopper, payment)
  })
})
