/** Refunds that the provider accepted and that then failed: a person decides, and sending one again gives money back once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, failRefund } from '#testing/card-provider.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refundPayment } from './refund-payment.ts'
import { findStuckRefunds } from './stuck-refunds.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())
beforeEach(() => store.control({ reset: 'true' }))

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const stateOf = async (id: string) => (await query('select * from refunds where refund_id = $1', [id]))[0]
const atProvider = (payment: Reply['body']) => cardProvider(store).refunds(payment.paymentId)
const sendNow = (id: string) => admin.call('POST', `/api/admin/refunds/${id}/retry`)

interface Refunded {
  id: string
  payment: Reply['body']
}

async function dueRefund(): Promise<Refunded> {
  const { buyer, payment } = await paidTooLate(store, VIP)
  await sellToAnother(store, VIP)
  await buyer.recordOrder({ paymentId: payment.paymentId })
  admin = await anAdmin(store)
  const [refund] = await query('select refund_id from refunds where payment_id = $1', [payment.paymentId])
  return { id: refund.refund_id, payment }
}

/** A refund that the provider made and then failed, before the store heard that it was made. */
async function failedUnheard(): Promise<Refunded> {
  const { id, payment } = await dueRefund()
  await store.control({ fail_next: '3', fail_match: 'POST /v1/refunds', fail_when: 'after' })
  await store.runJobs()
  const [made] = await atProvider(payment)
  await failRefund(store, made.id)
  return { id, payment }
}

/** The provider reports that a refund has failed. */
async function hearOf(refund: Reply['body'], type = 'refund.failed'): Promise<void> {
  const created = Math.floor(store.clock.now().getTime() / 1_000)
  const event = { id: `evt_${refund.id}_${type}`, type, created, data: { object: { ...refund, status: 'failed' } } }
  expect((await deliverWebhook(store, event)).status).toBe(202)
  await store.runJobs()
}

describe('a refund that the provider reports as failed', () => {
  test('waits for a person, who sees the reason, and is not retried by itself', async () => {
    const { id } = await failedUnheard()

    store.clock.advance(hours(6))
    await runScheduled(store, 'retry-refunds')
    const first = await stateOf(id)
    store.clock.advance(hours(24))
    await runScheduled(store, 'retry-refunds')

    expect(first).toMatchObject({ state: 'failed', last_error: 'refund_failed', try_at: null })
    expect(await stateOf(id)).toEqual(first)
    admin = await anAdmin(store)
    const { body } = await admin.call('GET', '/api/admin/refunds?state=failed')
    expect(body).toMatchObject([{ id, state: 'failed', lastError: 'refund_failed', attempts: first.attempts }])
    expect((await findStuckRefunds(store.ctx, 3)).refunds).toMatchObject([{ id, lastError: 'refund_failed' }])
  })

  test('is made only once more when several people send it now', async () => {
    const { id, payment } = await failedUnheard()
    await refundPayment(store.ctx, id)

    const replies = await Promise.all([1, 2, 3].map(() => sendNow(id)))
    await Promise.all([store.runJobs(), refundPayment(store.ctx, id), refundPayment(store.ctx, id)])
    await store.runJobs()

    expect(replies.map(({ status, body }) => [status, body.state])).toEqual(Array(3).fill([200, 'due']))
    const provider = await atProvider(payment)
    expect(provider.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(await stateOf(id)).toMatchObject({ state: 'made', provider_refund_id: provider[0].id })
  })

  test('is made only once more if the reply is lost and the provider has forgotten our keys', async () => {
    const { id, payment } = await failedUnheard()
    await refundPayment(store.ctx, id)
    await sendNow(id)
    await store.control({ reset: 'true', fail_next: '3', fail_match: 'POST /v1/refunds', fail_when: 'after' })

    await store.runJobs()
    const unheard = await stateOf(id)
    await query('delete from sandbox_stripe.idempotency_keys')
    await sendNow(id)
    await store.runJobs()

    expect(unheard).toMatchObject({ state: 'due' })
    expect((await atProvider(payment)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(await stateOf(id)).toMatchObject({ state: 'made' })
  })

  test('waits for a person again the second time', async () => {
    const { id, payment } = await failedUnheard()
    await refundPayment(store.ctx, id)
    await sendNow(id)
    await store.runJobs()
    const [second] = await atProvider(payment)
    await failRefund(store, second.id)
    await hearOf(second)

    expect(await stateOf(id)).toMatchObject({ state: 'failed', last_error: 'refund_failed', made_at: null })
    await sendNow(id)
    await store.runJobs()

    expect((await atProvider(payment)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'failed'])
    expect(await stateOf(id)).toMatchObject({ state: 'made' })
  })

  test('does not end what was since sent again if the report comes late', async () => {
    const { id, payment } = await failedUnheard()
    const [old] = await atProvider(payment)
    await refundPayment(store.ctx, id)
    await sendNow(id)
    await store.runJobs()

    await hearOf(old)

    expect(await stateOf(id)).toMatchObject({ state: 'made' })
  })

  test('can be recorded as made by hand', async () => {
    const { id } = await failedUnheard()
    await refundPayment(store.ctx, id)
    await query(`update refunds set sent_at = sent_at - interval '5 minutes'`)

    const { status } = await admin.call('POST', `/api/admin/refunds/${id}/settle`, { reference: 'bank transfer 17' })

    expect(status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'made', is_by_hand: true })
  })
})

describe('the report that a refund failed after it was made', () => {
  test.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])('%s takes it back', async (type) => {
    const { id, payment } = await dueRefund()
    await store.runJobs()
    const [made] = await atProvider(payment)
    const before = await stateOf(id)
    await failRefund(store, made.id)

    await hearOf(made, type)

    expect(before).toMatchObject({ state: 'made' })
    expect(await stateOf(id)).toMatchObject({ state: 'failed', last_error: 'refund_failed', made_at: null })
    const [event] = await query('select handled_at from webhook_events where event_id = $1', [`evt_${made.id}_${type}`])
    expect(event.handled_at).toBeInstanceOf(Date)
  })

  test('is not believed: the provider is asked', async () => {
    const { id, payment } = await dueRefund()
    await store.runJobs()
    const [made] = await atProvider(payment)

    await hearOf(made)

    expect(await stateOf(id)).toMatchObject({ state: 'made', provider_refund_id: made.id })
  })

  test('waits while the provider does not answer', async () => {
    const { id, payment } = await dueRefund()
    await store.runJobs()
    const [made] = await atProvider(payment)
    await failRefund(store, made.id)
    await store.control({ fail_next: '3', fail_match: 'GET /v1/refunds' })

    await hearOf(made)
    const between = await stateOf(id)
    await store.control({ reset: 'true' })
    await query('select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())')
    await store.runJobs()

    expect(between).toMatchObject({ state: 'made' })
    expect(await stateOf(id)).toMatchObject({ state: 'failed' })
  })
})
