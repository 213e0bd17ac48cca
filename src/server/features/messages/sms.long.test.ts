import { describe, expect, test } from 'vitest'
import { NumberRefused, NumberStopped, type Sms } from '#server/gateways/sms/sms-gateway.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { statement } from '#server/platform/database/statement.ts'
import { aBuyerWith } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { messageNamed as messageNamedIn, withMailServer } from '#testing/message-log.ts'
import { aNumber, answerSms, buyBySms, callSmsWebhook, reportSms, signSms, textsTo, withTexts } from '#testing/sms.ts'
import { HTTPS_STAGING } from '#testing/test-app.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import type { ComposedSms, MessageComposers, MessageRow } from './message-composer.ts'
import { recordSmsReport } from './record-sms-report.ts'
import { sendMessage } from './send-message.ts'
import { SMS_TRIES_MAX } from './sms.ts'

const STATUS = '/api/webhooks/twilio/status'
const INBOUND = '/api/webhooks/twilio/inbound'
const { store, messageNamed, failuresOf, withService, written, sent, reported, ask } = withTexts()
const textOf = (message: MessageRow, onSent?: ComposedSms['onSent']): ComposedSms => ({
  channel: 'sms',
  to: message.sent_to ?? '',
  text: 'Leadyard: hello.',
  ...(onSent ? { onSent } : {}),
})
const aMail = { to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }
const composers: MessageComposers = { payment_request: async (_ctx, message) => textOf(message) }
const followedBy = (onSent: NonNullable<ComposedSms['onSent']>): MessageComposers => ({
  payment_request: async (_ctx, message) => textOf(message, onSent),
})

test('a buyer who chose SMS and removed the number before paying gets no text', async () => {
  const number = aNumber()
  const buyer = await aBuyerWith(store, VIP)
  await buyer.call('POST', '/api/cart', { packageId: VIP, deliveryMethod: 'sms' })
  const { fullName, email } = buyer.contactInfo
  Object.assign(buyer.contactInfo, { cellPhone: number, businessName: 'Bea LLC', address: '1 Elm St' })
  await buyer.openPayment()
  Object.assign(buyer.contactInfo, { cellPhone: null, businessName: null, address: null })
  const { body: payment } = await buyer.openPayment()
  const [contact] = await store.sql`select * from orders where order_id = ${payment.orderId}`
  await buyer.confirm(payment)
  await buyer.recordOrder({ paymentId: payment.paymentId })
  await store.runJobs()

  expect(contact).toMatchObject({ full_name: fullName, email, cell_phone: null, business_name: null, address: null })
  expect(await textsTo(store, number)).toEqual([])
})

