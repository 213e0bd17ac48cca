import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { aNumber, answerSms, buyBySms, callSmsWebhook, reportSms, signSms, withTexts } from '#testing/sms.ts'

const VIP = '48453-vacant-vip-20'
const STATUS = '/api/webhooks/twilio/status'
const INBOUND = '/api/webhooks/twilio/inbound'
const { store, query, messageNamed, failuresOf, sent, reported, ask } = withTexts()

describe('a status report about a text', () => {
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
    store.clock.advance(31 * 86_400_000)
    await runScheduled(store, 'forget-old-rows')
    const kept = 'select event_id from sms_events where event_id = any($1)'
    expect(await query(kept, [[`SM${id}1 delivered`, 'SMkept']])).toEqual([{ event_id: 'SMkept' }])
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
    const id = await sent()
    await reportSms(store, id, { status: 'delivered' })
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
