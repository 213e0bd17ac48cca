/** Store credit at the checkout and in refunds: what it pays, that each cent is spent once, and that it goes back the way it came. */
import { beforeEach, describe, expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { type OpenOrder, placeOrder, returnSpares } from '#server/features/orders/place-order.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { aBuyer, adminOf, Buyer } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import * as credits from '#testing/credits.ts'
import { sellToAnother } from '#testing/late-money.ts'
import type { SentMail } from '#testing/test-app.ts'
import { PREMIER, VIP, withStock } from '#testing/with-store.ts'
import { creditLateDelivery } from './give-credit.ts'

const PRICE = 299

const store = withStock()
beforeEach(async () => {
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
})

const admin = adminOf(store)

const creditLeft = (buyer: Buyer) => credits.creditOf(store, buyer.contactInfo.email)
const chargedFor = async (paymentId: string) => (await cardProvider(store).intent(paymentId)).amount

test('a buyer with some credit pays the rest by card; the order sets the credit aside and the payment spends it', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const { body: payment } = await credits.openWithCredit(buyer, 50)
  expect(payment).toMatchObject({ amount: PRICE - 50, credit: 50 })
  expect(await chargedFor(payment.paymentId)).toBe(24_900)
  expect(await creditLeft(buyer)).toBe(0)
  await buyer.confirm(payment)
  const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId, total: '299.00' })

  expect(order).toMatchObject({ status: 'completed', total: '299.00', credit: '50.00', paymentMethod: 'stripe' })
  expect(await credits.entriesOf(store, payment.orderId)).toEqual([{ reason: 'reserved', cents: -5_000 }])
  expect(await creditLeft(buyer)).toBe(0)
})

test('a buyer with some credit can change their mind, pay it all by card and keep the credit', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const { body: before } = await credits.openWithCredit(buyer, 50)
  const { body: after } = await buyer.openPayment()

  expect(after).toMatchObject({ paymentId: before.paymentId, amount: PRICE, credit: 0 })
  expect(await chargedFor(after.paymentId)).toBe(29_900)
  expect(await creditLeft(buyer)).toBe(5_000)
  expect((await buyer.pay(after)).body).toMatchObject({ credit: '0.00' })
})

test('a buyer with some credit gets back the part that a smaller cart does not need', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 40_000, VIP, PREMIER)
  const cart = await buyer.cart()
  await credits.openWithCredit(buyer, 400)
  await buyer.release(PREMIER)
  expect(cart.total).toBeGreaterThan(400)
  const { body } = await credits.openWithCredit(buyer, PRICE)

  expect(body).toMatchObject({ clientSecret: null, amount: 0, credit: PRICE })
  expect(await creditLeft(buyer)).toBe(40_000 - 29_900)
})

test('a buyer with some credit never has 1 to 49 cents left to pay', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 29_880, VIP)

  expect((await credits.openWithCredit(buyer, 298.8)).body).toMatchObject({
    code: 'credit_changed',
    details: { credit: '298.50' },
  })
  expect((await credits.openWithCredit(buyer, 298.5)).body).toMatchObject({ amount: 0.5, credit: 298.5 })
  expect(await creditLeft(buyer)).toBe(30)
})

test('a buyer with enough credit needs no card', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 30_000, VIP)
  const { body } = await credits.openWithCredit(buyer, PRICE)
  expect(body).toMatchObject({ clientSecret: null, paymentId: null, amount: 0, credit: PRICE })
  const order = await buyer.recordOrder({ paymentMethod: 'free', total: '299.00' })

  expect(order.body).toMatchObject({ status: 'completed', total: '299.00', credit: '299.00', paymentMethod: 'free' })
  expect(await creditLeft(buyer)).toBe(100)
  await store.runJobs()
})

test('a buyer with enough credit has the earlier card payment canceled, so it can no longer be charged', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 30_000, VIP)
  const { body: before } = await buyer.openPayment()
  const { body: after } = await credits.openWithCredit(buyer, PRICE)

  expect(after).toMatchObject({ clientSecret: null, amount: 0 })
  expect(after.orderId).not.toBe(before.orderId)
  expect(await cardProvider(store).intent(before.paymentId)).toMatchObject({ status: 'canceled' })
  expect((await buyer.recordOrder({ paymentMethod: 'free' })).body).toMatchObject({ credit: '299.00' })
})

