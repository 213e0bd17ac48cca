/** Refunds of orders that were paid in two ways: each cent goes back the way it came. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aBuyer, anAdmin, type Buyer, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { creditOf, entriesOf, grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { creditLateDelivery } from './credit-late-delivery.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
beforeEach(async () => {
  await store.setStock(VIP, 50)
  await store.setStock(PREMIER, 50)
})
afterAll(() => store.close())

interface Bought {
  buyer: Buyer
  email: string
  orderId: OrderId
  paymentId: string | null
  /** Of each line, in cents. */
  lines: { price: number; credit: number }[]
}

/** An order of some packages, paid partly with credit. */
async function bought(cents: number, ...packageIds: string[]): Promise<Bought> {
  const buyer = aBuyer(store)
  const { email } = buyer.contactInfo
  await grantCredit(store, email, cents)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  await unlockCredit(store, buyer)
  const { body: payment } = await openWithCredit(buyer, cents / 100)
  if (payment.paymentId) await buyer.confirm(payment)
  const paid = payment.paymentId ? { paymentId: payment.paymentId } : { paymentMethod: 'free' }
  const { body: order } = await buyer.recordOrder(paid)
  expect(order).toMatchObject({ status: 'completed', credit: (cents / 100).toFixed(2) })
  const { rows } = await store.testDatabase.pool.query(
    'select price_cents as price, credit_cents as credit from order_lines where order_id = $1 order by line_number',
    [order.id],
  )
  return { buyer, email, orderId: order.id, paymentId: payment.paymentId, lines: rows }
}

let attempts = 0
function refund(
  orderId: string,
  lines?: { lineNumber: number; amount?: number; isReturned?: boolean }[],
): Promise<Reply> {
  attempts += 1
  return admin.call('POST', `/api/admin/orders/${orderId}/refunds`, {
    attemptId: `attempt-credit-${attempts}`,
    reason: 'The buyer asked.',
    ...(lines ? { lines: lines.map((line) => ({ isReturned: false, ...line })) } : {}),
  })
}

const cardRefunds = async (paymentId: string | null): Promise<number[]> => {
  await store.runJobs()
  const made: { amount: number }[] = paymentId ? await cardProvider(store).refunds(paymentId) : []
  return made.map(({ amount }) => amount)
}

describe('a refund of an order paid partly with credit', () => {
  test('in full goes back the way it was paid, once', async () => {
    const { email, orderId, paymentId } = await bought(10_000, VIP)
    attempts += 1
    const body = { attemptId: `attempt-credit-${attempts}`, reason: 'The buyer asked.' }
    const send = () => admin.call('POST', `/api/admin/orders/${orderId}/refunds`, body)

    const answers = await Promise.all([send(), send()])

    for (const { body: answer } of answers) {
      expect(answer).toMatchObject({
        amount: '299.00',
        credit: '100.00',
        refundedTotal: '299.00',
        status: 'refunded',
        isByHand: false,
      })
    }
    expect(await cardRefunds(paymentId)).toEqual([19_900])
    expect(await creditOf(store, email)).toBe(10_000)
    expect(await entriesOf(store, orderId)).toEqual([
      { reason: 'reserved', cents: -10_000 },
      { reason: 'refund', cents: 10_000 },
    ])
    await expectStockIdentities(store.testDatabase)
  })

  test('that credit paid alone needs neither the card provider nor an administrator', async () => {
    const { email, orderId, paymentId } = await bought(29_900, VIP)

    expect((await refund(orderId)).body).toMatchObject({
      amount: '299.00',
      credit: '299.00',
      isByHand: false,
      status: 'refunded',
    })

    expect(paymentId).toBeNull()
    expect(await creditOf(store, email)).toBe(29_900)
    const { rows } = await store.testDatabase.pool.query(
      'select state, amount_cents, credit_cents from refunds where order_id = $1',
      [orderId],
    )
    expect(rows).toEqual([{ state: 'made', amount_cents: 0, credit_cents: 29_900 }])
    for (const state of ['pending', 'failed'])
      expect((await admin.call('GET', `/api/admin/refunds?state=${state}`)).body).toEqual([])
    await expectStockIdentities(store.testDatabase)
  })

  test('line by line and in parts gives back each share to the cent', async () => {
    const { email, orderId, paymentId, lines } = await bought(10_000, VIP, PREMIER)
    const [vip, premier] = lines
    const expectBack = async (creditBack: number) => {
      expect(await creditOf(store, email)).toBe(creditBack)
      await expectStockIdentities(store.testDatabase)
    }

    await refund(orderId, [{ lineNumber: 1, amount: 0.01 }])
    await expectBack(0)
    await refund(orderId, [{ lineNumber: 1, amount: 100 }])
    await refund(orderId, [{ lineNumber: 1 }])
    await expectBack(vip?.credit ?? -1)
    await refund(orderId, [{ lineNumber: 2, isReturned: true }])
    await expectBack(10_000)

    const backByCard = (await cardRefunds(paymentId)).reduce((sum, amount) => sum + amount, 0)
    expect(backByCard).toBe((vip?.price ?? 0) + (premier?.price ?? 0) - 10_000)
    const { body: shown } = await admin.call('GET', `/api/admin/orders/${orderId}`)
    expect(shown).toMatchObject({ credit: '100.00', status: 'refunded' })
    expect(shown.lines).toMatchObject([
      { left: 0, creditLeft: 0 },
      { left: 0, creditLeft: 0 },
    ])
  })
})

