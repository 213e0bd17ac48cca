import { beforeAll, describe, expect, test } from 'vitest'
import { NumberRefused, NumberStopped, type SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { inTransaction } from '#server/platform/database.ts'
import { statement } from '#server/platform/statement.ts'
import { aBuyer } from '#testing/builders.ts'
import { aNumber, buyBySms, textsTo, withSmsService, writeText } from '#testing/sms.ts'
import { withStore } from '#testing/with-store.ts'
import type { MessageComposers } from './message-composer.ts'
import type { MessageFailure } from './message-failures.ts'
import { queueMessage } from './queue-message.ts'
import { sendMessage } from './send-message.ts'
import { SMS_TRIES_MAX } from './sms.ts'

const VIP = '48453-vacant-vip-20'

const store = withStore()
const failures: MessageFailure[] = []
beforeAll(async () => {
  await store.setStock(VIP, 900)
  store.ctx.node.failureListeners.push(async (_ctx, _tx, failure) => void failures.push(failure))
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const messageNamed = async (id: string) => (await query('select * from messages where message_id = $1', [id]))[0]
const failuresOf = (messageId: string) => failures.filter((failure) => failure.messageId === messageId)

const withService = (send: SmsGateway['send']) => withSmsService(store, { send })
const written = (subjectId: string) => writeText(store, subjectId)

const composers: MessageComposers = {
  payment_request: async (_ctx, message) => ({ channel: 'sms', to: message.sent_to ?? '', text: 'Leadyard: hello.' }),
}

describe('a buyer who chose SMS', () => {
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
})

describe('a text', () => {
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

describe('STOP', () => {
  test('is learned from a refusal if only the service knows about it', async () => {
    const number = aNumber()
    const first = await buyBySms(store, VIP, number)
    const send = async () => {
      throw new NumberStopped('The SMS service did not take the text (400, error 21610).')
    }
    const sms = { ...store.ctx.gateways.sms, send }

    await sendMessage({ ...store.ctx, gateways: { ...store.ctx.gateways, sms } }, first.textId, {})
    const second = await buyBySms(store, VIP, number)
    await store.runJobs()

    expect([(await messageNamed(first.textId)).state, (await messageNamed(second.textId)).state]).toEqual([
      'stopped',
      'stopped',
    ])
    expect(await textsTo(store, number)).toEqual([])
  })
})
