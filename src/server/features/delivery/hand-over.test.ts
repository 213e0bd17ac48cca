/** Links sent as texts and emails, and what happens if they reach no one or must be sent again. */
import { describe, expect, test } from 'vitest'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { aBuyer, adminOf, Client, type Reply } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { aBackedPackage, aSale, deliveryMailsTo, deliveryTokenIn, download, openDelivery } from '#testing/deliveries.ts'
import { refuseMessage } from '#testing/message-log.ts'
import { aNumber, answerSms, buyBySms, reportSms, textsTo } from '#testing/sms.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'
import { composers } from './compose-messages.ts'

const store = withStore({}, (opened) => opened.setStock(COUNTED, 900))
const admin = adminOf(store)

const orderAt = async (token: string) => (await new Client(store).call('GET', `/api/orders/${token}`)).body
const queued = async (orderId: string) =>
  (await admin.call('GET', '/api/admin/fulfilment')).body.find(
    (entry: { orderId: string }) => entry.orderId === orderId,
  )
const messagesOf = (orderId: string) =>
  store.sql`select channel, state from messages where kind = 'leads_delivered' and subject_id = ${orderId} order by created_at, channel`
const linkTexts = async (number: string) =>
  (await textsTo(store, number)).filter(({ text }) => text.includes('/delivery/'))

/** Buys leads by SMS, which are delivered at once. */
async function bought(number: string | null) {
  const { buyer, order } = await buyBySms(store, await aBackedPackage(store), number)
  await store.runJobs()
  return { order, email: buyer.contactInfo.email }
}

const textIdOf = async (orderId: string): Promise<string> =>
  (
    await store.sql`select message_id from messages where kind = 'leads_delivered' and channel = 'sms' and subject_id = ${orderId}`
  )[0].message_id

/** How many failed or late messages an administrator is to look at. */
const troubled = async (): Promise<number> =>
  (await admin.call('GET', '/api/admin/attention')).body.parts.find(({ kind }: { kind: string }) => kind === 'messages')
    .count

const send = (orderId: string, body: object): Promise<Reply> =>
  admin.call('POST', `/api/admin/fulfilment/${orderId}/1/send`, body)

/** Tries to send an order's latest delivery message through a mail server that does not know the address. */
async function refuse(orderId: string): Promise<void> {
  const [latest] =
    await store.sql`select message_id from delivery_handovers where order_id = ${orderId} order by created_at desc, handover_id desc limit 1`
  await refuseMessage(store, latest.message_id, composers)
}

