/** The store asks about texts without a report, so it notices those that did not arrive. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aNumber, buyBySms, reportSms, withSmsService } from '#testing/sms.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { MessageFailure } from './message-failures.ts'
import { askSmsStates } from './record-sms-report.ts'

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

/** A text that the service accepted. */
async function sent(): Promise<string> {
  const { textId } = await buyBySms(store, VIP, aNumber())
  await store.runJobs()
  return textId
}

/** Asks a service that gives this answer for every text, then runs jobs. @returns the texts it was asked about */
async function ask(answer: Awaited<ReturnType<SmsGateway['lookUp']>> | Error): Promise<string[]> {
  const asked: string[] = []
  const lookUp: SmsGateway['lookUp'] = async (providerId) => {
    asked.push(providerId)
    if (answer instanceof Error) throw answer
    return answer
  }
  await askSmsStates(withSmsService(store, { lookUp }))
  await store.runJobs()
  return asked
}

test('a text that did not arrive fails even if its report was lost', async () => {
  const id = await sent()
  const { provider_id: providerId } = await messageNamed(id)
  const early = await ask({ status: 'undelivered', errorCode: 30006 })

  store.clock.advance(minutes(16))
  const asked = await ask({ status: 'undelivered', errorCode: 30006 })

  expect(early).toEqual([])
  expect(asked).toEqual([providerId])
  expect(await messageNamed(id)).toMatchObject({ state: 'failed', last_error: expect.stringContaining('landline') })
  expect(failures.filter(({ messageId }) => messageId === id)).toMatchObject([{ channel: 'sms', why: 'undelivered' }])
  expect(await ask({ status: 'undelivered', errorCode: 30006 })).toEqual([])
})

test('a text that arrived is marked as delivered and not asked about again', async () => {
  const id = await sent()
  store.clock.advance(minutes(16))

  await ask({ status: 'delivered', errorCode: null })

  expect(await messageNamed(id)).toMatchObject({ state: 'sent', provider_state: 'delivered' })
  expect(await ask({ status: 'delivered', errorCode: null })).toEqual([])
})

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
