import { describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, aRep, Buyer, Client, type Reply } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { messageNamed, refuseMessage } from '#testing/message-log.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { writeMessage } from '#testing/sms.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import type { MessageComposers, MessageRow } from './message-composer.ts'
import { sendMessage } from './send-message.ts'

const store = withStore({}, (opened) => opened.setStock(VIP, 900))
const messageOf = async (order: Reply['body']) =>
  (await store.sql`select * from messages where subject_id = ${order.id}`)[0]
const mailsTo = (buyer: Buyer) => store.mailsTo(buyer.contactInfo.email)

// First, for mail is as old as it is by the clock of the database.
test('the sandbox mailbox deletes mail after 30 days and keeps newer mail', async () => {
  const mail = { from: 'Store <store@example.com>', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const to = 'ada@example.com'
  await store.mailbox.accept({ ...mail, to, messageId: 'first' })
  await store.pass(days(29), 'forget-old-rows')
  const young = await store.mailsTo(to)
  await store.sql`update sandbox_mailbox.messages set at = at - ${'2 days'}::interval`
  await store.mailbox.accept({ ...mail, to, messageId: 'second' })
  await runScheduled(store, 'forget-old-rows')
  await runScheduled(store, 'forget-old-rows')
  expect(young).toMatchObject([{ messageId: 'first' }])
  expect(await store.mailsTo(to)).toMatchObject([{ messageId: 'second' }])
})

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
    const jobs = await store.sql`select task_identifier, key from graphile_worker.jobs`
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
    const { body: order } = await aBuyer(store).buy(VIP)
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
    const buyer = await aBuyerWith(store, VIP)
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

test('a message that another feature composes is sent as composed, with its files, and only once even if written twice', async () => {
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
  expect(await messageNamed(store, messageId)).toMatchObject({ state: 'sent', attempts: 1, sent_at: expect.any(Date) })
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

const verify = (token: string) => new Client(store).call('POST', '/api/verify-email', { token })
const rowOf = async (address: string) => (await store.sql`select * from buyer_addresses where address = ${address}`)[0]

/** Runs jobs. @returns the tokens mailed to an address, newest first */
async function tokensTo(address: string): Promise<string[]> {
  await store.runJobs()
  const mails = await store.mailsTo(address)
  return mails.flatMap(({ text }) => /http:\/\/store\.test\/verify-email\/(\S+)/.exec(text)?.[1] ?? [])
}

/** A buyer whose first order is paid, with the token from their email. */
async function aNewCustomer() {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  const { email } = buyer.contactInfo
  const [token = ''] = await tokensTo(email)
  return { buyer, email, token }
}

describe('the link by which buyers confirm their address', () => {
  test('comes in the confirmation of the first order', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    await store.runJobs()
    const [mail, ...others] = await mailsTo(buyer)
    expect(others).toEqual([])
    for (const told of [mail?.text, mail?.html]) {
      expect(told).toContain('works once, for 7 days')
      expect(told).toContain(`http://store.test/verify-email/${order.id}.`)
    }
  })

  test('comes once per address, however later orders spell it', async () => {
    const { buyer, email } = await aNewCustomer()
    await buyer.buy(VIP)
    await new Buyer(store, email.toUpperCase()).buy(VIP)
    expect(await tokensTo(email)).toHaveLength(1)
  })

  test('comes to customers who pay a link for the first time', async () => {
    const request = await sendLink(await aRep(store), [VIP])
    expect(await tokensTo(request.customerEmail)).toEqual([])
    await payLink(store, request)
    expect(await tokensTo(request.customerEmail)).toHaveLength(1)
  })

  test('comes once when two first orders of an address are confirmed at the same moment', async () => {
    const [one, other] = [new Buyer(store, 'twice@example.com'), new Buyer(store, 'Twice@Example.com')]
    const orders = await Promise.all([one.buy(VIP), other.buy(VIP)])
    await Promise.all(orders.map(({ body }) => sendMessage(store.ctx, `order_confirmation.${body.id}`, {})))
    expect(await tokensTo('twice@example.com')).toHaveLength(1)
  })

  test('no longer comes in an email of its own, as in a store that is being upgraded', async () => {
    const { body: order } = await aBuyer(store).buy(VIP)
    const messageId = `buyer_verification.${order.id}`
    await store.sql`insert into messages (message_id, kind, subject_id, created_at)
      values (${messageId}, 'buyer_verification', ${order.id}, ${store.clock.now()})`
    await store.runJobs()
    expect(await messageNamed(store, messageId)).toMatchObject({
      state: 'failed',
      last_error: 'this message is no longer needed',
    })
  })

  test('does not come before anything is paid, or if everything was refunded', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await buyer.openPayment()
    const back = aBuyer(store)
    const { body: order } = await back.buy(VIP)
    const refunded = `
      with lines as (update order_lines set outcome = 'refunded' where order_id = $1)
      update orders set state = 'refunded', refunded_cents = total_cents where order_id = $1`
    await store.rows(refunded, [order.id])

    expect(await tokensTo(buyer.contactInfo.email)).toEqual([])
    expect(await tokensTo(back.contactInfo.email)).toEqual([])
    expect((await store.mailsTo(back.contactInfo.email))[0]?.subject).toContain('refunded')
  })
})

test('a confirming link works from either email if the mail server’s answer was lost', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  store.mailbox.failNext(1, 'lose_answer')
  await expect(sendMessage(store.ctx, `order_confirmation.${order.id}`, {})).rejects.toThrow()
  const [first = ''] = await tokensTo(buyer.contactInfo.email)
  await retryJobsNow(store)
  expect((await rowOf(buyer.contactInfo.email)).token_fingerprints.length).toBeGreaterThan(1)
  expect(outcomeOf(await verify(first))).toBe('in')
})

