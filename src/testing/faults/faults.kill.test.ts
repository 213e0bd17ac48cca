/** A node that is killed in the middle of a purchase; faults.kill.long.test.ts kills it at every other step. */
import { expect, test } from 'vitest'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { holdUp, unanswered, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, withNode } from './node-process.ts'
import { Shopper, setStockAt } from './shopper.ts'

const VIP = '48453-vacant-vip-20'

const { its, rows, restart } = withNode((url) => setStockAt(url, NODE_ADMIN, VIP, 100))

test('a node killed while settling leaves nothing half-made, and the browser gets its order when it asks again', async () => {
  const { node, testDatabase } = its
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
  expect(await rows(stateOf, [payment.orderId])).toEqual([{ state: 'awaiting_payment' }])
  await restart(shopper)

  expect((await shopper.recordOrder(payment.paymentId)).body.status).toBe('completed')
  await expect.poll(() => shopper.mails()).toHaveLength(1)
  expect(await rows(stateOf, [payment.orderId])).toEqual([{ state: 'paid' }])
  const charges = `select data->>'status' as status from sandbox_stripe.charges where payment_intent = $1`
  expect(await rows(charges, [payment.paymentId])).toEqual([{ status: 'succeeded' }])
  await expectStockIdentities(testDatabase)
})
