/** A text costs money and is read right away: it goes out once, whatever is killed or fails in the meantime. So do emails. */
import { describe, expect, test } from 'vitest'
import type { Sms, SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { withSmsService, writeText } from '#testing/sms.ts'
import { withStore } from '#testing/with-store.ts'
import type { MessageComposers } from './message-composer.ts'
import { recordSmsReport } from './record-sms-report.ts'
import { sendMessage } from './send-message.ts'

const store = withStore()

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const messageNamed = async (id: string) => (await query('select * from messages where message_id = $1', [id]))[0]
const withService = (send: SmsGateway['send']) => withSmsService(store, { send })
const written = (subjectId: string) => writeText(store, subjectId)

const composers: MessageComposers = {
  payment_request: async (_ctx, message) => ({ channel: 'sms', to: message.sent_to ?? '', text: 'Leadyard: hello.' }),
}

describe('a text', () => {
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
