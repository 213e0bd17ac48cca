import { describe, expect, test } from 'vitest'
import { NumberRefused, type Sms } from '#server/gateways/sms/sms-gateway.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/logging.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { aNumber, answerSms, buyBySms, callSmsWebhook, reportSms, signSms, textsTo, withTexts } from '#testing/sms.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { MessageComposers } from './message-composer.ts'
import { recordSmsReport } from './record-sms-report.ts'
import { sendMessage } from './send-message.ts'
import { decideReport, keywordOf, type ReportedRow, receiveReply, type SmsReport } from './sms.ts'

const VIP = '48453-vacant-vip-20'
const STATUS = '/api/webhooks/twilio/status'
const INBOUND = '/api/webhooks/twilio/inbound'
const { store, messageNamed, failuresOf, withService, written, sent, reported, ask } = withTexts()
const composers: MessageComposers = {
  payment_request: async (_ctx, message) => ({ channel: 'sms', to: message.sent_to ?? '', text: 'Leadyard: hello.' }),
}

describe('a buyer who chose SMS', () => {
  test('gets a text besides the email, with the brand, the order, the opt-out words and the link', async () => {
    const { buyer, order } = await buyBySms(store, VIP, '(512) 555-0142')
    await store.runJobs()
    const [text, ...more] = await textsTo(store, '+1 512 555 0142')
    expect(more).toEqual([])
    const words = `order ${order.reference} is paid\\. .* Reply STOP to opt out\\. http://store\\.test/order/`
    expect(text?.text).toMatch(new RegExp(`^Leadyard: ${words}`))
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
    expect(await store.sql`select from graphile_worker.jobs`).toEqual([])
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
})

test('a text arrives later if the service is down', async () => {
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

test('a text fails at once if the number accepts no texts, and reports the failure', async () => {
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

test('STOP stops every text until START, and a stopped text says why', async () => {
  const number = aNumber()
  await answerSms(store, number, 'Stop')
  const stopped = await buyBySms(store, VIP, number)
  await store.runJobs()
  const whileStopped = await textsTo(store, number)
  await answerSms(store, number, 'START')
  const welcome = await buyBySms(store, VIP, number)
  await store.runJobs()

  expect(whileStopped).toEqual([])
  expect(await messageNamed(stopped.textId)).toMatchObject({
    state: 'stopped',
    attempts: 0,
    last_error: expect.stringContaining('STOP'),
  })
  expect(failuresOf(stopped.textId)).toMatchObject([{ why: 'stopped', channel: 'sms' }])
  expect(await messageNamed(welcome.textId)).toMatchObject({ state: 'sent' })
  expect(await store.mailsTo(stopped.buyer.contactInfo.email)).toHaveLength(1)
})

test('STOP is not undone by a replayed START', async () => {
  const number = aNumber()
  await answerSms(store, number, 'START', 'SMreplayed')
  await answerSms(store, number, 'STOP')
  await answerSms(store, number, 'START', 'SMreplayed')
  const { textId } = await buyBySms(store, VIP, number)
  await store.runJobs()
  expect(await messageNamed(textId)).toMatchObject({ state: 'stopped' })
})

/** A text costs money and is read right away: it goes out once, whatever is killed or fails in the meantime. */
describe('a text that is being sent', () => {
  test('is sent once when ten of its jobs run at the same moment', async () => {
    const messageId = await written('crowd')
    const taken: Sms[] = []
    const ctx = withService(async (sms) => {
      taken.push(sms)
      await new Promise((resolve) => setImmediate(resolve))
      return { providerId: 'SM1' }
    })
    await Promise.allSettled(Array.from({ length: 10 }, () => sendMessage(ctx, messageId, composers)))
    expect(taken).toMatchObject([{ key: messageId, attempt: 1 }])
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 1, provider_id: 'SM1' })
  })

  test('is not sent again after its worker was killed, if a report shows that it went out', async () => {
    const messageId = await written('killed')
    const attempts: number[] = []
    const never = withService(({ attempt }) => {
      attempts.push(attempt)
      return new Promise(() => undefined)
    })
    void sendMessage(never, messageId, composers)
    await expect.poll(() => attempts).toEqual([1])

    await expect(sendMessage(never, messageId, composers)).rejects.toThrow('another job')
    const report = { messageId, attempt: 1, providerId: 'SMkilled', status: 'sent' as const, errorCode: null }
    await recordSmsReport(store.ctx, report, composers)
    store.clock.advance(61_000)
    await sendMessage(never, messageId, composers)

    expect(attempts).toEqual([1])
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', provider_id: 'SMkilled' })
  })
})

test('a status report about a text is recorded on its message: queued, sent, delivered', async () => {
  const id = await sent()
  const states = [(await messageNamed(id)).provider_state]
  for (const status of ['sent', 'delivered']) {
    expect((await reported(id, { status })).status).toBe(204)
    states.push((await messageNamed(id)).provider_state)
  }
  expect(states).toEqual(['queued', 'sent', 'delivered'])
  expect(await messageNamed(id)).toMatchObject({ state: 'sent', attempts: 1, provider_id: `SM${id}1` })
})

test('a status report about a text counts once, and a late earlier status does not overwrite a newer one', async () => {
  const id = await sent()
  await reported(id, { status: 'delivered' })
  await Promise.all(['sent', 'delivered', 'delivered'].map((status) => reportSms(store, id, { status })))
  const jobs = await store.sql`select from graphile_worker.jobs where task_identifier = 'note-sms-report'`
  await store.runJobs()
  expect(await messageNamed(id)).toMatchObject({ state: 'sent', provider_state: 'delivered' })
  expect(await store.sql`select from sms_events where event_id like ${`SM${id}1 %`}`).toHaveLength(2)
  expect(jobs).toHaveLength(1)
})

test('a status report of a try whose answer was lost keeps the text from being sent again', async () => {
  const { textId: id } = await buyBySms(store, VIP, aNumber())
  store.mailbox.failNext(2, 'lose_answer')
  await store.runJobs()
  const lost = await messageNamed(id)
  await reported(id, { status: 'sent' })
  await retryJobsNow(store)
  expect(lost).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(await messageNamed(id)).toMatchObject({ state: 'sent', attempts: 1, provider_state: 'sent' })
})

describe.each([
  [STATUS, { MessageSid: 'SMforged', MessageStatus: 'delivered' }],
  [INBOUND, { MessageSid: 'SMforged', From: '+15125550190', Body: 'STOP' }],
])('%s', (path, fields) => {
  const forged = () => store.sql`select from sms_events where event_id like 'SMforged%'`

  test.each([
    ['without a signature', { signature: null }],
    ['with an empty signature', { signature: '' }],
    ['signed with another token', { authToken: 'not-the-token' }],
    ['signed for another address', { signature: signSms('x', 'http://store.test/', fields) }],
  ])('refuses a call %s and changes nothing', async (_what, options) => {
    const reply = await callSmsWebhook(store, path, fields, options)

    expect(reply).toMatchObject({ status: 400, body: { code: 'signature_invalid', requestId: expect.any(String) } })
    expect(await forged()).toEqual([])
  })

  test('refuses a signature for the host in the request: only the public address counts', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' }
    const signature = signSms(store.phone.authToken, `http://evil.test${path}`, fields)
    expect((await callSmsWebhook(store, path, fields, { headers, signature })).status).toBe(400)
    expect(await forged()).toEqual([])
  })
})

test('a reply gets an empty response in the service’s XML', async () => {
  const reply = await answerSms(store, aNumber(), 'STOP')
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toContain('text/xml')
  expect(reply.body).toMatch(/<Response\/>$/)
})

test('neither the number nor the text appears in logs or error messages', async () => {
  const number = '+15125550196'
  const lines: string[] = []
  const write = (fields: object, message: string) => void lines.push(JSON.stringify(fields) + message)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const { textId } = await buyBySms(store, VIP, number)
  await sendMessage({ ...store.ctx, log }, textId, {})
  await receiveReply({ ...store.ctx, log }, new URLSearchParams({ MessageSid: 'SMlog', From: number, Body: 'HELP' }))
  expect(lines.length).toBeGreaterThanOrEqual(2)
  const { last_error: kept } = await messageNamed(textId)
  expect(lines.join('\n') + kept).not.toMatch(/5550196|Reply STOP/)
})

test('a store with a real account accepts only calls signed with its token, and has no sandbox phone', async () => {
  const env = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token-1', TWILIO_FROM: '+15125550100' }
  const live = await createTestApp({ beside: store, env })
  const fields = { MessageSid: 'SMlive', From: '+15125550101', Body: 'STOP' }
  const right = await callSmsWebhook(live, INBOUND, fields, { authToken: 'token-1' })
  const wrong = await callSmsWebhook(live, INBOUND, fields, { authToken: 'token-2' })
  const page = await live.app.server.inject('/sandbox/phone')
  await live.close()
  expect([right.status, wrong.status]).toEqual([200, 400])
  expect(page.statusCode).toBe(404)
})

test('a text that did not arrive fails even if its report was lost', async () => {
  const id = await sent()
  const { provider_id: providerId } = await messageNamed(id)
  const early = await ask({ status: 'undelivered', errorCode: 30006 })
  store.clock.advance(minutes(16))
  const asked = await ask({ status: 'undelivered', errorCode: 30006 })
  expect(early).toEqual([])
  expect(asked).toContain(providerId)
  expect(await messageNamed(id)).toMatchObject({ state: 'failed', last_error: expect.stringContaining('landline') })
  expect(failuresOf(id)).toMatchObject([{ channel: 'sms', why: 'undelivered' }])
  expect(await ask({ status: 'undelivered', errorCode: 30006 })).not.toContain(providerId)
})

const aText = (fields: Partial<ReportedRow> = {}): ReportedRow => ({
  message_id: 'order_confirmation.ord_1.sms',
  kind: 'order_confirmation',
  channel: 'sms',
  state: 'sent',
  provider_state: 'queued',
  ...{ subject_id: 'ord_1', detail_id: null, attempts: 1, sent_to: '+15125550100', provider_attempt: 1 },
  ...fields,
})
const aReport = (fields: Partial<SmsReport> = {}): SmsReport => ({
  messageId: 'order_confirmation.ord_1.sms',
  attempt: 1,
  providerId: 'SM1',
  status: 'delivered',
  errorCode: null,
  ...fields,
})

describe('the rule for a status report about a text', () => {
  test.each([
    ['the same again', { provider_state: 'sent' }, { status: 'sent' }],
    ['one step back', { provider_state: 'delivered' }, { status: 'sent' }],
    ['another end after the end', { provider_state: 'delivered' }, { status: 'undelivered' }],
    ['of an earlier try', { attempts: 2, provider_attempt: 2 }, { attempt: 1, status: 'undelivered' }],
    ['of a try that was never made', { attempts: 1 }, { attempt: 2 }],
    ['of no try', {}, { attempt: 0 }],
  ] as const)('is ignored: %s', (_what, text, report) => {
    expect(decideReport(aText(text), aReport(report))).toBeNull()
  })

  test('of delivery marks the text as sent', () => {
    expect(decideReport(aText(), aReport())).toEqual({ state: 'sent', text: null })
  })

  test.each([
    ['was lost, so that it is not sent again', 'queued'],
    ['is still on its way', 'sent'],
  ] as const)('marks a text as sent if the service’s answer %s', (_what, status) => {
    const waiting = aText({ state: 'waiting', attempts: 1, provider_state: null, provider_attempt: 0 })
    expect(decideReport(waiting, aReport({ status }))).toMatchObject({ state: 'sent' })
  })

  test('of a phone that was off schedules later and later tries, then fails the text', () => {
    const lost = (attempt: number) => {
      const report = aReport({ attempt, status: 'undelivered', errorCode: 30003 })
      return decideReport(aText({ attempts: attempt, provider_attempt: attempt }), report)
    }
    expect([1, 2, 3].map((attempt) => lost(attempt)?.state)).toEqual(['waiting', 'waiting', 'failed'])
    expect(lost(2)?.retryInMs).toBeGreaterThan(lost(1)?.retryInMs ?? 0)
  })

  test.each([30005, 30006, 30007])('of a number that can never receive texts (%i) fails it at once', (errorCode) => {
    expect(decideReport(aText(), aReport({ status: 'undelivered', errorCode }))).toMatchObject({ state: 'failed' })
  })

  test('of an owner who wants no texts stops the text', () => {
    const report = aReport({ status: 'failed', errorCode: 21610 })
    expect(decideReport(aText(), report)).toMatchObject({ state: 'stopped' })
  })

  test('does not revive a text that failed for good, unless it arrived', () => {
    const failed = aText({ state: 'failed', attempts: 8, provider_attempt: 7 })
    expect(decideReport(failed, aReport({ attempt: 8, status: 'undelivered' }))).toMatchObject({ state: 'failed' })
    expect(decideReport(failed, aReport({ attempt: 8, status: 'delivered' }))).toMatchObject({ state: 'sent' })
  })
})

const keyword = (body: string, optOutType: string | null = null) => keywordOf({ body, optOutType })

describe('a reply to a text', () => {
  test.each([
    ...['STOP', ' stop ', 'Stop.', 'STOPALL', 'unsubscribe', 'Cancel', 'quit', 'end', 'Opt-out', 'OPTOUT', 'opt out'],
    ...['Revoke', 'STOP ALL', 'please stop', 'Please STOP!', 'stop texting me!'],
  ])('stops texts: %s', (body) => {
    expect(keyword(body)).toBe('STOP')
  })

  test.each(['START', 'Unstop', 'yes'])('allows texts again: %s', (body) => {
    expect(keyword(body)).toBe('UNSTOP')
  })

  test.each(['HELP', 'info?'])('asks for help: %s', (body) => {
    expect(keyword(body)).toBe('HELP')
  })

  test.each(['', 'Thank you', 'Do not stop', 'Yes please send more', 'starting tomorrow', 'x'.repeat(1_600)])(
    'has no meaning: %s',
    (body) => {
      expect(keyword(body)).toBeNull()
    },
  )

  test('means what the service says it means, in any language', () => {
    expect(keyword('ALTO', 'STOP')).toBe('STOP')
    expect(keyword('hola', 'START')).toBe('UNSTOP')
    expect(keyword('thanks', 'constructor')).toBeNull()
  })
})
