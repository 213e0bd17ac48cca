import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { payWithBilling, retryJobsNow } from '#testing/card-provider.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { sendMessage } from './send-message.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

const messageOf = async (order: Reply['body']) =>
  (await store.testDatabase.pool.query('select * from messages where subject_id = $1', [order.id])).rows[0]

const mailsTo = (buyer: Buyer) => store.mailsTo(buyer.contactInfo.email)

describe('the mail of a paid order', () => {
  test('comes later when the mail server is down, and the order is paid all the same', async () => {
    const buyer = aBuyer(store)
    store.mailbox.failNext(2)

    const { body: order } = await buyer.buy(VIP)
    await store.runJobs()
    const whileDown = await messageOf(order)
    await retryJobsNow(store)
    await retryJobsNow(store)

    expect(order.status).toBe('completed')
    expect(whileDown).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.stringContaining('down') })
    expect(await messageOf(order)).toMatchObject({ state: 'sent', attempts: 3, last_error: null })
    expect(await mailsTo(buyer)).toHaveLength(1)
  })

  test('is one mail when the server took it and its answer was lost', async () => {
    const buyer = aBuyer(store)
    store.mailbox.failNext(1, 'lose_answer')

    const { body: order } = await buyer.buy(VIP)
    await store.runJobs()
    await retryJobsNow(store)

    expect(await mailsTo(buyer)).toHaveLength(1)
    expect(await messageOf(order)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('is one mail when its job runs again, or ten times at once', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    const { message_id: messageId } = await messageOf(order)

    await Promise.all(Array.from({ length: 10 }, () => sendMessage(store.ctx, messageId)))
    await store.runJobs()

    expect(await mailsTo(buyer)).toHaveLength(1)
    expect((await mailsTo(buyer))[0]?.messageId).toBe(`${messageId}@store.test`)
  })

  test('goes to the one address as it stands, whatever the name holds', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { total } = (await buyer.call('GET', '/api/cart')).body
    const fullName = 'Bea\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>'
    const contactInfo = { fullName, email: buyer.contactInfo.email }
    const { body: payment } = await buyer.call('POST', '/api/create-payment-intent', { amount: total, contactInfo })
    await buyer.confirm(payment)
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    const [mail] = await mailsTo(buyer)
    expect(mail?.text).toContain('Hello Bea Bcc: eve@example.com <script>')
    expect(mail?.html).not.toContain('<script')
    expect(await store.mailsTo('eve@example.com')).toEqual([])
  })

  test('uses what the card provider knows when the buyer told us nothing', async () => {
    const { buyer, payment } = await paidWithoutContact('Carl Card', 'carl@example.com')

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(order.emailHint).toBe('c•••@example.com')
    expect((await store.mailsTo('carl@example.com'))[0]?.text).toContain('Hello Carl Card')
  })

  test('without any usable address is kept as failed, and the order is paid all the same', async () => {
    const { buyer, payment } = await paidWithoutContact('Carl\r\nCard', 'carl@example.com, eve@example.com')

    const { status, body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(status).toBe(200)
    expect(order).toMatchObject({ status: 'completed', emailHint: '' })
    expect(await messageOf(order)).toMatchObject({ state: 'failed' })
    expect((await store.testDatabase.pool.query('select from graphile_worker.jobs')).rows).toEqual([])
  })
})

/** Pays with billing details that only the provider was told. */
async function paidWithoutContact(name: string, email: string): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  const { body: payment } = await buyer.call('POST', '/api/create-payment-intent', { amount: total })
  await payWithBilling(store, payment, { name, email })
  return { buyer, payment }
}
