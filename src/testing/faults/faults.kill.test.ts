/** A node that is killed in the middle of a purchase; faults.kill.long.test.ts kills it at every other step. */
import { expect, onTestFinished, test } from 'vitest'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { holdUp, unanswered, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, startNode } from './node-process.ts'
import { Shopper, setStockAt } from './shopper.ts'

const VIP = '48453-vacant-vip-20'

test('a node killed while settling leaves nothing half-made, and the browser gets its order when it asks again', async () => {
  const testDatabase = await createTestDatabase()
  onTestFinished(() => testDatabase.drop())
  let node = await startNode(testDatabase.url)
  onTestFinished(() => node.kill())
  const query = async (sql: string, value: string) => (await testDatabase.pool.query(sql, [value])).rows
  await setStockAt(node.url, NODE_ADMIN, VIP, 100)
  const shopper = new Shopper(node.url)
  await shopper.reserve(VIP)
  const { body: payment } = await shopper.openPayment()
  const held = await holdUp(testDatabase, 'select from orders where order_id = $1 for update', [payment.orderId])
  await shopper.confirm(payment)
  const call = unanswered(shopper.recordOrder(payment.paymentId))
  await untilNodeWaits(testDatabase)

  await node.kill()
  await call
  await held.release()
  await expectStockIdentities(testDatabase)
  const stateOf = 'select state from orders where order_id = $1'
  expect(await query(stateOf, payment.orderId)).toEqual([{ state: 'awaiting_payment' }])
  node = await startNode(testDatabase.url)
  shopper.url = node.url

  expect((await shopper.recordOrder(payment.paymentId)).body.status).toBe('completed')
  await expect.poll(() => shopper.mails()).toHaveLength(1)
  expect(await query(stateOf, payment.orderId)).toEqual([{ state: 'paid' }])
  expect(
    await query(
      `select data->>'status' as status from sandbox_stripe.charges where payment_intent = $1`,
      payment.paymentId,
    ),
  ).toEqual([{ status: 'succeeded' }])
  await expectStockIdentities(testDatabase)
})
