/** Refunds by an administrator, and everything that follows from them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { aBuyerWith, adminOf, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, failRefund } from '#testing/card-provider.ts'
import { aSale } from '#testing/deliveries.ts'
import { addOffer, removeOffers } from '#testing/offers.ts'
import { anotherRep, payLink, sendLink, stockOf } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const PREMIUM = '48453-owner-premium-50'
const STANDARD = '48453-landlord-standard-100'

const store = withStore({}, async (opened) => {
  for (const packageId of [VIP, PREMIUM]) await opened.setStock(packageId, 500)
  await opened.setStock(STANDARD, 5_000)
})
const admin = adminOf(store)
let rep: Client
beforeAll(async () => {
  rep = await anotherRep(store)
})

const giveBack = (order: { id: string }, body?: Parameters<Client['refund']>[1]): Promise<Reply> =>
  admin.refund(order.id, { reason: 'Wrong county.', ...body })

/** A paid link of a rep with a commission of 10%. */
async function aPaidLink(...packageIds: string[]) {
  const request = await sendLink(rep, packageIds)
  const { payment } = await payLink(store, request)
  await store.runJobs()
  const order = await store.row`select order_id as id, token from orders where reference = ${request.reference}`
  return { request, payment, id: order.id as string, token: order.token as string }
}

const revenueOf = ({ id }: { id: string }) =>
  store.row`select sum(amount_cents)::int as cents, sum(commission_cents)::int as commission, sum(packages)::int as packages
       from sale_entries where order_id = ${id}`
const GONE = { cents: 0, commission: 0, packages: 0 }

test('an order that is refunded whole is refunded at the provider once, its units are on sale again, its page says so, and the log says why', async () => {
  const before = await stockOf(admin, VIP)
  const { buyer, order } = await aSale(store, VIP, STANDARD)
  const attempt = { attemptId: 'attempt-whole-1', reason: '<b>Wrong</b> county.' }
  const reply = await giveBack(order, attempt)
  const repeated = await giveBack(order, attempt)

  expect(repeated).toMatchObject({ status: 200, body: { refundId: reply.body.refundId } })
  expect(reply).toMatchObject({
    status: 200,
    body: { amount: order.total, refundedTotal: order.total, status: 'refunded', isByHand: false },
  })
  await store.runJobs()
  const [refund, ...others] = await cardProvider(store).refunds(order.paymentId)
  expect(others).toEqual([])
  expect(refund).toMatchObject({ amount: Math.round(Number(order.total) * 100) })
  expect(await stockOf(admin, VIP)).toBe(before)
  expect(await stockOf(admin, STANDARD)).toBe(5000)
  const { body: page } = await buyer.call('GET', `/api/orders/${order.token}`)
  expect(page).toMatchObject({ status: 'refunded', refundedTotal: order.total })
  const [mail] = await buyer.mails()
  expect(mail?.subject).toBe(`Order ${order.reference}: refund of $${order.total}`)
  expect(mail?.text).toContain('It goes back to the card you paid with.')
  expect(mail?.text).not.toContain('Wrong')
  const { body: log } = await admin.call('GET', '/api/admin/audit?action=order_refunded&limit=1')
  expect(log).toMatchObject([
    {
      subject: `Order ${order.reference}`,
      before: { refunded: '0.00' },
      after: { refunded: order.total, lines: '1, 2', packagesReturned: 2 },
      note: '<b>Wrong</b> county.',
    },
  ])
})

test('an order that is refunded whole is refunded once, however often the same attempt or others are sent at once', async () => {
  const { order } = await aSale(store, VIP)
  const attempt = { attemptId: 'attempt-again-1' }
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => giveBack(order, index % 2 === 0 ? attempt : {})),
  )

  const made = replies.filter(({ status }) => status === 200)
  expect(new Set(made.map(({ body }) => body.refundId)).size).toBe(1)
  // All of the repeated attempt, or one of the others.
  expect([1, 5]).toContain(made.length)
  const refused = replies.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['refund_impossible']))
  await store.runJobs()
  expect(await cardProvider(store).refunds(order.paymentId)).toHaveLength(1)
})