test('unavailable credit is refused with the amount available, and nothing is written', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)

  expect(await credits.openWithCredit(buyer, 60)).toMatchObject({
    status: 409,
    body: { code: 'credit_changed', details: { credit: '50.00' } },
  })
  expect(await store.sql`select from orders where email = ${buyer.contactInfo.email}`).toEqual([])
})

test('unavailable credit is refused without a code, for another address, and an hour after the code', async () => {
  const stranger = aBuyer(store)
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  await stranger.reserve(VIP)
  const { email } = buyer.contactInfo
  const claim = { amount: PRICE, credit: { email, amount: 50 } }
  const ask = (by: Buyer, body: object) => by.call('POST', '/api/create-payment-intent', { ...claim, ...body })
  const refused = [
    await ask(stranger, {}),
    await ask(stranger, { contactInfo: buyer.contactInfo }),
    await ask(buyer, { contactInfo: stranger.contactInfo }),
  ]
  await store.pass(minutes(61))
  await buyer.reserve(VIP)

  for (const reply of [...refused, await ask(buyer, { contactInfo: buyer.contactInfo })])
    expect(reply).toMatchObject({ status: 409, body: { code: 'credit_locked' } })
})

test('unavailable credit spent by another order is reported before anything is charged', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const twin = new Buyer(store, buyer.contactInfo.email)
  await twin.reserve(VIP)
  await credits.unlockCredit(store, twin)
  await credits.openWithCredit(buyer, 50)

  expect((await credits.openWithCredit(twin, 50)).body).toMatchObject({
    code: 'credit_changed',
    details: { credit: '0.00' },
  })
  expect((await twin.call('GET', '/api/credit')).body.credit).toMatchObject({ available: 0, reserved: 50 })
  expect((await buyer.call('GET', '/api/credit')).body.credit).toMatchObject({ available: 50, reserved: 0 })
})

test('simultaneous checkouts of one customer spend each cent once', async () => {
  const email = 'crowd@example.com'
  await credits.grantCredit(store, email, 100_000)
  const crowd = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const buyer = new Buyer(store, email)
      await buyer.reserve(VIP)
      return buyer
    }),
  )
  await credits.openByHand(store, email)
  const replies = await Promise.all(crowd.map((buyer) => credits.openWithCredit(buyer, PRICE, PRICE)))

  const granted = replies.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(3)
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['credit_changed']),
  )
  expect(await credits.creditOf(store, email)).toBe(100_000 - 3 * 29_900)
})

/** Places the order of a cart, like a call that dies before it reaches the card provider. */
async function placeWithCredit({ contactInfo }: Buyer, cents: number): Promise<OpenOrder> {
  const { owner_id: ownerId } = await store.row`select owner_id from orders where email = ${contactInfo.email}`
  const customerKey = customerKeyOf(store.ctx, contactInfo.email)
  const { order } = await placeOrder(store.ctx, {
    ownerId,
    lines: await readHeldLines(store.ctx, ownerId),
    contact: null,
    credit: cents === 0 ? null : { customerKey, cents: toCents(cents) },
  })
  return order
}

test('an unpaid order that uses credit gives it back once when it is closed several times', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const { body } = await credits.openWithCredit(buyer, 50)
  await Promise.all([closeOrder(store.ctx, body.orderId), closeOrder(store.ctx, body.orderId)])
  await closeOrder(store.ctx, body.orderId)

  expect(await credits.entriesOf(store, body.orderId)).toEqual([
    { reason: 'reserved', cents: -5_000 },
    { reason: 'returned', cents: 5_000 },
  ])
  expect(await creditLeft(buyer)).toBe(5_000)
})

test('an unpaid order that uses credit gives it back after a day, even if credit was to pay all of it', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 40_000, VIP)
  await credits.openWithCredit(buyer, PRICE)
  await store.pass(hours(25))
  expect(await creditLeft(buyer)).toBe(40_000)
})

test('an unpaid order that uses credit gives it back when the buyer goes on with the credit of another address', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const { body: first } = await credits.openWithCredit(buyer, 50)
  const other = `other-${buyer.contactInfo.email}`
  await credits.grantCredit(store, other, 7_000)
  buyer.contactInfo.email = other
  await credits.unlockCredit(store, buyer)
  const { body: second } = await credits.openWithCredit(buyer, 70)

  expect(second).toMatchObject({ amount: 229, credit: 70 })
  expect(second.orderId).not.toBe(first.orderId)
  expect(await credits.creditOf(store, other.replace('other-', ''))).toBe(5_000)
  expect(await credits.creditOf(store, other)).toBe(0)
})

