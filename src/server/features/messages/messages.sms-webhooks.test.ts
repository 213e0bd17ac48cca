import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/logging.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { aNumber, answerSms, buyBySms, callSmsWebhook, reportSms, signSms, withTexts } from '#testing/sms.ts'
import { createTestApp } from '#testing/test-app.ts'
import { sendMessage } from './send-message.ts'
import { receiveReply } from './sms.ts'

const VIP = '48453-vacant-vip-20'
const STATUS = '/api/webhooks/twilio/status'
const INBOUND = '/api/webhooks/twilio/inbound'
const { store, query, messageNamed, failuresOf, sent, reported, ask } = withTexts()

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
