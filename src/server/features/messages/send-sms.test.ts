import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NumberRefused, type SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { inTransaction } from '#server/platform/database.ts'
import { statement } from '#server/platform/statement.ts'
import { aBuyer } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { aNumber, buyBySms, textsTo, withSmsService, writeText } from '#testing/sms.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { MessageComposers } from './message-composer.ts'
import type { MessageFailure } from './message-failures.ts'
import { queueMessage, queueSms } from './queue-message.ts'
import { sendMessage } from './send-message.ts'
import { SMS_TRIES_MAX } from './send-sms.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
const failures: MessageFailure[] = []
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
  store.ctx.node.failureListeners.push(async (_ctx, _tx, failure) => void failures.push(failure))
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const messageNamed = async (id: string) => (await query('select * from messages where message_id = $1', [id]))[0]
const failuresOf = (messageId: string) => failures.filter((failure) => failure.messageId === messageId)

const withService = (send: SmsGateway['send']) => withSmsService(store, { send })
const written = (subjectId: string) => writeText(store, subjectId)

const composers: MessageComposers = {
  payment_request: async (_ctx, message) => ({ channel: 'sms', to: message.sent_to ?? '', text: 'Leadyard: hello.' }),
}

describe('a buyer who chose SMS', () => {
  test('gets a text besides the email, with the brand, the order, the opt-out words and the link', async () => {
    const { buyer, order } = await buyBySms(store, VIP, '(512) 555-0142')

    await store.runJobs()

    const [text, ...more] = await textsTo(store, '+1 512 555 0142')
    expect(more).toEqual([])
    expect(text?.text).toMatch(
      new RegExp(
        `^Leadyard: order ${order.reference} is paid\\. .* Reply STOP to opt out\\. http://store\\.test/order/`,
      ),
    )
    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).not.toContain('can receive texts')
  })

  test.each([
    ['gave no number', null],
    ['gave an invalid number', 'call me'],
    ['gave a premium-rate number', '900 555 0100'],
  ])('and %s gets only the email, and the text is not retried', async (_what, cellPhone) => {
    const { buyer, textId } = await buyBySms(store, VIP, cellPhone)

    await store.runJobs()

    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('no US or Canadian cell phone number')
    expect(mails[0]?.html).toContain('no US or Canadian cell phone number')
    const text = await messageNamed(textId)
    expect([undefined, 'failed']).toContain(text?.state)
    expect(text?.attempts ?? 0).toBe(0)
    expect(await query('select from graphile_worker.jobs')).toEqual([])
  })

  test('gets one text even if the order is settled twice and its jobs run again', async () => {
    const number = aNumber()
    const { buyer, textId } = await buyBySms(store, VIP, number)
    await buyer.recordOrder()

    await Promise.all(Array.from({ length: 5 }, () => sendMessage(store.ctx, textId, {}).catch(() => undefined)))
    await store.runJobs()

    expect(await textsTo(store, number)).toHaveLength(1)
    expect(await messageNamed(textId)).toMatchObject({ state: 'sent', attempts: 1, sent_to: number })
  })

  test('and removed the number before paying gets no text', async () => {
    const number = aNumber()
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await buyer.call('POST', '/api/cart', { packageId: VIP, deliveryMethod: 'sms' })
    const { fullName, email } = buyer.contactInfo
    Object.assign(buyer.contactInfo, { cellPhone: number, businessName: 'Bea LLC', address: '1 Elm St' })
    await buyer.openPayment()
    Object.assign(buyer.contactInfo, { cellPhone: null, businessName: null, address: null })
    const { body: payment } = await buyer.openPayment()
    const [contact] = await query('select * from orders where order_id = $1', [payment.orderId])
    await buyer.confirm(payment)
    await buyer.recordOrder({ paymentId: payment.paymentId })
    await store.runJobs()

    expect(contact).toMatchObject({
      full_name: fullName,
      email,
      cell_phone: null,
      business_name: null,
      address: null,
    })
    expect(await textsTo(store, number)).toEqual([])
  })

  test('gets no text for an order delivered by email, even with a number', async () => {
    const number = aNumber()
    const buyer = aBuyer(store)
    Object.assign(buyer.contactInfo, { cellPhone: number })
    await buyer.reserve(VIP)
    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    await store.runJobs()

    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    expect(await messageNamed(`order_confirmation.${order.id}.sms`)).toBeUndefined()
    expect(await textsTo(store, number)).toEqual([])
  })
})

