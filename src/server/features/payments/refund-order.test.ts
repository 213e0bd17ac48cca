/** Refunds by an administrator, and everything that follows from them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Buyer, Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'
const STANDARD = '48453-landlord-standard-100'

let store: TestApp
let admin: Client
let attempts = 0
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIUM]) await store.setStock(packageId, 500)
  await store.setStock(STANDARD, 5000)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const giveBack = (order: { id: string }, body: Record<string, unknown> = {}, client = admin): Promise<Reply> => {
  attempts += 1
  const named = { attemptId: `attempt-refund-${attempts}`, reason: 'Wrong county.', ...body }
  return client.call('POST', `/api/admin/orders/${order.id}/refunds`, named)
}
const stockOf = async (packageId: string): Promise<number> => {
  const { body } = await admin.call('GET', '/api/packages/Texas/Travis')
  return body.find((one: { id: string }) => one.id === packageId).available
}
async function bought(...packageIds: string[]): Promise<{ buyer: Buyer; order: Reply['body'] }> {
  const buyer = aBuyer(store)
  return { buyer, order: (await buyer.buy(...packageIds)).body }
}

describe('an order that is refunded whole', () => {
  test('is refunded at the provider once, its units are on sale again, and its page says so', async () => {
    const before = await stockOf(VIP)
    const { buyer, order } = await bought(VIP, STANDARD)

    const reply = await giveBack(order)

    expect(reply).toMatchObject({
      status: 200,
      body: { amount: order.total, refundedTotal: order.total, status: 'refunded', isByHand: false },
    })
    await store.runJobs()
    const [refund, ...others] = await cardProvider(store).refunds(order.paymentId)
    expect(others).toEqual([])
    expect(refund).toMatchObject({ amount: Math.round(Number(order.total) * 100) })
    expect(await stockOf(VIP)).toBe(before)
    expect(await stockOf(STANDARD)).toBe(5000)
    const { body: page } = await buyer.call('GET', `/api/orders/${order.token}`)
    expect(page).toMatchObject({ status: 'refunded', refundedTotal: order.total })
    const [mail] = await store.mailsTo(buyer.contactInfo.email)
    expect(mail?.subject).toBe(`Order ${order.reference}: refund of $${order.total}`)
    expect(mail?.text).toContain('It goes back to the card you paid with.')
    expect(mail?.text).not.toContain('Wrong county')
    await expectStockIdentities(store.testDatabase)
  })

  test('is refunded once, however often the same attempt is sent at once', async () => {
    const { order } = await bought(VIP)

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => giveBack(order, { attemptId: 'attempt-again-1' })),
    )

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.refundId)).size).toBe(1)
    await store.runJobs()
    expect(await cardProvider(store).refunds(order.paymentId)).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('cannot be refunded a second time, not even by twenty administrators at once', async () => {
    const { order } = await bought(VIP)

    const replies = await Promise.all(Array.from({ length: 20 }, () => giveBack(order)))

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['refund_impossible']))
    await expectStockIdentities(store.testDatabase)
  })
})

describe('one line of an order', () => {
  test('remembers what was refunded for it earlier, even by a version that did not record it', async () => {
    const { order } = await bought(PREMIUM, VIP)
    const [gone, staying] = [1, 2]
    const lines = [
      { lineNumber: gone, isReturned: true },
      { lineNumber: staying, amount: '20.00', isReturned: false },
    ]
    await giveBack(order, { lines })
    const given = async () => {
      const { body } = await admin.call('GET', `/api/admin/orders/${order.id}`)
      return body.lines.map((line: { given: number }) => line.given)
    }

    expect(await given()).toEqual([0, 20])
    await store.testDatabase.pool.query(
      'update refund_lines set given_cents = null where refund_id in (select refund_id from refunds where order_id = $1)',
      [order.id],
    )
    expect(await given()).toEqual([0, 20])
  })

  test('is refunded in part and then in full; its unit returns once, if the administrator says so', async () => {
    const before = await stockOf(PREMIUM)
    const { order } = await bought(PREMIUM, VIP)
    const lineNumber = 1 + order.lines.findIndex((line: { tier: string }) => line.tier === 'premium')
    const price = order.lines[lineNumber - 1].price

    const part = await giveBack(order, { lines: [{ lineNumber, amount: '10.01', isReturned: false }] })
    expect(part.body).toMatchObject({ amount: '10.01', refundedTotal: '10.01', status: 'completed' })
    expect(await stockOf(PREMIUM)).toBe(before - 1)

    const rest = await giveBack(order, { lines: [{ lineNumber, isReturned: true }] })
    expect(rest.body).toMatchObject({ amount: (price - 10.01).toFixed(2), refundedTotal: price.toFixed(2) })
    expect(await stockOf(PREMIUM)).toBe(before)

    expect((await giveBack(order, { lines: [{ lineNumber, isReturned: true }] })).body.code).toBe(
      'refund_line_returned',
    )
    const nothing = await giveBack(order, { lines: [{ lineNumber, isReturned: false }] })
    expect(nothing.body.code).toBe('refund_impossible')
    const last = await giveBack(order)
    expect(last.body).toMatchObject({ refundedTotal: order.total, status: 'refunded' })
    await store.runJobs()
    expect(await cardProvider(store).refunds(order.paymentId)).toHaveLength(3)
    await expectStockIdentities(store.testDatabase)
  })

  test.each([
    ['more than was paid for it', { lineNumber: 1, amount: '299.01', isReturned: false }, 409, 'refund_too_high'],
    ['three decimals', { lineNumber: 1, amount: 1.005, isReturned: false }, 400, 'price_invalid'],
    ['less than nothing', { lineNumber: 1, amount: -1, isReturned: false }, 400, 'price_invalid'],
    ['nothing', { lineNumber: 1, amount: 0, isReturned: true }, 409, 'refund_impossible'],
    ['a line that is not there', { lineNumber: 2, isReturned: true }, 400, 'refund_line_unknown'],
  ])('is refused with %s, and nothing changes', async (_what, line, status, code) => {
    const { order } = await bought(VIP)
    const before = await stockOf(VIP)

    const reply = await giveBack(order, { lines: [line] })

    expect(reply).toMatchObject({ status, body: { code } })
    expect(await stockOf(VIP)).toBe(before)
    const { rows } = await store.testDatabase.pool.query('select 1 from refunds where order_id = $1', [order.id])
    expect(rows).toEqual([])
  })

  test('named twice is refused', async () => {
    const { order } = await bought(VIP)
    const twice = [1, 1].map((lineNumber) => ({ lineNumber, isReturned: true }))

    expect((await giveBack(order, { lines: twice })).body.code).toBe('refund_line_unknown')
  })
})

test('a link’s request shows refunds, and money marked as paid is refunded by hand', async () => {
  const rep = await aRep(store)
  const byCard = await sendLink(rep, [VIP])
  await payLink(store, byCard)
  const byHand = await sendLink(rep, [VIP])
  await admin.call('POST', `/api/admin/payment-request/${byHand.token}/mark-paid`, { reference: 'check 7' })
  const orderOf = async ({ token }: { token: string }): Promise<{ id: string }> => {
    const { rows } = await store.testDatabase.pool.query(
      'select order_id as id from payment_requests where token = $1',
      [token],
    )
    return rows[0]
  }

  expect((await giveBack(await orderOf(byCard))).body).toMatchObject({ isByHand: false, status: 'refunded' })
  expect((await giveBack(await orderOf(byHand))).body).toMatchObject({ isByHand: true, status: 'refunded' })

  await store.runJobs()
  for (const { token } of [byCard, byHand]) {
    expect((await rep.call('GET', `/api/invoices/${token}`)).body).toMatchObject({
      status: 'paid',
      refundedTotal: '299.00',
    })
  }
  await expectStockIdentities(store.testDatabase)
})

test('an unpaid order and an unknown order are refused', async () => {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const { orderId } = (await buyer.openPayment()).body

  expect((await giveBack({ id: orderId })).body.code).toBe('refund_impossible')
  expect((await giveBack({ id: `ord_${'1'.repeat(22)}` })).body.code).toBe('order_not_found')
  expect((await giveBack({ id: orderId }, {}, await aRep(store))).status).toBe(403)
  expect((await giveBack({ id: orderId }, {}, new Client(store))).status).toBe(401)
})

test('every refund is in the audit log with who, why, and amounts before and after', async () => {
  const { order } = await bought(VIP)
  await giveBack(order, { reason: '<b>Wrong</b> county.' })

  const { body } = await admin.call('GET', '/api/admin/audit?action=order_refunded&limit=1')

  expect(body).toMatchObject([
    {
      action: 'order_refunded',
      subject: `Order ${order.reference}`,
      before: { refunded: '0.00' },
      after: { refunded: '299.00', lines: '1', packagesReturned: 1 },
      note: '<b>Wrong</b> county.',
    },
  ])
})
