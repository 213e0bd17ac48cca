/** An order as administrators see it: what was bought and refunded, and who was told. */
import { expect, test } from 'vitest'
import { aBuyer, aBuyerWith, adminOf, aRep, type Reply } from '#testing/builders.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { VIP, withStock } from '#testing/with-store.ts'

const PREMIUM = '48453-owner-premium-50'

type Json = Reply['body']

const store = withStock({ [VIP]: 500, [PREMIUM]: 500 })
const admin = adminOf(store)

const read = (orderId: string): Promise<Reply> => admin.call('GET', `/api/admin/orders/${orderId}`)
const kindsOf = (order: Json): string[] => order.timeline.map((entry: Json) => entry.kind)

test('an order from a link shows its whole history, what is left of each line, and the commission', async () => {
  const rep = await aRep(store)
  const request = await sendLink(rep, [VIP, PREMIUM])
  await store.runJobs()
  await aBuyer(store).call('POST', `/api/payment-request/${request.token}/opened`)
  await payLink(store, request)
  await store.runJobs()
  const [{ id }] = (await admin.call('GET', `/api/admin/orders?search=${request.reference}`)).body
  const before = (await read(id)).body
  const [first, second] = before.lines
  const half = { lineNumber: first.lineNumber, amount: '10.00', isReturned: false }
  const whole = { lineNumber: second.lineNumber, isReturned: true }
  await admin.refund(id, { reason: 'Wrong county.', lines: [half, whole] })
  await store.runJobs()

  const { body: order } = await read(id)

  expect(before).toMatchObject({
    channel: 'link',
    repName: 'Rob Rep',
    refundObstacle: null,
    commission: { rate: 10 },
  })
  expect(before.lines.map((line: Json) => line.left)).toEqual(
    before.lines.map((line: Json) => line.price - line.discount),
  )
  expect(order.lines).toMatchObject([
    { outcome: 'sold', refunded: 10, left: first.left - 10, isReturned: false },
    { outcome: 'sold', refunded: second.left, left: 0, isReturned: true },
  ])
  expect(order.commission.amount).toBeCloseTo((first.left - 10) * 0.1, 2)
  expect(order.request).toMatchObject({ token: request.token, status: 'paid' })
  expect(order.payment).toMatchObject({ state: 'succeeded', amount: request.total })
  expect(order.refunds).toMatchObject([
    {
      reason: 'admin',
      note: 'Wrong county.',
      decidedBy: 'Ada Admin',
      state: 'refunded',
      isByHand: false,
      attempts: 0,
    },
  ])
  expect(order.messages.map((message: Json) => message.kind)).toEqual(
    expect.arrayContaining(['payment_request', 'order_confirmation', 'order_refunded']),
  )
  expect(kindsOf(order)).toEqual(
    expect.arrayContaining(['placed', 'link_sent', 'paid', 'mail_handed_over', 'refund_decided', 'refund_made']),
  )
  expect(JSON.stringify(order)).not.toMatch(/_secret_|4242/)
})

test('an order without a payment cannot be refunded, and an unknown one is not found', async () => {
  const buyer = await aBuyerWith(store, VIP)
  await buyer.openPayment()
  const rows = await store.sql`select order_id from orders where email = ${buyer.contactInfo.email}`
  expect((await read(rows[0].order_id)).body).toMatchObject({
    status: 'awaiting_payment',
    refundObstacle: 'not_paid',
  })
  expect((await read(`ord_${'0'.repeat(22)}`)).body.code).toBe('order_not_found')
})
