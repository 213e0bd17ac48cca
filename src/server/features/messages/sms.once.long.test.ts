/** A text costs money and is read right away: it goes out once, whatever is killed or fails in the meantime. So do emails. */
import { describe, expect, test } from 'vitest'
import type { Sms, SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { inTransaction } from '#server/platform/database.ts'
import { withSmsService, writeText } from '#testing/sms.ts'
import { withStore } from '#testing/with-store.ts'
import type { MessageComposers } from './message-composer.ts'
import { queueMessage } from './queue-message.ts'
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
  test('is not sent again if its follow-up fails; the follow-up is repeated until it succeeds', async () => {
    const messageId = await written('broken-follow')
    const taken: Sms[] = []
    const ctx = withService(async (sms) => {
      taken.push(sms)
      return { providerId: 'SMout' }
    })
    let followed = 0
    const following: MessageComposers = {
      payment_request: async (_ctx, message) => ({
        channel: 'sms',
        to: message.sent_to ?? '',
        text: 'x',
        onSent: async () => {
          followed += 1
          if (followed < 3) throw new Error('deadlock detected')
        },
      }),
    }

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
    const following: MessageComposers = {
      payment_request: async (_ctx, message) => ({
        channel: 'sms',
        to: message.sent_to ?? '',
        text: 'x',
        onSent: async () => void seen.push((await messageNamed(messageId)).state),
      }),
    }

    await sendMessage(overtaken, messageId, following)
    const between = await messageNamed(messageId)
    await sendMessage(
      withService(async () => ({ providerId: 'SM2' })),
      messageId,
      following,
    )

    expect(between).toMatchObject({ state: 'waiting', provider_state: 'undelivered', attempts: 1 })
    expect(seen).toHaveLength(1)
    expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 2, provider_id: 'SM2' })
  })

  test('whose answer was lost gets its follow-up once, when a report shows that it was accepted', async () => {
    const messageId = await written('report')
    let followed = 0
    const following: MessageComposers = {
      payment_request: async (_ctx, message) => ({
        channel: 'sms',
        to: message.sent_to ?? '',
        text: 'x',
        onSent: async () => {
          followed += 1
        },
      }),
    }
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
  const messageId = 'payment_request.mail-out.1'
  const message = { messageId, kind: 'payment_request' as const, subjectId: 'mail-out' }
  await inTransaction(store.ctx, (tx) => queueMessage(store.ctx, tx, message))
  await query('update messages set queued_at = created_at where message_id = $1', [messageId])
  let handedOver = 0
  let followed = 0
  const email = {
    ...store.ctx.gateways.email,
    send: async () => {
      handedOver += 1
    },
  }
  const ctx = { ...store.ctx, gateways: { ...store.ctx.gateways, email } }
  const following: MessageComposers = {
    payment_request: async () => ({
      to: 'ada@example.com',
      subject: 'x',
      text: 'x',
      html: 'x',
      onSent: async () => {
        followed += 1
        if (followed < 3) throw new Error('deadlock detected')
      },
    }),
  }

  await expect(sendMessage(ctx, messageId, following)).rejects.toThrow('deadlock')
  await expect(sendMessage(ctx, messageId, following)).rejects.toThrow('deadlock')
  const between = await messageNamed(messageId)
  await sendMessage(ctx, messageId, following)
  await sendMessage(ctx, messageId, following)

  expect([handedOver, followed]).toEqual([1, 3])
  expect(between).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('took the mail') })
  expect(await messageNamed(messageId)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
})
