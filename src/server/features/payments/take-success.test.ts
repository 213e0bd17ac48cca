import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { holdUp } from '#testing/faults/hold-up.ts'
import { until } from '#testing/faults/shopper.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { findIntent } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())
afterEach(() => expectStockIdentities(store.testDatabase))

interface Paid {
  buyer: Buyer
  payment: Reply['body']
  intent: Intent
}

/** A payment that the provider has taken and that no one has reported to the store. */
async function paid(change?: Record<string, string>): Promise<Paid> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const { body: payment } = await buyer.openPayment()
  if (change) await cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, change)
  await buyer.confirm(payment)
  const intent = await findIntent(store.ctx, payment.paymentId)
  if (!intent) throw new Error('the provider does not know the payment')
  return { buyer, payment, intent }
}

/** Reports all of them in the same turn, as many browsers and webhooks do. */
const settleAll = (payments: readonly Paid[], check?: (orderId: string) => void) =>
  Promise.allSettled(
    payments.map(({ intent }) =>
      settlePayment(store.ctx, {
        paymentId: intent.paymentId,
        intent,
        ...(check && { check: (order) => check(order.order_id) }),
      }),
    ),
  )

const statesOf = async (payments: readonly Paid[]) => {
  const ids = payments.map(({ payment }) => payment.orderId)
  const { rows } = await store.testDatabase.pool.query(
    `select o.state from unnest($1::text[]) with ordinality as asked (order_id, place) join orders o using (order_id) order by place`,
    [ids],
  )
  return rows.map(({ state }) => state)
}

const fulfilled = (kind: string) => ({ status: 'fulfilled', value: expect.objectContaining({ kind }) })

describe('payments reported at the same moment', () => {
  test('are settled in one transaction', async () => {
    const [first, one, ...five] = await Promise.all(Array.from({ length: 7 }, () => paid()))
    const statementsOf = async (payments: readonly Paid[]) => {
      const before = store.ctx.database.statementCount()
      expect(await settleAll(payments)).toEqual(payments.map(() => fulfilled('settled')))
      return store.ctx.database.statementCount() - before
    }

    // The first asks what this node keeps in memory from then on.
    await settleAll(first ? [first] : [])
    const alone = await statementsOf(one ? [one] : [])
    const together = await statementsOf(five)

    // Marking an order paid is one statement each.
    expect(together).toBe(alone + 4)
    expect(await statesOf(five)).toEqual(['paid', 'paid', 'paid', 'paid', 'paid'])
    await store.runJobs()
    for (const { buyer } of five) expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('are each settled once, however often they are reported', async () => {
    const [one, other] = await Promise.all([paid(), paid()])

    const settled = await settleAll([one, other, one, one])

    expect(settled).toEqual([1, 2, 3, 4].map(() => fulfilled('settled')))
    const firsts = settled.map((one) => one.status === 'fulfilled' && 'isFirst' in one.value && one.value.isFirst)
    expect(firsts).toEqual([true, true, false, false])
  })

  test('are settled except one whose order is not the one its caller names', async () => {
    const payments = await Promise.all([paid(), paid(), paid()])
    const refused = payments[1].payment.orderId

    const settled = await settleAll(payments, (orderId) => {
      if (orderId === refused) throw new Refusal('order_mismatch')
    })

    expect(settled).toEqual([
      fulfilled('settled'),
      { status: 'rejected', reason: expect.objectContaining({ code: 'order_mismatch' }) },
      fulfilled('settled'),
    ])
    expect(await statesOf(payments)).toEqual(['paid', 'awaiting_payment', 'paid'])
    expect(await settleAll(payments)).toEqual([1, 2, 3].map(() => fulfilled('settled')))
  })

  test('are settled except one that pays for nothing, which is refunded', async () => {
    const payments = await Promise.all([paid(), paid({ amount: '100' }), paid()])

    expect(await settleAll(payments)).toEqual([fulfilled('settled'), fulfilled('given_back'), fulfilled('settled')])

    expect(await statesOf(payments)).toEqual(['paid', 'cancelled', 'paid'])
    await store.runJobs()
    expect(await cardProvider(store).refunds(payments[1].payment.paymentId)).toMatchObject([{ amount: 100 }])
  })

  test.each([
    ['order', 'select from orders where order_id = $1 for update'],
    ['hold', 'select from holds h join order_lines l using (hold_id) where l.order_id = $1 for update of h'],
  ])('do not wait for one whose %s is locked', async (_, lock) => {
    const [locked, other] = await Promise.all([paid(), paid()])
    const held = await holdUp(store.testDatabase, lock, [locked.payment.orderId])

    const first = settleAll([locked])
    const both = settleAll([locked, other])
    await until('the other is settled', 5_000, async () => ((await statesOf([other]))[0] === 'paid' ? true : null))
    expect(await statesOf([locked])).toEqual(['awaiting_payment'])
    await held.release()

    expect(await first).toEqual([fulfilled('settled')])
    expect(await both).toEqual([fulfilled('settled'), fulfilled('settled')])
  })

  test('are settled alone if holds have ended, so that packages are locked in ID order', async () => {
    const payments = await Promise.all([paid(), paid(), paid()])
    const ended = payments.slice(1).map(({ payment }) => payment.orderId)
    await store.testDatabase.pool.query(
      `update holds set expires_at = now() - interval '1 hour' where hold_id in (select hold_id from order_lines where order_id = any($1))`,
      [ended],
    )
    await store.runTimers()

    expect(await settleAll(payments)).toEqual([1, 2, 3].map(() => fulfilled('settled')))
    expect(await statesOf(payments)).toEqual(['paid', 'paid', 'paid'])
  })
})