test('a text numbers its tries, fails after eight, and reports the failure once', async () => {
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

test('a text is tried again if a listener to its failure throws', async () => {
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

test('a text fails if its composer returns an email', async () => {
  const messageId = await written('astray')
  await sendMessage(store.ctx, messageId, { payment_request: async () => aMail })
  expect(await messageNamed(messageId)).toMatchObject({ state: 'failed' })
  expect(await store.mailsTo('ada@example.com')).toEqual([])
})

test('a text runs its follow-up in the transaction that marks it as sent', async () => {
  const messageId = await written('follow')
  const seen: unknown[] = []
  const stateOf = statement<{ messageId: string }, { state: string }>('test.state')`
      select state from messages where message_id = $messageId`
  const following = followedBy(async (tx) => void seen.push(await tx.run(stateOf, { messageId })))
  await sendMessage(store.ctx, messageId, following)
  expect(seen).toEqual([[{ state: 'sent' }]])
})

test('an email that fails for good is reported too, after fewer tries if its composer says so', async () => {
  const messageId = await written('mail', 'email')
  const mails: MessageComposers = { payment_request: async () => ({ ...aMail, triesMax: 2 }) }
  store.mailbox.failNext(2)

  await expect(sendMessage(store.ctx, messageId, mails)).rejects.toThrow('down')
  await sendMessage(store.ctx, messageId, mails)

  expect(await messageNamed(messageId)).toMatchObject({ state: 'failed', attempts: 2 })
  expect(failuresOf(messageId)).toMatchObject([{ channel: 'email', why: 'gave_up' }])
})

test('STOP is learned from a refusal if only the service knows about it', async () => {
  const number = aNumber()
  const first = await buyBySms(store, VIP, number)
  const refused = withService(async () => {
    throw new NumberStopped('The SMS service did not take the text (400, error 21610).')
  })
  await sendMessage(refused, first.textId, {})
  const second = await buyBySms(store, VIP, number)
  await store.runJobs()

  expect([(await messageNamed(first.textId)).state, (await messageNamed(second.textId)).state]).toEqual([
    'stopped',
    'stopped',
  ])
  expect(await textsTo(store, number)).toEqual([])
})

/** Like emails, it goes out once, whatever is killed or fails in the meantime. */
describe('a text that is being sent', () => {
  test('is not sent again if its follow-up fails; the follow-up is repeated until it succeeds', async () => {
    const messageId = await written('broken-follow')
    const taken: Sms[] = []
    const ctx = withService(async (sms) => {
      taken.push(sms)
      return { providerId: 'SMout' }
    })
    let followed = 0
    const following = followedBy(async () => {
      followed += 1
      if (followed < 3) throw new Error('deadlock detected')
    })

    await expect(sendMessage(ctx, messageId, following)).rejects.toThrow('deadlock')
    const between = await messageNamed(messageId)
    await expect(sendMessage(ctx, messageId, following)).rejects.toThrow('deadlock')
    await sendMessage(ctx, messageId, following)
    await sendMessage(ctx, messageId, following)

    expect(taken).toHaveLength(1)
    expect(followed).toBe(3)
    expect(between).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('took the text') })
    expect(await messageNamed(messageId)).toMatchObject({
      state: 'sent',
      attempts: 1,
      provider_id: 'SMout',
      last_error: null,
    })
  })

  test('is sent again as a new try one minute after its worker was killed, if no report came', async () => {
    const messageId = await written('killed-early')
    const attempts: number[] = []
    const never = withService(({ attempt }) => {
      attempts.push(attempt)
      return attempt === 1 ? new Promise(() => undefined) : Promise.resolve({ providerId: 'SMsecond' })
    })
    void sendMessage(never, messageId, composers)
    await expect.poll(() => attempts).toEqual([1])

    store.clock.advance(61_000)
    await sendMessage(never, messageId, composers)
    const late = { messageId, attempt: 1, providerId: 'SMfirst', status: 'undelivered' as const, errorCode: 30003 }
    await recordSmsReport(store.ctx, late, composers)

    expect(attempts).toEqual([1, 2])
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 2, provider_id: 'SMsecond' })
  })

  test('that is reported as undelivered before the service answers is tried again', async () => {
    const messageId = await written('overtaken')
    const lost = { messageId, attempt: 1, providerId: 'SM1', status: 'undelivered' as const, errorCode: 30003 }
    const overtaken = withService(async () => {
      await recordSmsReport(store.ctx, lost, composers)
      return { providerId: 'SM1' }
    })
    const seen: string[] = []
    const following = followedBy(async () => void seen.push((await messageNamed(messageId)).state))

    await sendMessage(overtaken, messageId, following)
    const between = await messageNamed(messageId)
    const again = withService(async () => ({ providerId: 'SM2' }))
    await sendMessage(again, messageId, following)

    expect(between).toMatchObject({ state: 'waiting', provider_state: 'undelivered', attempts: 1 })
    expect(seen).toHaveLength(1)
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 2, provider_id: 'SM2' })
  })

  test('whose answer was lost gets its follow-up once, when a report shows that it was accepted', async () => {
    const messageId = await written('report')
    let followed = 0
    const following = followedBy(async () => {
      followed += 1
    })
    const silent = withService(async () => {
      throw new Error('The SMS service did not answer (no answer within 10 s).')
    })
    const report = { messageId, attempt: 1, providerId: 'SM1', errorCode: null }

    await expect(sendMessage(silent, messageId, following)).rejects.toThrow('did not answer')
    await recordSmsReport(store.ctx, { ...report, status: 'queued' }, following)
    await recordSmsReport(store.ctx, { ...report, status: 'sent' }, following)
    await sendMessage(store.ctx, messageId, following)

    expect(followed).toBe(1)
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', provider_state: 'sent', provider_id: 'SM1' })
  })
})

test('an email is not sent again if its follow-up fails', async () => {
  const messageId = await written('mail-out', 'email')
  let handedOver = 0
  let followed = 0
  const ctx = withMailServer(store, async () => {
    handedOver += 1
  })
  const onSent = async () => {
    followed += 1
    if (followed < 3) throw new Error('deadlock detected')
  }
  const following: MessageComposers = { payment_request: async () => ({ ...aMail, onSent }) }

  await expect(sendMessage(ctx, messageId, following)).rejects.toThrow('deadlock')
  await expect(sendMessage(ctx, messageId, following)).rejects.toThrow('deadlock')
  const between = await messageNamed(messageId)
  await sendMessage(ctx, messageId, following)
  await sendMessage(ctx, messageId, following)

  expect([handedOver, followed]).toEqual([1, 3])
  expect(between).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('took the mail') })
  expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
})

