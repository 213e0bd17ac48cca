import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NumberStopped } from '#server/gateways/sms/sms-gateway.ts'
import { aNumber, answerSms, buyBySms, textsTo } from '#testing/sms.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { MessageFailure } from './message-failures.ts'
import { sendMessage } from './send-message.ts'

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

  test('is not changed by HELP, which is recorded; other words are not stored', async () => {
    const number = aNumber()
    const before = await query('select count(*)::int as rows from sms_events')
    await answerSms(store, number, 'STOP')
    await answerSms(store, number, 'HELP')
    await answerSms(store, number, 'Who is this?')

    const rows = await query('select * from sms_stops order by replied_at desc limit 1')
    const after = await query('select count(*)::int as rows from sms_events')

    expect(rows).toMatchObject([{ keyword: 'HELP', stopped_at: expect.any(Date) }])
    expect(after[0].rows - before[0].rows).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(number.slice(2))
  })
})