describe('a delivery email', () => {
  test('that is refused fails the delivery, which waits in the queue until it is sent elsewhere', async () => {
    const calm = await troubled()
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await store.app.jobs.find(({ name }) => name === 'deliver-leads')?.run(store.ctx, { orderId: order.id })
    await refuse(order.id)
    const waiting = await queued(order.id)
    const unprocessed = await orderAt(order.token)
    const attention = (await troubled()) - calm

    const reply = await send(order.id, { attemptId: 'attempt-else', email: 'right@example.com' })
    const twice = await send(order.id, { attemptId: 'attempt-else', email: 'right@example.com' })
    await store.runJobs()

    expect(waiting).toMatchObject({
      kind: 'leads',
      deliveryState: 'failed',
      problem: 'The mail was refused: the address or number is not known there.',
    })
    expect(unprocessed).toMatchObject({ status: 'completed' })
    expect([attention, await troubled()]).toEqual([1, calm])
    expect([reply.status, twice.status]).toEqual([200, 200])
    expect(await deliveryMailsTo(store, 'right@example.com')).toHaveLength(1)
    expect(await deliveryMailsTo(store, email)).toEqual([])
    expect(await queued(order.id)).toBeUndefined()
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('that is refused is replaced by a text if the buyer gave a number, without involving a person', async () => {
    const calm = await troubled()
    const buyer = aBuyer(store)
    Object.assign(buyer.contactInfo, { cellPhone: '(512) 555-0142' })
    const { body: order } = await buyer.buy(await aBackedPackage(store))
    await store.app.jobs.find(({ name }) => name === 'deliver-leads')?.run(store.ctx, { orderId: order.id })

    await refuse(order.id)
    const between = await queued(order.id)
    await store.runJobs()

    expect(between).toBeUndefined()
    expect(await troubled()).toBe(calm)
    expect(await messagesOf(order.id)).toEqual([
      { channel: 'email', state: 'failed' },
      { channel: 'sms', state: 'sent' },
    ])
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('can be sent again with a new link, which ends the old one', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await store.runJobs()
    const [first] = await deliveryMailsTo(store, email)
    await send(order.id, { attemptId: 'attempt-again' })
    await store.runJobs()
    const [second] = await deliveryMailsTo(store, email)
    expect((await openDelivery(store, deliveryTokenIn(first))).status).toBe(404)
    expect((await openDelivery(store, deliveryTokenIn(second))).status).toBe(200)
  })

  test('with an expired link is made again from the leads of the order', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await store.runJobs()
    await store.sql`delete from delivery_files where order_id = ${order.id}`
    await send(order.id, { attemptId: 'attempt-anew' })
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, email)
    expect((await download(store, `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`)).status).toBe(200)
  })

  test('is not written if there is nothing to send', async () => {
    const { order } = await aSale(store, COUNTED)
    expect((await send(order.id, { attemptId: 'attempt-none' })).body.code).toBe('delivery_not_ready')
    expect((await send(order.id, { attemptId: 'attempt-none', email: 'a@b, c@d' })).status).toBe(400)
  })
})

test('a delivery link by SMS opens the leads, contains none of their data, and replaces the email', async () => {
  const number = aNumber()
  const { order, email } = await bought(number)
  const [text, ...more] = await linkTexts(number)
  expect(more).toEqual([])
  expect(text?.text).toMatch(
    new RegExp(`^Leadyard: your leads for order ${order.reference} are ready\\. Reply STOP to opt out\\. \\S+$`),
  )
  expect((await openDelivery(store, deliveryTokenIn(text))).status).toBe(200)
  expect(await deliveryMailsTo(store, email)).toEqual([])
  expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
})

test.each([
  ['of a buyer without a number', null, []],
  ['to a number that the service does not take', '+17375550199', [{ channel: 'sms', state: 'failed' }]],
])('a delivery link by SMS %s is sent by email at once, without involving a person', async (_what, number, texts) => {
  const { order, email } = await bought(number)
  const [mail, ...more] = await deliveryMailsTo(store, email)
  expect(more).toEqual([])
  expect((await openDelivery(store, deliveryTokenIn(mail))).status).toBe(200)
  expect(await messagesOf(order.id)).toEqual(
    texts.length > 0
      ? expect.arrayContaining([...texts, { channel: 'email', state: 'sent' }])
      : [{ channel: 'email', state: 'sent' }],
  )
  expect(await queued(order.id)).toBeUndefined()
  expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
})

test('a delivery link by SMS is not retried after a STOP but sent by email', async () => {
  const number = aNumber()
  const { order, email } = await bought(number)
  await reportSms(store, await textIdOf(order.id), { status: 'undelivered', errorCode: 30003 })
  await store.runJobs()
  await answerSms(store, number, 'STOP')
  await retryJobsNow(store)
  await store.runJobs()
  expect(await linkTexts(number)).toHaveLength(1)
  expect(await deliveryMailsTo(store, email)).toHaveLength(1)
})

test('a delivery link by SMS that fails both ways waits for a person, with the reason', async () => {
  const { buyer, order } = await buyBySms(store, await aBackedPackage(store), '+17375550199')
  await store.app.jobs.find(({ name }) => name === 'deliver-leads')?.run(store.ctx, { orderId: order.id })
  await sendMessage(store.ctx, await textIdOf(order.id), composers)
  await refuse(order.id)
  expect(await queued(order.id)).toMatchObject({
    deliveryState: 'failed',
    problem: expect.stringContaining('before that the other way failed too'),
  })
  expect(await orderAt(order.token)).toMatchObject({ status: 'completed' })
  expect(await deliveryMailsTo(store, buyer.contactInfo.email)).toEqual([])
})