test.each<[string, (buyer: Buyer, orderId: OrderId) => Promise<unknown>]>([
  ['closed order', (_, orderId) => inTransaction(store.ctx, (tx) => cancelOrder(store.ctx, tx, orderId))],
  ['revision whose credit was given back', async (buyer) => returnSpares(store.ctx, await placeWithCredit(buyer, 0))],
])('a payment for a %s is refunded in full, and the buyer keeps the credit', async (_, giveBack) => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const { body: payment } = await credits.openWithCredit(buyer, 50)
  // Confirmed while the store closes or changes it: the provider has the money before it is told.
  await buyer.confirm(payment)
  await giveBack(buyer, payment.orderId)
  await settlePayment(store.ctx, { paymentId: payment.paymentId })
  await store.runJobs()

  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 24_900 }])
  expect(await creditLeft(buyer)).toBe(5_000)
})

test('a payment for an older revision uses the credit of that revision and returns the rest', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 6_000, VIP)
  const { body: payment } = await credits.openWithCredit(buyer, 60)
  await credits.grantCredit(store, buyer.contactInfo.email, 4_000)
  await placeWithCredit(buyer, 9_000)
  const whileBothCount = await creditLeft(buyer)
  const { body: order } = await buyer.pay(payment)

  expect(whileBothCount).toBe(1_000)
  expect(order).toMatchObject({ status: 'completed', credit: '60.00' })
  expect(await credits.entriesOf(store, payment.orderId)).toEqual([
    { reason: 'reserved', cents: -6_000 },
    { reason: 'reserved', cents: -3_000 },
    { reason: 'returned', cents: 3_000 },
  ])
})

test('a payment that comes after a package was sold elsewhere is refunded the way it was paid', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 10_000, VIP, PREMIER)
  await store.setStock(VIP, 0)
  await store.setStock(PREMIER, 0)
  const { body: payment } = await credits.openWithCredit(buyer, 100)
  await store.pass(minutes(31))
  await sellToAnother(store, PREMIER)
  const lines =
    await store.sql`select package_id, price_cents, credit_cents from order_lines where order_id = ${payment.orderId} order by line_number`
  const lost = lines.find(({ package_id }) => package_id === PREMIER)
  await buyer.confirm(payment)
  await deliverWebhook(store, await cardProvider(store).event(payment.paymentId, 'payment_intent.succeeded'))
  await store.runJobs()

  expect(lines.reduce((sum, line) => sum + line.credit_cents, 0)).toBe(10_000)
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([
    { amount: lost.price_cents - lost.credit_cents },
  ])
  expect(await creditLeft(buyer)).toBe(lost.credit_cents)
  const rows = await store.sql`select state, refunded_cents from orders where order_id = ${payment.orderId}`
  expect(rows).toEqual([{ state: 'paid', refunded_cents: lost.price_cents }])
})

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
  const buyer = await credits.aBuyerWithCredit(store, cents, ...packageIds)
  const { body: payment } = await credits.openWithCredit(buyer, cents / 100)
  const { body: order } = await (payment.paymentId ? buyer.pay(payment) : buyer.recordOrder({ paymentMethod: 'free' }))
  expect(order).toMatchObject({ status: 'completed', credit: (cents / 100).toFixed(2) })
  const lines = await store.sql`select price_cents as price, credit_cents as credit from order_lines
    where order_id = ${order.id} order by line_number`
  return { buyer, email: buyer.contactInfo.email, orderId: order.id, paymentId: payment.paymentId, lines }
}

const refund = (orderId: string, lines?: { lineNumber: number; amount?: number; isReturned?: boolean }[]) =>
  admin.refund(orderId, lines && { lines: lines.map((line) => ({ isReturned: false, ...line })) })

const cardRefunds = async (paymentId: string | null): Promise<number[]> => {
  await store.runJobs()
  const made: { amount: number }[] = paymentId ? await cardProvider(store).refunds(paymentId) : []
  return made.map(({ amount }) => amount)
}

test('a refund of an order paid partly with credit in full goes back the way it was paid, once', async () => {
  const { email, orderId, paymentId } = await bought(10_000, VIP)
  const send = () => admin.refund(orderId, { attemptId: 'attempt-once' })
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
  expect(await credits.creditOf(store, email)).toBe(10_000)
  expect(await credits.entriesOf(store, orderId)).toEqual([
    { reason: 'reserved', cents: -10_000 },
    { reason: 'refund', cents: 10_000 },
  ])
})