test('an order that is refunded whole must be paid', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { orderId } = (await buyer.openPayment()).body
  expect((await giveBack({ id: orderId })).body.code).toBe('refund_impossible')
  expect((await giveBack({ id: `ord_${'1'.repeat(22)}` })).body.code).toBe('order_not_found')
})

test('one line of an order remembers what was refunded for it earlier, even by a version that did not record it', async () => {
  const { order } = await aSale(store, PREMIUM, VIP)
  const lines = [
    { lineNumber: 1, isReturned: true },
    { lineNumber: 2, amount: '20.00', isReturned: false },
  ]
  await giveBack(order, { lines })
  const given = async () => {
    const { body } = await admin.call('GET', `/api/admin/orders/${order.id}`)
    return body.lines.map((line: { given: number }) => line.given)
  }

  expect(await given()).toEqual([0, 20])
  await store.sql`update refund_lines set given_cents = null where refund_id in (select refund_id from refunds where order_id = ${order.id})`
  expect(await given()).toEqual([0, 20])
})

test('one line of an order is refunded in part and then in full; its unit returns once, if the administrator says so', async () => {
  const before = await stockOf(admin, PREMIUM)
  const { order } = await aSale(store, PREMIUM, VIP)
  const lineNumber = 1 + order.lines.findIndex((line: { tier: string }) => line.tier === 'premium')
  const price = order.lines[lineNumber - 1].price
  const part = await giveBack(order, { lines: [{ lineNumber, amount: '10.01', isReturned: false }] })
  expect(part.body).toMatchObject({ amount: '10.01', refundedTotal: '10.01', status: 'completed' })
  expect(await stockOf(admin, PREMIUM)).toBe(before - 1)
  const rest = await giveBack(order, { lines: [{ lineNumber, isReturned: true }] })
  expect(rest.body).toMatchObject({ amount: (price - 10.01).toFixed(2), refundedTotal: price.toFixed(2) })
  expect(await stockOf(admin, PREMIUM)).toBe(before)

  const again = await giveBack(order, { lines: [{ lineNumber, isReturned: true }] })
  expect(again.body.code).toBe('refund_line_returned')
  const nothing = await giveBack(order, { lines: [{ lineNumber, isReturned: false }] })
  expect(nothing.body.code).toBe('refund_impossible')
  const last = await giveBack(order)
  expect(last.body).toMatchObject({ refundedTotal: order.total, status: 'refunded' })
  await store.runJobs()
  const refunds = await cardProvider(store).refunds(order.paymentId)
  expect(refunds.map(({ amount }) => amount).sort()).toEqual(
    [1_001, Math.round(price * 100) - 1_001, Math.round((Number(order.total) - price) * 100)].sort(),
  )
})

test('one line of an order is refused with more than was paid, a wrong amount or a wrong line, and nothing changes', async () => {
  const { order } = await aSale(store, VIP)
  const before = await stockOf(admin, VIP)
  const whole = { lineNumber: 1, isReturned: true }
  const wrong: [lines: object[], status: number, code: string][] = [
    [[{ lineNumber: 1, amount: '299.01', isReturned: false }], 409, 'refund_too_high'],
    [[{ lineNumber: 1, amount: 1.005, isReturned: false }], 400, 'price_invalid'],
    [[{ lineNumber: 1, amount: -1, isReturned: false }], 400, 'price_invalid'],
    [[{ lineNumber: 1, amount: 0, isReturned: true }], 409, 'refund_impossible'],
    [[{ lineNumber: 2, isReturned: true }], 400, 'refund_line_unknown'],
    [[whole, whole], 400, 'refund_line_unknown'],
  ]

  for (const [lines, status, code] of wrong)
    expect(await giveBack(order, { lines })).toMatchObject({ status, body: { code } })

  expect(await stockOf(admin, VIP)).toBe(before)
  expect(await store.sql`select 1 from refunds where order_id = ${order.id}`).toEqual([])
})

