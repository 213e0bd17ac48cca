/** Links sent as texts, and what happens if they cannot be sent: email takes over, and then a person is told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { aBackedPackage, deliveryMailsTo, deliveryTokenIn, openDelivery } from '#testing/deliveries.ts'
import { aNumber, answerSms, buyBySms, reportSms, textsTo } from '#testing/sms.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { composers } from './compose-messages.ts'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const orderAt = async (token: string) => (await new Client(store).call('GET', `/api/orders/${token}`)).body
const queued = async (orderId: string) =>
  (await admin.call('GET', '/api/admin/fulfilment')).body.find(
    (entry: { orderId: string }) => entry.orderId === orderId,
  )
const messagesOf = (orderId: string) =>
  query(
    `select channel, state from messages where kind = 'leads_delivered' and subject_id = $1 order by created_at, channel`,
    [orderId],
  )
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
    await query(
      `select message_id from messages where kind = 'leads_delivered' and channel = 'sms' and subject_id = $1`,
      [orderId],
    )
  )[0].message_id

describe('a delivery link by SMS', () => {
  test('opens the leads, contains none of their data, and replaces the email', async () => {
    const number = aNumber()
    const { order, email } = await bought(number)

    const [text, ...more] = await linkTexts(number)

    expect(more).toEqual([])
    expect(text?.text).toMatch(
      new RegExp(`^Leadyard: your leads for order ${order.reference} are ready\\. Reply STOP to opt out\\. \\S+$`),
    )
    expect(text?.text).not.toMatch(/Elm St|Owner|78\d{3}|County records/)
    expect((await openDelivery(store, deliveryTokenIn(text))).status).toBe(200)
    expect(await deliveryMailsTo(store, email)).toEqual([])
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('of a package delivered by hand waits in the queue with its phone number', async () => {
    const counted = '48453-vacant-vip-20'
    await store.setStock(counted, 5)
    const number = aNumber()
    const { order } = await buyBySms(store, counted, number)

    expect(await queued(order.id)).toMatchObject({ method: 'sms', buyerPhone: number })
  })

  test.each([
    ['of a buyer without a number', null, []],
    ['to an invalid number', '555-0100', []],
    ['to a number that the service does not take', '+17375550199', [{ channel: 'sms', state: 'failed' }]],
    ['to an owner whose STOP only the service knows', '+17375550196', [{ channel: 'sms', state: 'stopped' }]],
  ])('%s is sent by email at once, without involving a person', async (_what, number, texts) => {
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

  test('to a phone that stays off is tried three times, then sent by email', async () => {
    const { order, email } = await bought(aNumber())
    const textId = await textIdOf(order.id)
    const mails: number[] = []
    for (const attempt of [1, 2, 3]) {
      await reportSms(store, textId, { status: 'undelivered', attempt, errorCode: 30003 })
      await store.runJobs()
      await retryJobsNow(store)
      mails.push((await deliveryMailsTo(store, email)).length)
    }

    expect(mails).toEqual([0, 0, 1])
    expect(await queued(order.id)).toBeUndefined()
  })

  test('is not retried after a STOP but sent by email', async () => {
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

  test('that fails both ways waits for a person, with the reason', async () => {
    const { buyer, order } = await buyBySms(store, await aBackedPackage(store), '+17375550199')
    await store.app.jobs.find(({ name }) => name === 'deliver-leads')?.run(store.ctx, { orderId: order.id })
    await sendMessage(store.ctx, await textIdOf(order.id), composers)
    const [{ message_id: mailId }] = await query(
      `select message_id from messages where kind = 'leads_delivered' and channel = 'email' and subject_id = $1`,
      [order.id],
    )
    const email = {
      ...store.ctx.gateways.email,
      send: async () => {
        throw new RecipientRefused('The mail server did not take the mail (550 no such account).')
      },
    }
    await sendMessage({ ...store.ctx, gateways: { ...store.ctx.gateways, email } }, mailId, composers)

    expect(await queued(order.id)).toMatchObject({
      deliveryState: 'failed',
      problem: expect.stringContaining('before that the other way failed too'),
    })
    expect(await orderAt(order.token)).toMatchObject({ status: 'completed' })
    expect(await deliveryMailsTo(store, buyer.contactInfo.email)).toEqual([])
  })
})
