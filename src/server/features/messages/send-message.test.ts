import { describe, expect, test } from 'vitest'
import { aBuyer, aRep, type Buyer, type Reply } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { refuseMessage } from '#testing/message-log.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'

import { writeMessage } from '#testing/sms.ts'

import { withStore } from '#testing/with-store.ts'
import type { MessageComposers, MessageRow } from './message-composer.ts'
import { sendMessage } from './send-message.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore({}, (opened) => opened.setStock(VIP, 900))

const messageOf = async (order: Reply['body']) =>
  (await store.testDatabase.pool.query('select * from messages where subject_id = $1', [order.id])).rows[0]

const mailsTo = (buyer: Buyer) => store.mailsTo(buyer.contactInfo.email)

describe('the email for a paid order', () => {
  test('arrives later if the mail server is down, and the order is still paid', async () => {
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

  test('gets its own job if the server refuses it, and the other emails of its batch go out', async () => {
    const buyers = Array.from({ length: 3 }, () => aBuyer(store))
    const orders = await Promise.all(buyers.map((buyer) => buyer.buy(VIP)))
    store.mailbox.failNext(1)
    await store.runJobs()
    const states = await Promise.all(orders.map(async ({ body }) => (await messageOf(body)).state))
    const { rows: jobs } = await store.testDatabase.pool.query('select task_identifier, key from graphile_worker.jobs')
    await retryJobsNow(store)
    expect(states.toSorted()).toEqual(['sent', 'sent', 'waiting'])
    const late = orders[states.indexOf('waiting')]?.body
    expect(jobs).toEqual([{ task_identifier: 'send-message', key: `message:order_confirmation.${late?.id}` }])
    for (const buyer of buyers) expect(await mailsTo(buyer)).toHaveLength(1)
  })

  test.each(['a cart', 'a payment link'])('links the page with the receipt of %s', async (bought) => {
    const { reference, email } = await (bought === 'a cart' ? buyCart() : buyByLink())

    await store.runJobs()
    const [mail] = await store.mailsTo(email)
    expect(mail?.subject).toBe(`Order ${reference} is confirmed`)
    expect(mail?.text).toMatch(/Order status and receipt: http:\/\/\S+\/order\/\S+/)
    expect(mail?.attachments).toEqual([])
  })

  test('fails at once if the mail server does not know the address, and records the server’s words', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    const { message_id: messageId } = await messageOf(order)
    await refuseMessage(store, messageId)
    expect(await messageOf(order)).toMatchObject({
      state: 'failed',
      last_error: 'The mail server did not take the mail (550 no such account).',
    })
  })

  test('is sent once even if the server’s answer was lost', async () => {
    const buyer = aBuyer(store)
    // A mail that still waits from before would be the one that fails.
    await store.runJobs()
    store.mailbox.failNext(1, 'lose_answer')
    const { body: order } = await buyer.buy(VIP)
    await store.runJobs()
    await retryJobsNow(store)
    expect(await mailsTo(buyer)).toHaveLength(1)
    expect(await messageOf(order)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('is sent once even if its job runs again, or ten times at once', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    const { message_id: messageId } = await messageOf(order)
    await Promise.all(Array.from({ length: 10 }, () => sendMessage(store.ctx, messageId, {})))
    await store.runJobs()
    expect(await mailsTo(buyer)).toHaveLength(1)
    expect((await mailsTo(buyer))[0]?.messageId).toBe(`${messageId}@store.test`)
  })

  test('goes to one address only, whatever the name contains', async () => {
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
    expect(mail?.text).toMatch(/^Hello,$/m)
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/eve@|<script|alert/)
    expect(await store.mailsTo('eve@example.com')).toEqual([])
  })
})

describe('a message that another feature composes', () => {
  const messageNamed = async (id: string) =>
    (await store.testDatabase.pool.query('select * from messages where message_id = $1', [id])).rows[0]

  test('is sent as composed, with its files, and only once even if written twice', async () => {
    const messageId = await writeMessage(store, 'prq_whole', 'email')
    await writeMessage(store, 'prq_whole', 'email')
    const file = { name: 'invoice.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }
    const mail = { to: 'whole@example.com', subject: 'Your invoice', text: 'Pay here.', html: '<p>Pay here.</p>' }
    const told: MessageRow[] = []
    const composers: MessageComposers = {
      payment_request: async (_ctx, message) => {
        told.push(message)
        return { ...mail, attachments: [file] }
      },
    }

    await sendMessage(store.ctx, messageId, composers)
    await sendMessage(store.ctx, messageId, composers)

    expect(told).toMatchObject([{ message_id: messageId, subject_id: 'prq_whole', kind: 'payment_request' }])
    const attachments = [{ name: 'invoice.pdf', type: 'application/pdf', size: 4 }]
    expect(await store.mailsTo('whole@example.com')).toMatchObject([{ subject: 'Your invoice', attachments }])
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 1, sent_at: expect.any(Date) })
  })
})

async function buyCart() {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const { fullName: name, email } = buyer.contactInfo
  return { reference: order.reference, name, email }
}

async function buyByLink() {
  const request = await sendLink(await aRep(store), [VIP])
  await payLink(store, request)
  return { reference: request.reference, name: request.customerName, email: request.customerEmail }
}