test('one line of an order of a two-for-one pair gives back the difference, then the whole price of the other, with its commission', async () => {
  const [dear, cheap] = ['48453-vacant-premium-100', '48453-owner-premium-50']
  for (const packageId of [dear, cheap]) await store.setStock(packageId, 50)
  await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
  const link = await aPaidLink(dear, cheap)
  await removeOffers(admin)
  const { body: sold } = await admin.call('GET', `/api/admin/orders/${link.id}`)
  const prices: number[] = sold.lines.map((line: { price: number }) => Math.round(line.price * 100))
  const [most, least] = [Math.max(...prices), Math.min(...prices)]
  const lineOf = (cents: number) => ({ lineNumber: 1 + prices.indexOf(cents), isReturned: true })
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  const tooMuch = await giveBack(link, { lines: [{ ...lineOf(most), amount: dollars(most) }] })
  const one = await giveBack(link, { lines: [lineOf(most)] })
  const between = await revenueOf(link)
  const other = await giveBack(link, { lines: [lineOf(least)] })

  expect(tooMuch.body).toMatchObject({ code: 'refund_too_high', details: { left: dollars(most - least) } })
  expect(one.body).toMatchObject({ amount: dollars(most - least), status: 'completed' })
  expect(between).toMatchObject({ cents: least, commission: Math.round(least / 10) })
  expect(other.body).toMatchObject({ amount: dollars(least), refundedTotal: dollars(most), status: 'refunded' })
  expect(await revenueOf(link)).toEqual(GONE)
  await store.runJobs()
  const refunds = await cardProvider(store).refunds(link.payment.paymentId)
  expect(refunds.map(({ amount }) => amount).sort()).toEqual([most - least, least].sort())
})

describe('the refund of a sale by link', () => {
  // Up to here everything adds up; a test below makes a refund fail behind the provider’s back.
  beforeAll(() => expectStockIdentities(store.testDatabase))

  /** What each place says about it. */
  async function shown({ request, id, token }: Awaited<ReturnType<typeof aPaidLink>>) {
    const file = (await admin.call('GET', `/api/admin/orders/${id}`)).body
    const [listed] = (await admin.call('GET', `/api/admin/orders?search=${request.reference}`)).body
    const [sent] = (await rep.call('GET', '/api/sales/payment-requests?limit=1')).body
    const invoice = (await rep.call('GET', `/api/invoices/${request.token}`)).body
    const link = (await rep.call('GET', `/api/payment-request/${request.token}`)).body
    const page = (await rep.call('GET', `/api/orders/${token}`)).body
    const states = file.refunds.map(({ state }: { state: string }) => ({ refundState: state }))
    return [file, ...states, listed, sent, invoice, link, page].map(({ refundState }) => refundState)
  }

  test('is shown as pending, refunded or failed everywhere; revenue falls at once and returns with a failure', async () => {
    const sale = await aPaidLink(VIP)
    const sold = await revenueOf(sale)
    await giveBack(sale)
    const pending = [await shown(sale), await revenueOf(sale)]
    await store.runJobs()
    const refunded = [await shown(sale), await revenueOf(sale)]
    const [made] = await cardProvider(store).refunds(sale.payment.paymentId)
    await failRefund(store, made.id)
    const created = Math.floor(store.clock.now().getTime() / 1_000)
    const object = { ...made, status: 'failed' }
    await deliverWebhook(store, { id: `evt_${made.id}`, type: 'refund.failed', created, data: { object } })
    await store.runJobs()
    const failed = [await shown(sale), await revenueOf(sale)]
    const refund = await store.row`select refund_id from refunds where order_id = ${sale.id}`
    await admin.call('POST', `/api/admin/refunds/${refund.refund_id}/retry`)
    await store.runJobs()

    expect(pending).toEqual([Array(7).fill('pending'), GONE])
    expect(refunded).toEqual([Array(7).fill('refunded'), GONE])
    expect(failed).toEqual([Array(7).fill('failed'), sold])
    expect([await shown(sale), await revenueOf(sale)]).toEqual(refunded)
  })

  test('is made by hand if the money was marked as paid', async () => {
    const byHand = await sendLink(rep, [VIP])
    await admin.call('POST', `/api/admin/payment-request/${byHand.token}/mark-paid`, { reference: 'check 7' })
    const order = await store.row`select order_id as id from payment_requests where token = ${byHand.token}`
    expect((await giveBack(order)).body).toMatchObject({ isByHand: true, status: 'refunded' })

    await store.runJobs()
    const { body: invoice } = await rep.call('GET', `/api/invoices/${byHand.token}`)
    expect(invoice).toMatchObject({ status: 'paid', refundedTotal: '299.00' })
  })
})
