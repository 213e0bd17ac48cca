/** Administrators give and take credit, with a reason, once per attempt. */
import { expect, test } from 'vitest'
import { adminOf, Client, type Reply } from '#testing/builders.ts'
import { creditOf } from '#testing/credits.ts'
import { aSale } from '#testing/deliveries.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore({}, (opened) => opened.setStock(VIP, 900))
const admin = adminOf(store)

let attempts = 0
function change(orderId: string, changes: Record<string, unknown>, by = admin): Promise<Reply> {
  attempts += 1
  const body = {
    attemptId: `attempt-credit-${attempts}`,
    change: 'grant',
    amount: '5.00',
    reason: 'The file came twice.',
  }
  return by.call('POST', `/api/admin/orders/${orderId}/credit`, { ...body, ...changes })
}
const audited = async () =>
  (await admin.call('GET', '/api/admin/audit')).body.filter(({ action }: { action: string }) => /^credit_/.test(action))

test('granted credit is mailed, logged, and shown to the administrator and the buyer', async () => {
  const { order, email } = await aSale(store, VIP)

  const { body } = await change(order.id, { amount: 12.5 })
  await store.runJobs()

  expect(body).toMatchObject({
    balance: 12.5,
    entries: [
      {
        reason: 'granted',
        amount: 12.5,
        reference: order.reference,
        note: 'The file came twice.',
        decidedBy: 'Ada Admin',
      },
    ],
  })
  const [mail] = await store.mailsTo(email)
  expect(mail?.subject).toBe('$12.50 store credit from Leadyard')
  expect(mail?.text).toContain('press “Use store credit”')
  expect(mail?.text).not.toContain('came twice')
  expect((await audited())[0]).toMatchObject({
    action: 'credit_granted',
    subject: `Buyer of order ${order.reference}`,
    before: { credit: '0.00' },
    after: { credit: '12.50' },
    note: 'The file came twice.',
  })
  const { body: shown } = await admin.call('GET', `/api/admin/orders/${order.id}`)
  expect(shown.messages.map(({ kind }: { kind: string }) => kind)).toContain('credit_granted')
  expect((await new Client(store).call('GET', `/api/order-credits/${order.token}`)).body).toMatchObject({
    granted: 12.5,
  })
  await expectStockIdentities(store.testDatabase)
})

test('grants once per attempt, even if it arrives several times at once', async () => {
  const { order, email } = await aSale(store, VIP)
  const once = () => change(order.id, { attemptId: 'attempt-the-same' })
  const answers = await Promise.all([once(), once(), once()])
  expect(answers.map(({ body }) => body.balance)).toEqual([5, 5, 5])
  expect(await creditOf(store, email)).toBe(500)
  await store.runJobs()
  expect((await store.mailsTo(email)).filter(({ subject }) => subject.includes('store credit'))).toHaveLength(1)
})

test('takes credit, but never more than there is', async () => {
  const { order, email } = await aSale(store, VIP)
  await change(order.id, { amount: 10 })

  expect(await change(order.id, { change: 'take', amount: 10.01 })).toMatchObject({
    status: 409,
    body: { code: 'credit_too_low', details: { balance: '10.00' } },
  })
  const taken = await Promise.all([
    change(order.id, { change: 'take', amount: 6 }),
    change(order.id, { change: 'take', amount: 6 }),
  ])

  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await creditOf(store, email)).toBe(400)
  expect((await audited())[0]).toMatchObject({
    action: 'credit_taken',
    before: { credit: '10.00' },
    after: { credit: '4.00' },
  })
  await expectStockIdentities(store.testDatabase)
})

test('a change is refused for an amount that is none, and nothing changes', async () => {
  const { order, email } = await aSale(store, VIP)
  for (const amount of [0, -5, 1e308, Number.NaN, '1.005', 'much', '', 10_000.01])
    expect([amount, (await change(order.id, { amount })).status]).toEqual([amount, 400])
  expect(await creditOf(store, email)).toBe(0)
})

test('a change is refused for an unknown order or without a reason', async () => {
  const { order } = await aSale(store, VIP)
  expect((await change(`ord_${'0'.repeat(22)}`, {})).body.code).toBe('order_not_found')
  expect((await change(order.id, { reason: '' })).status).toBe(400)
})

test('a change is refused for an unknown buyer', async () => {
  const { order } = await aSale(store, VIP)
  await store.sql`update orders set email = null where order_id = ${order.id}`
  expect((await change(order.id, {})).body.code).toBe('credit_buyer_unknown')
  expect((await admin.call('GET', `/api/admin/orders/${order.id}/credit`)).body.code).toBe('credit_buyer_unknown')
})