describe('a text', () => {
  test('is not written without a valid number, and the caller is told', async () => {
    const message = { messageId: 'payment_request.none.sms', kind: 'payment_request' as const, subjectId: 'none' }

    const isWritten = await inTransaction(store.ctx, (tx) => queueSms(store.ctx, tx, { ...message, to: '12' }))

    expect(isWritten).toBe(false)
    expect(await messageNamed(message.messageId)).toBeUndefined()
  })

  test('arrives later if the service is down', async () => {
    const number = aNumber()
    const { textId } = await buyBySms(store, VIP, number)
    store.mailbox.failNext(2)

    await store.runJobs()
    const whileDown = await messageNamed(textId)
    await retryJobsNow(store)

    expect(whileDown).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.stringContaining('down') })
    expect(await textsTo(store, number)).toHaveLength(1)
    expect(await messageNamed(textId)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  })

  test('numbers its tries, fails after eight, and reports the failure once', async () => {
    const messageId = await written('down')
    const attempts: number[] = []
    const ctx = withService(async ({ attempt }) => {
      attempts.push(attempt)
      throw new Error('The SMS service did not take the text (500).')
    })

    for (let tries = 1; tries < SMS_TRIES_MAX; tries += 1)
      await expect(sendMessage(ctx, messageId, composers)).rejects.toThrow('500')
    await sendMessage(ctx, messageId, composers)
    await sendMessage(ctx, messageId, composers)

    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await messageNamed(messageId)).toMatchObject({ state: 'failed', attempts: SMS_TRIES_MAX })
    expect(failuresOf(messageId)).toEqual([
      { messageId, kind: 'payment_request', subjectId: 'down', detailId: null, channel: 'sms', why: 'gave_up' },
    ])
  })

  test('fails at once if the number accepts no texts, and reports the failure', async () => {
    const messageId = await written('landline')
    const ctx = withService(async () => {
      throw new NumberRefused('The SMS service did not take the text (400, error 21614).')
    })

    await sendMessage(ctx, messageId, composers)

    expect(await messageNamed(messageId)).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('21614'),
    })
    expect(failuresOf(messageId)).toMatchObject([{ why: 'refused' }])
  })

  test('is tried again if a listener to its failure throws', async () => {
    const messageId = await written('listener')
    const refused = withService(async () => {
      throw new NumberRefused('The SMS service did not take the text (400, error 21614).')
    })
    let isBroken = true
    store.ctx.node.failureListeners.push(async (_ctx, _tx, failure) => {
      if (failure.messageId === messageId && isBroken) throw new Error('the listener broke')
    })

    await expect(sendMessage(refused, messageId, composers)).rejects.toThrow('the listener broke')
    const between = await messageNamed(messageId)
    isBroken = false
    store.clock.advance(61_000)
    await sendMessage(refused, messageId, composers)

    expect(between).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await messageNamed(messageId)).toMatchObject({ state: 'failed' })
  })

  test('fails if its composer returns an email', async () => {
    const messageId = await written('astray')
    const asMail: MessageComposers = {
      payment_request: async () => ({ to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }),
    }

    await sendMessage(store.ctx, messageId, asMail)

    expect(await messageNamed(messageId)).toMatchObject({ state: 'failed' })
    expect(await store.mailsTo('ada@example.com')).toEqual([])
  })

  test('runs its follow-up in the transaction that marks it as sent', async () => {
    const messageId = await written('follow')
    const seen: unknown[] = []
    const following: MessageComposers = {
      payment_request: async (_ctx, message) => ({
        channel: 'sms',
        to: message.sent_to ?? '',
        text: 'x',
        onSent: async (tx) =>
          void seen.push(
            await tx.run(
              statement<{ messageId: string }, { state: string }>(
                'test.state',
                'select state from messages where message_id = $messageId',
              ),
              { messageId },
            ),
          ),
      }),
    }

    await sendMessage(store.ctx, messageId, following)

    expect(seen).toEqual([[{ state: 'sent' }]])
  })
})

test('an email that fails for good is reported too, after fewer tries if its composer says so', async () => {
  const messageId = 'payment_request.mail.1'
  await inTransaction(store.ctx, (tx) =>
    queueMessage(store.ctx, tx, { messageId, kind: 'payment_request', subjectId: 'mail' }),
  )
  await query('update messages set queued_at = created_at where message_id = $1', [messageId])
  const mails: MessageComposers = {
    payment_request: async () => ({ to: 'ada@example.com', subject: 'x', text: 'x', html: 'x', triesMax: 2 }),
  }
  store.mailbox.failNext(2)

  await expect(sendMessage(store.ctx, messageId, mails)).rejects.toThrow('down')
  await sendMessage(store.ctx, messageId, mails)

  expect(await messageNamed(messageId)).toMatchObject({ state: 'failed', attempts: 2 })
  expect(failuresOf(messageId)).toMatchObject([{ channel: 'email', why: 'gave_up' }])
})
