/** Everything that can happen to one customer's credit at the same moment: no cent is lost or counted twice. */
import { expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { adminOf, Buyer, type Reply } from '#testing/builders.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { creditOf, grantCredit, openByHand, openWithCredit } from '#testing/credits.ts'
import { runsOf } from '#testing/lane.ts'
import { VIP, withStock, withStore } from '#testing/with-store.ts'

const PRICE = 299
const EMAIL = 'everywhere@example.com'
const ROUNDS = runsOf(30)

const store = withStock({ [VIP]: 500 })
const other = withStore({ beside: store })
const admin = adminOf(store)

let attempts = 0
const attemptId = () => {
  attempts += 1
  return `attempt-race-${attempts}`
}

/** Opens a cart's payment with the credit available at this moment, however that ends. */
async function open(buyer: Buyer, total = PRICE): Promise<Reply> {
  const { credit } = (await buyer.call('GET', '/api/credit')).body
  if (credit.available === 0) return buyer.openPayment(total)
  return openWithCredit(buyer, Math.min(credit.available, total), total)
}

test('two nodes that place, pay, close, refund, give and take at once agree to the cent', async () => {
  const paid: string[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const buyers = [store, other, store, other].map((node) => new Buyer(node, EMAIL))
    for (const buyer of buyers) await buyer.reserve(VIP)
    await openByHand(store, EMAIL)
    await grantCredit(store, EMAIL, 20_000)
    // Every third order needs no card, and it is luck whether it is paid or closed; the others cost more than the credit pays.
    const more = round % 3 === 0 ? 0 : Math.floor((await creditOf(store, EMAIL)) / 100 / PRICE)
    for (let count = 0; count < more; count += 1) await buyers[0]?.reserve(VIP)
    const first = await open(buyers[0] as Buyer, PRICE * (1 + more))
    expect(first.status).toBe(200)
    const { orderId, paymentId } = first.body
    // Every other time the card is charged before the order is closed, so it is settled in any case.
    if (round % 2 === 0 && paymentId) await buyers[0]?.confirm(first.body)
    const last = paid.at(-1)
    const refund = { attemptId: attemptId(), reason: 'A race.' }
    const take = () => ({ attemptId: attemptId(), change: 'take', amount: 30, reason: 'A race.' })

    await Promise.all([
      paymentId && buyers[0]?.confirm(first.body),
      ...buyers.slice(1).map((buyer) => open(buyer)),
      ...buyers.slice(1).map((buyer) => open(buyer)),
      closeOrder(store.ctx, orderId as OrderId),
      closeOrder(other.ctx, orderId as OrderId),
      paymentId && settlePayment(other.ctx, { paymentId }),
      buyers[0]?.recordOrder(paymentId ? { paymentId } : { paymentMethod: 'free' }),
      ...(last
        ? [
            admin.call('POST', `/api/admin/orders/${last}/refunds`, refund),
            admin.call('POST', `/api/admin/orders/${last}/refunds`, refund),
            admin.call('POST', `/api/admin/orders/${last}/credit`, take()),
            admin.call('POST', `/api/admin/orders/${last}/credit`, take()),
          ]
        : []),
      grantCredit(other, EMAIL, 100),
    ])

    expect(await findCreditFaults(store.testDatabase.pool)).toEqual([])
    expect(await creditOf(store, EMAIL)).toBeGreaterThanOrEqual(0)
    const latest = await store.row`select order_id from orders where state = 'paid' and email = ${EMAIL}
      order by paid_at desc, order_id limit 1`
    if (latest) paid.push(latest.order_id)
    await store.sql`update holds set expires_at = placed_at + interval '1 second' where state = 'live'`
    await store.pass(5_000)
  }
  await store.runJobs()
  expect(paid.length).toBeGreaterThan(0)
}, 120_000)