describe('a status report about a text', () => {
  test('of a phone that is off triggers three tries in all, then the text fails', async () => {
    const id = await sent(aNumber())
    const told = []
    for (const attempt of [1, 2, 3]) {
      await reported(id, { status: 'undelivered', attempt, errorCode: 30003 })
      told.push((await messageNamed(id)).state)
      await retryJobsNow(store)
    }
    expect(told).toEqual(['waiting', 'waiting', 'failed'])
    expect(await messageNamed(id)).toMatchObject({ attempts: 3, last_error: 'The text did not arrive: error 30003.' })
    expect(failuresOf(id)).toMatchObject([{ channel: 'sms', why: 'undelivered' }])
  })

  test('gets the same answer even if it is about no message, an email or an unknown state', async () => {
    const { order } = await buyBySms(store, VIP, aNumber())
    const mailId = `order_confirmation.${order.id}`
    const status = { MessageStatus: 'sent' }
    const replies = [
      await reported('order_confirmation.nobody.sms', { status: 'delivered' }),
      await reported(mailId, { status: 'failed' }),
      await reported(mailId, { status: 'constructor' }),
      await callSmsWebhook(store, STATUS, {}),
      await callSmsWebhook(store, `${STATUS}?message=${mailId}&attempt=1e9`, { MessageSid: 'SM1', ...status }),
      await callSmsWebhook(store, `${STATUS}?message=x&message=${'y'.repeat(5_000)}`, status),
    ]

    expect(new Set(replies.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['204 ']))
    expect(await messageNamed(mailId)).toMatchObject({ state: 'sent', provider_state: null })
  })

  test('is deleted after 30 days, but a reply is kept so that it never counts twice', async () => {
    const id = await sent()
    const number = aNumber()
    await reported(id, { status: 'delivered' })
    await answerSms(store, number, 'STOP', 'SMkept')
    await store.pass(31 * 86_400_000, 'forget-old-rows')
    const kept = 'select event_id from sms_events where event_id = any($1)'
    expect(await store.rows(kept, [[`SM${id}1 delivered`, 'SMkept']])).toEqual([{ event_id: 'SMkept' }])
  })
})

test.each([STATUS, INBOUND])('%s accepts only forms, and no large ones', async (url) => {
  const signature = signSms(store.phone.authToken, store.ctx.publicUrl + url, {})
  const send = async (type: string, payload: string) => {
    const headers = { 'content-type': type, 'x-twilio-signature': signature }
    return (await store.app.server.inject({ method: 'POST', url, payload, headers })).statusCode
  }
  expect(await send('application/json', '{}')).toBe(415)
  expect(await send('text/plain', 'a=b')).toBe(415)
  expect(await send('application/x-www-form-urlencoded', `a=${'b'.repeat(40_000)}`)).toBe(413)
  expect((await store.app.server.inject(url)).statusCode).toBe(404)
})

describe('asking about texts without a report', () => {
  test('a text without a final state is asked about for at most two hours', async () => {
    const id = await sent()
    const { provider_id: providerId } = await messageNamed(id)
    store.clock.advance(minutes(16))
    const first = await ask({ status: 'sent', errorCode: null })
    const second = await ask({ status: 'sent', errorCode: null })
    store.clock.advance(hours(2))
    expect([first, second]).toEqual([[providerId], [providerId]])
    expect(await ask({ status: 'sent', errorCode: null })).toEqual([])
    expect(await messageNamed(id)).toMatchObject({ state: 'sent', provider_state: 'sent' })
  })

  test('a text with a final report is not asked about', async () => {
    await reportSms(store, await sent(), { status: 'delivered' })
    await store.runJobs()
    store.clock.advance(minutes(16))
    expect(await ask({ status: 'undelivered', errorCode: 30006 })).toEqual([])
  })

  test('asks a service that is down once per round, and ignores answers that say nothing', async () => {
    const ids = [await sent(), await sent()]
    store.clock.advance(minutes(16))
    expect(await ask(new Error('The SMS service did not answer (ECONNREFUSED).'))).toHaveLength(1)
    expect(await ask(null)).toHaveLength(2)
    expect(await ask({ status: 'constructor', errorCode: null })).toHaveLength(2)
    for (const id of ids) expect(await messageNamed(id)).toMatchObject({ state: 'sent', provider_state: 'queued' })
  })
})

const env = { ...HTTPS_STAGING, PUBLIC_URL: 'https://shop.example.com' }
const listening = withStore({ listen: true, env }, (opened) => opened.setStock(VIP, 100))

describe('the sandbox phone with a listening store', () => {
  const stateOf = (id: string) => messageNamedIn(listening, id)

  test('reports deliveries and passes on STOP like the real service', async () => {
    const number = '+15125550123'
    const { textId } = await buyBySms(listening, VIP, number)
    await listening.runJobs()
    await listening.phone.close()
    await listening.runJobs()

    const answered = await listening.app.server.inject({
      method: 'POST',
      url: '/sandbox/phone/replies',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ number, text: 'stop' }).toString(),
    })
    const second = await buyBySms(listening, VIP, number)
    await listening.runJobs()

    expect(await stateOf(textId)).toMatchObject({ state: 'sent', provider_state: 'delivered' })
    expect(answered).toMatchObject({ statusCode: 303, headers: { location: '/sandbox/phone?number=%2B15125550123' } })
    expect(await stateOf(second.textId)).toMatchObject({ state: 'stopped' })
    expect(await textsTo(listening, number)).toHaveLength(1)
  })

  test.each([
    ['+15125550199', 'failed', '21614'],
    ['+15125550196', 'stopped', 'STOP'],
    ['+15125550197', 'failed', 'landline'],
  ])('simulates trouble with the number %s', async (number, state, words) => {
    const { textId } = await buyBySms(listening, VIP, number)
    await listening.runJobs()
    await listening.phone.close()
    await listening.runJobs()
    expect(await stateOf(textId)).toMatchObject({ state, last_error: expect.stringContaining(words) })
  })
})
