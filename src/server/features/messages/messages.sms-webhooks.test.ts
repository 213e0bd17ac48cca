import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Log } from '#server/platform/logging.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { aNumber, answerSms, buyBySms, callSmsWebhook, reportSms, signSms, textsTo } from '#testing/sms.ts'
import { createTestApp, HTTPS_STAGING, type TestApp } from '#testing/test-app.ts'
import type { MessageFailure } from './message-failures.ts'
import { sendMessage } from './send-message.ts'
import { receiveReply } from './sms-stops.ts'

const VIP = '48453-vacant-vip-20'
const STATUS = '/api/webhooks/twilio/status'
const INBOUND = '/api/webhooks/twilio/inbound'

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

/** A text that the service accepted. */
async function sent(number = aNumber()): Promise<string> {
  const { textId } = await buyBySms(store, VIP, number)
  await store.runJobs()
  return textId
}

/** Sends a report and runs its jobs. */
async function reported(messageId: string, report: Parameters<typeof reportSms>[2]) {
  const reply = await reportSms(store, messageId, report)
  await store.runJobs()
  return reply
}

describe('a status report about a text', () => {
  test('is recorded on its message: queued, sent, delivered', async () => {
    const id = await sent()
    const states = [(await messageNamed(id)).provider_state]
    for (const status of ['sent', 'delivered']) {
      expect((await reported(id, { status })).status).toBe(204)
      states.push((await messageNamed(id)).provider_state)
    }

    expect(states).toEqual(['queued', 'sent', 'delivered'])
    expect(await messageNamed(id)).toMatchObject({ state: 'sent', attempts: 1, provider_id: `SM${id}1` })
  })

  test('counts once, and a late earlier status does not overwrite a newer one', async () => {
    const id = await sent()
    await reported(id, { status: 'delivered' })

    await Promise.all(['sent', 'delivered', 'delivered'].map((status) => reportSms(store, id, { status })))
    const jobs = await query(`select from graphile_worker.jobs where task_identifier = 'note-sms-report'`)
    await store.runJobs()

    expect(await messageNamed(id)).toMatchObject({ state: 'sent', provider_state: 'delivered' })
    expect(await query('select from sms_events where event_id like $1', [`SM${id}1 %`])).toHaveLength(2)
    expect(jobs).toHaveLength(1)
  })

  test('of a phone that is off triggers three tries in all, then the text fails', async () => {
    const number = aNumber()
    const id = await sent(number)
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

  test('of a try whose answer was lost keeps the text from being sent again', async () => {
    const { textId: id } = await buyBySms(store, VIP, aNumber())
    store.mailbox.failNext(2, 'lose_answer')
    await store.runJobs()
    const lost = await messageNamed(id)

    await reported(id, { status: 'sent' })
    await retryJobsNow(store)

    expect(lost).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await messageNamed(id)).toMatchObject({ state: 'sent', attempts: 1, provider_state: 'sent' })
  })

  test('of a landline fails the text at once, with the reason', async () => {
    const id = await sent()

    await reported(id, { status: 'undelivered', errorCode: 30006 })

    expect(await messageNamed(id)).toMatchObject({ state: 'failed', last_error: expect.stringContaining('landline') })
    expect(failuresOf(id)).toHaveLength(1)
  })

  test('gets the same answer even if it is about no message, an email or an unknown state', async () => {
    const { order } = await buyBySms(store, VIP, aNumber())
    const mailId = `order_confirmation.${order.id}`
    const replies = [
      await reported('order_confirmation.nobody.sms', { status: 'delivered' }),
      await reported(mailId, { status: 'failed' }),
      await reported(mailId, { status: 'constructor' }),
      await callSmsWebhook(store, STATUS, {}),
      await callSmsWebhook(store, `${STATUS}?message=${mailId}&attempt=1e9`, {
        MessageSid: 'SM1',
        MessageStatus: 'sent',
      }),
      await callSmsWebhook(store, `${STATUS}?message=x&message=${'y'.repeat(5_000)}`, { MessageStatus: 'sent' }),
    ]

    expect(new Set(replies.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['204 ']))
    expect(await messageNamed(mailId)).toMatchObject({ state: 'sent', provider_state: null })
  })

  test('is deleted after 30 days, but a reply is kept so that it never counts twice', async () => {
    const id = await sent()
    const number = aNumber()
    await reported(id, { status: 'delivered' })
    await answerSms(store, number, 'STOP', 'SMkept')

    store.clock.advance(31 * 86_400_000)
    await runScheduled(store, 'forget-old-rows')

    expect(
      await query('select event_id from sms_events where event_id = any($1)', [[`SM${id}1 delivered`, 'SMkept']]),
    ).toEqual([{ event_id: 'SMkept' }])
  })
})

describe.each([
  [STATUS, { MessageSid: 'SMforged', MessageStatus: 'delivered' }],
  [INBOUND, { MessageSid: 'SMforged', From: '+15125550190', Body: 'STOP' }],
])('%s', (path, fields) => {
  const forged = () => query(`select from sms_events where event_id like 'SMforged%'`)

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
    const url = `http://evil.test${path}`
    const options = {
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      signature: signSms(store.phone.authToken, url, fields),
    }

    expect((await callSmsWebhook(store, path, fields, options)).status).toBe(400)
    expect(await forged()).toEqual([])
  })

  test('accepts only forms, and no large ones', async () => {
    const url = store.ctx.publicUrl + path
    const signature = signSms(store.phone.authToken, url, {})
    const send = (type: string, payload: string) =>
      store.app.server.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { 'content-type': type, 'x-twilio-signature': signature },
      })

    expect((await send('application/json', '{}')).statusCode).toBe(415)
    expect((await send('text/plain', 'a=b')).statusCode).toBe(415)
    expect((await send('application/x-www-form-urlencoded', `a=${'b'.repeat(40_000)}`)).statusCode).toBe(413)
    expect((await store.app.server.inject({ method: 'GET', url: path })).statusCode).toBe(404)
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

describe('the sandbox phone with a listening store', () => {
  let listening: TestApp
  beforeAll(async () => {
    listening = await createTestApp({ listen: true, env: { ...HTTPS_STAGING, PUBLIC_URL: 'https://shop.example.com' } })
    await listening.setStock(VIP, 100)
  })
  afterAll(() => listening.close())

  const stateOf = async (id: string) =>
    (await listening.testDatabase.pool.query('select * from messages where message_id = $1', [id])).rows[0]

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

test('a store with a real account accepts only calls signed with its token, and has no sandbox phone', async () => {
  const env = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token-1', TWILIO_FROM: '+15125550100' }
  const live = await createTestApp({ env })
  const fields = { MessageSid: 'SMlive', From: '+15125550101', Body: 'STOP' }

  const right = await callSmsWebhook(live, INBOUND, fields, { authToken: 'token-1' })
  const wrong = await callSmsWebhook(live, INBOUND, fields, { authToken: 'token-2' })
  const page = await live.app.server.inject('/sandbox/phone')
  await live.close()

  expect([right.status, wrong.status]).toEqual([200, 400])
  expect(page.statusCode).toBe(404)
})