test('a confirming link confirms the address once', async () => {
  const { email, token } = await aNewCustomer()
  expect(await rowOf(email)).toMatchObject({ verified_at: null })
  expect([outcomeOf(await verify(token)), outcomeOf(await verify(token))]).toEqual(['in', 'verification_link_invalid'])
  expect(await rowOf(email)).toMatchObject({ verified_at: expect.any(Date), token_fingerprints: [] })
})

test('a confirming link works once if pressed thirty times at the same moment', async () => {
  const { token } = await aNewCustomer()
  const replies = await Promise.all(Array.from({ length: 30 }, () => verify(token)))
  expect(replies.map(outcomeOf).filter((one) => one === 'in')).toHaveLength(1)
})

test('a confirming link changes nothing when it is opened, because mail scanners open links too', async () => {
  const { email, token } = await aNewCustomer()
  const page = await new Client(store).call('GET', `/verify-email/${token}`)
  await new Client(store).call('GET', '/api/verify-email')
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
  expect(await rowOf(email)).toMatchObject({ verified_at: null })
})

test('a confirming link ends after seven days and says so', async () => {
  const { email, token } = await aNewCustomer()
  const inTime = await aNewCustomer()
  store.clock.advance(days(7) - minutes(1))
  expect(outcomeOf(await verify(inTime.token))).toBe('in')
  store.clock.advance(minutes(1))
  const reply = await verify(token)
  expect(reply).toMatchObject({ status: 410, body: { code: 'verification_link_invalid' } })
  expect(reply.body.message).toContain('more than 7 days old')
  expect(await rowOf(email)).toMatchObject({ verified_at: null })
})

test('a confirming link cannot be rebuilt from what the database stores', async () => {
  const { email, token } = await aNewCustomer()
  const [orderId = '', secret = ''] = token.split('.')
  const row = await rowOf(email)
  expect(JSON.stringify(row)).toContain(orderId)
  expect(JSON.stringify(row)).not.toContain(secret)
  for (const guess of [row.token_fingerprints[0], orderId, 'x'.repeat(32), ''])
    expect(outcomeOf(await verify(`${orderId}.${guess}`))).toBe('verification_link_invalid')
  expect(outcomeOf(await verify(token))).toBe('in')
})

// Last, for these leave messages that no one composes.
test.each([
  ['leads_delivered', 'leads_delivered.dlh_1.sms', 'ord_1', { detail_id: 'dlh_1' }],
  ['leads_delivered', 'leads_delivered.dlh_1.2', 'ord_1', { detail_id: 'dlh_1' }],
  ['opt_out_notice', 'opt_out_notice.oon_1', 'ord_1', { detail_id: 'oon_1' }],
  ['order_refunded', 'order_refunded.ref_1.3', 'ord_1', { detail_id: 'ref_1' }],
  ['delivery_warning', 'delivery_warning.dlw_1.usr_1', 'dlw_1 usr_1', { detail_id: 'dlw_1', member_id: 'usr_1' }],
  ['low_stock', 'low_stock.lsm_1.usr_1', 'lsm_1 usr_1', { detail_id: 'lsm_1', member_id: 'usr_1' }],
  [
    'pay_report',
    'pay_report.usr_1.try',
    'usr_1 2026-01-01 2026-01-31',
    { member_id: 'usr_1', start_day: '2026-01-01', end_day: '2026-01-31' },
  ],
  ['order_confirmation', 'order_confirmation.ord_1', 'ord_1', {}],
])('%s %s gets its columns filled, whichever version wrote it', async (kind, messageId, subjectId, columns) => {
  const rows =
    await store.sql`insert into messages (message_id, kind, subject_id, created_at, queued_at) values (${messageId}, ${kind}, ${subjectId}, now(), now())
     returning detail_id, member_id, start_day, end_day`

  expect(rows).toEqual([{ detail_id: null, member_id: null, start_day: null, end_day: null, ...columns }])
})