describe('a refund of a late line', () => {
  const late = (order: Bought, lineNumber: number) =>
    inTransaction(store.ctx, (tx) =>
      creditLateDelivery(store.ctx, tx, {
        orderId: order.orderId,
        lineNumber,
        netCents: toCents(order.lines[lineNumber - 1]?.price ?? 0),
        buyerEmail: order.email,
      }),
    )

  test('takes back the late-delivery credit of that line only', async () => {
    const order = await bought(10_000, VIP, PREMIER)
    await late(order, 1)
    await late(order, 2)
    const [vip, premier] = order.lines.map(({ price }) => Math.floor(price / 10))
    expect(await creditOf(store, order.email)).toBe((vip ?? 0) + (premier ?? 0))

    await refund(order.orderId, [{ lineNumber: 1 }])

    expect(await creditOf(store, order.email)).toBe((premier ?? 0) + (order.lines[0]?.credit ?? 0))
    await expectStockIdentities(store.testDatabase)
  })

  test('takes back a share for a partial refund, and the rest with the last cent', async () => {
    const order = await bought(10_000, VIP)
    await late(order, 1)

    await refund(order.orderId, [{ lineNumber: 1, amount: 99.67 }])
    const taken = (await entriesOf(store, order.orderId)).filter(({ reason }) => reason === 'taken_back')
    await refund(order.orderId, [{ lineNumber: 1 }])

    // A third of the line, so a third of its $29.90, rounded in the buyer's favor.
    expect(taken).toEqual([{ reason: 'taken_back', cents: -996 }])
    expect(await creditOf(store, order.email)).toBe(10_000)
    await expectStockIdentities(store.testDatabase)
  })

  test('takes back neither more credit than there is nor the credit being refunded', async () => {
    const order = await bought(10_000, VIP)
    await late(order, 1)
    const again = order.buyer
    await again.reserve(VIP)
    await unlockCredit(store, again)
    const { body: payment } = await openWithCredit(again, 29.9)
    await again.confirm(payment)
    await again.recordOrder({ paymentId: payment.paymentId })
    expect(await creditOf(store, order.email)).toBe(0)

    await refund(order.orderId)

    expect(await creditOf(store, order.email)).toBe(10_000)
    await expectStockIdentities(store.testDatabase)
  })

  test('that waits for stock does not block the buyer’s checkout', async () => {
    const order = await bought(10_000, VIP)
    await late(order, 1)
    const key = customerKeyOf(store.ctx, order.email)
    const client = await store.testDatabase.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from packages where package_id = $1 for update', [VIP])
      const given = refund(order.orderId)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await store.testDatabase.pool.query(waiting)).rowCount).toBeGreaterThan(0)

      const lock = `select pg_try_advisory_xact_lock(hashtextextended('credit ' || $1, 0)) as is_free`
      const { rows } = await client.query(lock, [key])
      await client.query('rollback')

      expect(rows).toEqual([{ is_free: true }])
      expect((await given).status).toBe(200)
    } finally {
      client.release(true)
    }
  })
})
