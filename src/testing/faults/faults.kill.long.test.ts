/** A node that is killed at each step of a checkout, and what a buyer finds when it is back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { holdUp, unanswered, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, type NodeProcess, startNode } from './node-process.ts'
import { type Answer, Shopper, setStockAt, until } from './shopper.ts'

const VIP = '48453-vacant-vip-20'

/** What a killed node left running goes on within this after the restart. */
const TAKEN_UP_MS_MAX = 10_000

let testDatabase: TestDatabase
let node: NodeProcess
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  node = await startNode(testDatabase.url)
  await setStockAt(node.url, NODE_ADMIN, VIP, 100)
})
afterAll(async () => {
  await node.kill()
  await testDatabase.drop()
})

async function killAndRestart(...shoppers: Shopper[]): Promise<void> {
  await node.kill()
  node = await startNode(testDatabase.url)
  for (const shopper of shoppers) shopper.url = node.url
}

const orderOf = async (payment: Answer['body']) =>
  (await testDatabase.pool.query('select * from orders where order_id = $1', [payment.orderId])).rows[0]

async function opened(): Promise<{ shopper: Shopper; payment: Answer['body'] }> {
  const shopper = new Shopper(node.url)
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
  await until('the order is paid and its mail is there', TAKEN_UP_MS_MAX, async () =>
    (await shopper.mails()).length > 0 ? true : null,
  )
  expect((await orderOf(payment)).state).toBe('paid')
  expect((await shopper.recordOrder(payment.paymentId)).body.status).toBe('completed')
  // A job of the clock that the kill cut off has no second try: the next time comes anyway.
  await until('every job is done', TAKEN_UP_MS_MAX, async () => {
    const { rowCount } = await testDatabase.pool.query('select from graphile_worker.jobs where max_attempts > 1')
    return rowCount === 0 ? true : null
  })
  expect(await shopper.mails()).toHaveLength(1)
  expect((await shopper.call('GET', '/api/cart')).body.lines).toEqual([])
  const charges = await testDatabase.pool.query(
    `select from sandbox_stripe.charges where payment_intent = $1 and data->>'status' = 'succeeded'`,
    [payment.paymentId],
  )
  expect(charges.rowCount).toBe(1)
  await expectStockIdentities(testDatabase)
}

describe('a node that is killed', () => {
  test('after a hold keeps the hold, and the buyer can pay', async () => {
    const shopper = new Shopper(node.url)
    const { body: hold } = await shopper.reserve(VIP)

    await killAndRestart(shopper)

    const { body: cart } = await shopper.call('GET', '/api/cart')
    expect(cart.lines).toMatchObject([{ holdId: hold.holdId }])
    const { body: payment } = await shopper.openPayment()
    await shopper.confirm(payment)
    await shopper.recordOrder(payment.paymentId)
    await expectOneOrder(shopper, payment)
  })

  test('while opening a payment continues with the same order and one payment', async () => {
    const shopper = new Shopper(node.url)
    await shopper.reserve(VIP)
    const held = await holdUp(testDatabase, 'lock table payments in exclusive mode')
    const call = unanswered(shopper.openPayment())
    await untilNodeWaits(testDatabase)

    await node.kill()
    await call
    await held.release()
    await killAndRestart(shopper)

    const { body: payment } = await shopper.openPayment()
    await shopper.confirm(payment)
    await shopper.recordOrder(payment.paymentId)
    const { rows } = await testDatabase.pool.query('select order_id from orders where email = $1', [
      shopper.contactInfo.email,
    ])
    expect(rows).toEqual([{ order_id: payment.orderId }])
    await expectOneOrder(shopper, payment)
  })

  test('after opening a payment lets the earlier card form pay it', async () => {
    const { shopper, payment } = await opened()

    await killAndRestart(shopper)

    expect((await shopper.confirm(payment)).status).toBe(200)
    await shopper.recordOrder(payment.paymentId)
    await expectOneOrder(shopper, payment)
  })

  test('while the card is charged, before an answer, completes the order by itself', async () => {
    const { shopper, payment } = await opened()
    const held = await holdUp(testDatabase, 'select from sandbox_stripe.payment_intents where id = $1 for update', [
      payment.paymentId,
    ])
    const call = unanswered(shopper.confirm(payment))
    await untilNodeWaits(testDatabase)

    await node.kill()
    await call
    await held.release()
    await killAndRestart(shopper)

    await expectOneOrder(shopper, payment)
  })

  test('after the card was charged and before the browser returned completes the order by itself', async () => {
    const { shopper, payment } = await paid()

    await killAndRestart(shopper)

    await expectOneOrder(shopper, payment)
  })

  test('while sending the email sends it once', async () => {
    const { shopper, payment } = await opened()
    const held = await holdUp(testDatabase, 'lock table sandbox_mailbox.messages in exclusive mode')
    await shopper.confirm(payment)
    const { body: order } = await shopper.recordOrder(payment.paymentId)
    await untilNodeWaits(testDatabase)

    await node.kill()
    await held.release()
    await killAndRestart(shopper)

    expect(order.status).toBe('completed')
    await expectOneOrder(shopper, payment)
  })
})
