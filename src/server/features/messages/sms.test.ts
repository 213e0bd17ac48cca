import { describe, expect, test } from 'vitest'
import { NumberRefused, type Sms } from '#server/gateways/sms/sms-gateway.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { aNumber, answerSms, buyBySms, textsTo, withTexts } from '#testing/sms.ts'
import type { MessageComposers } from './message-composer.ts'
import { recordSmsReport } from './record-sms-report.ts'
import { sendMessage } from './send-message.ts'

const VIP = '48453-vacant-vip-20'
const { store, query, messageNamed, failuresOf, withService, written } = withTexts()

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
})

describe('a text', () => {
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
})

describe('STOP', () => {
  test('stops every text until START, and a stopped text says why', async () => {
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

  test('is not undone by a replayed START', async () => {
    const number = aNumber()
    await answerSms(store, number, 'START', 'SMreplayed')
    await answerSms(store, number, 'STOP')
    await answerSms(store, number, 'START', 'SMreplayed')
    const { textId } = await buyBySms(store, VIP, number)
    await store.runJobs()
    expect(await messageNamed(textId)).toMatchObject({ state: 'stopped' })
  })
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