test('a refund of an order paid partly with credit that credit paid alone needs neither the card provider nor an administrator', async () => {
  const { email, orderId, paymentId } = await bought(29_900, VIP)
  expect((await refund(orderId)).body).toMatchObject({
    amount: '299.00',
    credit: '299.00',
    isByHand: false,
    status: 'refunded',
  })

  expect(paymentId).toBeNull()
  expect(await credits.creditOf(store, email)).toBe(29_900)
  expect(await store.sql`select state, amount_cents, credit_cents from refunds where order_id = ${orderId}`).toEqual([
    { state: 'made', amount_cents: 0, credit_cents: 29_900 },
  ])
  for (const state of ['pending', 'failed'])
    expect((await admin.call('GET', `/api/admin/refunds?state=${state}`)).body).toEqual([])
})

test('a refund of an order paid partly with credit line by line and in parts gives back each share to the cent', async () => {
  const { email, orderId, paymentId, lines } = await bought(10_000, VIP, PREMIER)
  const [vip, premier] = lines
  const expectBack = async (creditBack: number) => expect(await credits.creditOf(store, email)).toBe(creditBack)
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
    expect(await credits.creditOf(store, order.email)).toBe((vip ?? 0) + (premier ?? 0))
    await refund(order.orderId, [{ lineNumber: 1 }])

    expect(await credits.creditOf(store, order.email)).toBe((premier ?? 0) + (order.lines[0]?.credit ?? 0))
  })

  test('takes back a share for a partial refund, and the rest with the last cent', async () => {
    const order = await bought(10_000, VIP)
    await late(order, 1)
    await refund(order.orderId, [{ lineNumber: 1, amount: 99.67 }])
    const taken = (await credits.entriesOf(store, order.orderId)).filter(({ reason }) => reason === 'taken_back')
    await refund(order.orderId, [{ lineNumber: 1 }])

    // A third of the line, so a third of its $29.90, rounded in the buyer's favor.
    expect(taken).toEqual([{ reason: 'taken_back', cents: -996 }])
    expect(await credits.creditOf(store, order.email)).toBe(10_000)
  })

  test('takes back neither more credit than there is nor the credit being refunded', async () => {
    const order = await bought(10_000, VIP)
    await late(order, 1)
    const again = order.buyer
    await again.reserve(VIP)
    await credits.unlockCredit(store, again)
    const { body: payment } = await credits.openWithCredit(again, 29.9)
    await again.pay(payment)
    expect(await credits.creditOf(store, order.email)).toBe(0)
    await refund(order.orderId)

    expect(await credits.creditOf(store, order.email)).toBe(10_000)
  })
})

async function mailTo(buyer: Buyer, subject: RegExp): Promise<SentMail> {
  const mail = (await buyer.mails()).find((one) => subject.test(one.subject))
  if (!mail) throw new Error(`no mail is called ${subject}`)
  return mail
}

test('the confirmation says what card and credit paid, and the refund says what goes back to each', async () => {
  const buyer = await credits.aBuyerWithCredit(store, 5_000, VIP)
  const { body: payment } = await credits.openWithCredit(buyer, 50)
  const { body: order } = await buyer.pay(payment)
  const confirmation = await mailTo(buyer, /is confirmed/)
  expect(confirmation.text).toContain(
    'Total: $299.00\nPaid by store credit: $50.00\nPaid by Visa ending in 4242: $249.00',
  )
  expect(confirmation.html).toContain('Paid by store credit')

  await admin.refund(order.id)
  const refunded = await mailTo(buyer, /refund of \$299\.00/)
  expect(refunded.text).toContain(
    '$249.00 goes back to the card you paid with, $50.00 as store credit, as you paid. Card refunds take',
  )
  const { body: shown } = await admin.call('GET', `/api/admin/orders/${order.id}`)
  expect(shown.refunds).toMatchObject([{ amount: '249.00', credit: '50.00' }])
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ kind: 'paid', detail: '$299.00, including $50.00 of store credit' }),
  )
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ kind: 'refund_decided', detail: '$299.00, Ada Admin' }),
  )
})

test('emails about late money say how much goes to the card and how much becomes credit', async () => {
  await store.setStock(VIP, 1)
  const buyer = await credits.aBuyerWithCredit(store, 10_000, VIP)
  const { body: payment } = await credits.openWithCredit(buyer, 100)
  await store.pass(minutes(31))
  await sellToAnother(store, VIP)
  await buyer.pay(payment)
  expect((await mailTo(buyer, /: refunded/)).text).toContain(
    'We are refunding the full amount: $199.00 goes back to your card, $100.00 as store credit.',
  )
})
