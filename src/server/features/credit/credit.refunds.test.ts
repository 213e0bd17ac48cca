/** Refunds of orders that were paid in two ways: each cent goes back the way it came. */
import { beforeEach, describe, expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aBuyer, adminOf, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { creditOf, entriesOf, grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { sellToAnother } from '#testing/late-money.ts'
import type { SentMail } from '#testing/test-app.ts'
import { withStock } from '#testing/with-store.ts'
import { creditLateDelivery } from './give-credit.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

const store = withStock({})
const admin = adminOf(store)
beforeEach(async () => {
  await store.setStock(VIP, 50)
  await store.setStock(PREMIER, 50)
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
  const rows = await store.rows(
    'select price_cents as price, credit_cents as credit from order_lines where order_id = $1 order by line_number',
    [order.id],
  )
  return { buyer, email, orderId: order.id, paymentId: payment.paymentId, lines: rows }
}

const refund = (orderId: string, lines?: { lineNumber: number; amount?: number; isReturned?: boolean }[]) =>
  admin.refund(orderId, lines && { lines: lines.map((line) => ({ isReturned: false, ...line })) })

const cardRefunds = async (paymentId: string | null): Promise<number[]> => {
  await store.runJobs()
  const made: { amount: number }[] = paymentId ? await cardProvider(store).refunds(paymentId) : []
  return made.map(({ amount }) => amount)
}

describe('a refund of an order paid partly with credit', () => {
  test('in full goes back the way it was paid, once', async () => {
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
    expect(await creditOf(store, email)).toBe(10_000)
    expect(await entriesOf(store, orderId)).toEqual([
      { reason: 'reserved', cents: -10_000 },
      { reason: 'refund', cents: 10_000 },
    ])
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
    expect(
      await store.rows('select state, amount_cents, credit_cents from refunds where order_id = $1', [orderId]),
    ).toEqual([{ state: 'made', amount_cents: 0, credit_cents: 29_900 }])
    for (const state of ['pending', 'failed'])
      expect((await admin.call('GET', `/api/admin/refunds?state=${state}`)).body).toEqual([])
  })

  test('line by line and in parts gives back each share to the cent', async () => {
    const { email, orderId, paymentId, lines } = await bought(10_000, VIP, PREMIER)
    const [vip, premier] = lines
    const expectBack = async (creditBack: number) => {
      expect(await creditOf(store, email)).toBe(creditBack)
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
  })

  test('takes back neither more credit than there is nor the credit being refunded', async () => {
    const order = await bought(10_000, VIP)
    await late(order, 1)
    const again = order.buyer
    await again.reserve(VIP)
    await unlockCredit(store, again)
    const { body: payment } = await openWithCredit(again, 29.9)
    await again.pay(payment)
    expect(await creditOf(store, order.email)).toBe(0)
    await refund(order.orderId)

    expect(await creditOf(store, order.email)).toBe(10_000)
  })
})

/** A buyer whose payment is opened with some credit. */
async function opened(cents: number, ...packageIds: string[]): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await grantCredit(store, buyer.contactInfo.email, cents)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  await unlockCredit(store, buyer)
  return { buyer, payment: (await openWithCredit(buyer, cents / 100)).body }
}

async function mailTo(buyer: Buyer, subject: RegExp): Promise<SentMail> {
  await store.runJobs()
  const mail = (await store.mailsTo(buyer.contactInfo.email)).find((one) => subject.test(one.subject))
  if (!mail) throw new Error(`no mail is called ${subject}`)
  return mail
}

test('the confirmation says what card and credit paid, and the refund says what goes back to each', async () => {
  const { buyer, payment } = await opened(5_000, VIP)
  const { body: order } = await buyer.pay(payment)
  const confirmation = await mailTo(buyer, /is confirmed/)
  expect(confirmation.text).toContain('Total: $299.00\nPaid by store credit: $50.00\nPaid by Credit Card: $249.00')
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
  const all = await opened(10_000, VIP)
  store.clock.advance(minutes(31))
  await store.runTimers()
  await sellToAnother(store, VIP)
  await all.buyer.pay(all.payment)
  expect((await mailTo(all.buyer, /: refunded/)).text).toContain(
    'We are refunding the full amount: $199.00 goes back to your card, $100.00 as store credit.',
  )
})
