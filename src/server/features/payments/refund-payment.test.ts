import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import type { Buyer, Reply } from '#testing/builders.ts'
import { cardProvider, retryJobsNow } from '#testing/card-provider.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { retryRefunds } from './refund-payment.ts'
import { REFUND_TRIES_QUIET, refundWaitMs } from './rules.ts'
import { settlePayment } from './settle-payment.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let otherNode: TestApp
beforeAll(async () => {
  store = await createTestApp()
  otherNode = await createTestApp({ beside: store })
})
afterAll(async () => {
  await otherNode.close()
  await store.close()
})
beforeEach(() => store.control({ reset: 'true' }))

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows

const refundOf = async (payment: Reply['body']) =>
  (await query('select * from refunds where payment_id = $1', [payment.paymentId]))[0]

const refundsAtProvider = (payment: Reply['body']) => cardProvider(store).refunds(payment.paymentId)

/** Three tries of the SDK make one try of ours. */
const failRefunds = (tries: number, failure: Record<string, string> = { fail_when: 'before', fail_status: '500' }) =>
  store.control({ reset: 'true', fail_next: String(3 * tries), fail_match: 'POST /v1/refunds', ...failure })

/** Moves on to the time of the next try and runs the scheduled jobs. */
async function retryLater(waitMs = hours(6)): Promise<void> {
  store.clock.advance(waitMs)
  await runScheduled(store, 'retry-refunds')
}

/** A settled order whose whole money is due to go back; its job waits. */
async function dueRefund(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const { buyer, payment } = await paidTooLate(store, VIP)
  await sellToAnother(store, VIP)
  await buyer.recordOrder({ paymentId: payment.paymentId })
  return { buyer, payment }
}

/** As when the queue is restored from before the refund, or someone empties it. */
const loseJobs = () => query(`delete from graphile_worker._private_jobs where key like 'refund:%'`)

async function expectMadeOnce(payment: Reply['body']): Promise<void> {
  const provider = await refundsAtProvider(payment)
  expect(provider).toMatchObject([{ amount: payment.amount * 100 }])
  expect(await refundOf(payment)).toMatchObject({ state: 'made', provider_refund_id: provider[0].id })
}

const unmade = async (): Promise<string> => {
  const { body } = await store.app.server.inject('/metrics')
  return body
    .split('\n')
    .filter((line) => line.startsWith('refunds_unmade{'))
    .join(' ')
}

describe('a refund that is due', () => {
  test.each([
    ['the provider refuses it for a while', { fail_when: 'before', fail_status: '500' }],
    ['the provider drops the line', { fail_when: 'before', fail_status: '0' }],
    ['its answer is lost', { fail_when: 'after', fail_status: '500' }],
    ['its answer is lost with the line', { fail_when: 'after', fail_status: '0' }],
  ])('is made exactly once when %s', async (...row) => {
    const [, failure] = row
    const { payment } = await dueRefund()
    await failRefunds(1, failure)

    await store.runJobs()
    const afterFailure = await refundOf(payment)
    await retryLater()
    await retryLater()
    await retryJobsNow(store)

    expect(afterFailure).toMatchObject({ state: 'due', attempts: 1, last_error: expect.any(String) })
    await expectMadeOnce(payment)
  })

  test('waits no longer once the provider answers anything again', async () => {
    // Of the tests before; soon after one, the next answer would not count.
    store.ctx.node.outages.clear()
    const { payment } = await dueRefund()
    await failRefunds(1)
    await store.runJobs()
    expect(await refundOf(payment)).toMatchObject({ state: 'due', attempts: 1 })

    await settlePayment(store.ctx, { paymentId: payment.paymentId })
    await runScheduled(store, 'retry-refunds')

    await expectMadeOnce(payment)
  })

  test('refused twice by the provider is made at the third try, each after its wait and none before', async () => {
    const { buyer, payment } = await dueRefund()
    await failRefunds(2)

    await store.runJobs()
    await retryLater(minutes(1) - 1_000)
    const tooEarly = await refundOf(payment)
    await retryLater(2_000)
    const second = await refundOf(payment)
    await retryLater(minutes(1))
    const stillWaiting = await refundOf(payment)
    await retryLater(minutes(1))

    expect([tooEarly, second, stillWaiting].map(({ attempts }) => attempts)).toEqual([1, 2, 2])
    await expectMadeOnce(payment)
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('whose process died before sending is made by the schedule, and the buyer is told once', async () => {
    const { buyer, payment } = await dueRefund()
    await loseJobs()

    await runScheduled(store, 'retry-refunds')
    const atOnce = await refundOf(payment)
    await retryLater(minutes(3))
    await store.runJobs()

    expect(atOnce).toMatchObject({ state: 'due', attempts: 0 })
    await expectMadeOnce(payment)
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('whose process died during a try is taken over by another node when its claim expires', async () => {
    const { payment } = await dueRefund()
    await loseJobs()
    store.clock.advance(minutes(3))
    const { payments } = store.ctx.gateways
    if (!payments) throw new Error('a test app takes cards')
    const reached = Promise.withResolvers<void>()
    const refund = () => {
      reached.resolve()
      return new Promise<never>(() => {})
    }
    void retryRefunds({ ...store.ctx, gateways: { ...store.ctx.gateways, payments: { ...payments, refund } } })
    await reached.promise

    await runScheduled(otherNode, 'retry-refunds')
    const whileClaimed = await refundOf(payment)
    store.clock.advance(minutes(3))
    await runScheduled(otherNode, 'retry-refunds')

    expect(whileClaimed).toMatchObject({ state: 'due' })
    await expectMadeOnce(payment)
  })

  test('is made exactly once if its reply is lost and the provider has forgotten our key by the next try', async () => {
    const { payment } = await dueRefund()
    await failRefunds(1, { fail_when: 'after', fail_status: '500' })

    await store.runJobs()
    await query('delete from sandbox_stripe.idempotency_keys')
    await retryLater()

    await expectMadeOnce(payment)
  })

  test('is made exactly once when its job and two nodes send it at the same moment', async () => {
    const { payment } = await dueRefund()
    store.clock.advance(minutes(3))

    await Promise.all([
      store.runJobs(),
      runScheduled(store, 'retry-refunds'),
      runScheduled(otherNode, 'retry-refunds'),
      runScheduled(otherNode, 'retry-refunds'),
    ])

    await expectMadeOnce(payment)
  })

  test('that fails too often is logged as an error and shows in the metrics until it is made', async () => {
    const { payment } = await dueRefund()
    const errors: object[] = []
    const log = { ...store.ctx.log, warn: () => {}, error: (fields: object) => errors.push(fields), info: () => {} }
    const quiet = { ...store.ctx, log }
    await loseJobs()
    await failRefunds(REFUND_TRIES_QUIET)

    const before = await unmade()
    for (let tries = 1; tries <= REFUND_TRIES_QUIET; tries += 1) {
      store.clock.advance(hours(6))
      expect(errors).toEqual([])
      await retryRefunds(quiet)
    }
    const after = await unmade()
    await retryLater()

    expect(errors).toMatchObject([{ refundId: (await refundOf(payment)).refund_id, attempts: REFUND_TRIES_QUIET }])
    expect(before).toContain('refunds_unmade{state="due"} 1 refunds_unmade{state="overdue"} 0')
    expect(after).toContain('refunds_unmade{state="due"} 1 refunds_unmade{state="overdue"} 1')
    expect(await unmade()).toContain('refunds_unmade{state="due"} 0 refunds_unmade{state="overdue"} 0')
    await expectMadeOnce(payment)
  })

  test('already refunded elsewhere is kept as failed, for someone to look into', async () => {
    const { payment } = await dueRefund()
    await cardProvider(store).call('POST', '/v1/refunds', { payment_intent: payment.paymentId })

    await store.runJobs()
    await retryLater()

    expect(await refundOf(payment)).toMatchObject({ state: 'failed', provider_refund_id: null })
    expect(await refundsAtProvider(payment)).toHaveLength(1)
    expect(await unmade()).toContain('refunds_unmade{state="failed"} 1')
  })

  test('does not hold up the others while the provider refuses it', async () => {
    const stuck = await dueRefund()
    await loseJobs()
    await query(`update refunds set amount_cents = amount_cents + 1 where payment_id = $1`, [stuck.payment.paymentId])
    const others = []
    for (let count = 1; count <= 2; count += 1) {
      others.push(await dueRefund())
      await loseJobs()
    }

    await retryLater()

    expect(await refundOf(stuck.payment)).toMatchObject({ state: 'due', last_error: 'amount_too_large' })
    for (const { payment } of others) await expectMadeOnce(payment)
  })
})

describe('the wait before the next try', () => {
  test.each([
    [1, minutes(1)],
    [2, minutes(2)],
    [5, minutes(16)],
    [9, minutes(256)],
    [10, hours(6)],
    [1_000, hours(6)],
  ])('after %d failures is %d ms', (attempts, waitMs) => {
    expect(refundWaitMs(attempts)).toBe(waitMs)
  })
})

test('a buyer whose late money is refunded gets one email, however often it is reported', async () => {
  const { buyer, payment } = await dueRefund()

  await Promise.all(Array.from({ length: 5 }, () => buyer.recordOrder({ paymentId: payment.paymentId })))
  await Promise.all([store.runJobs(), otherNode.runJobs()])
  await retryJobsNow(store)

  const mails = await store.mailsTo(buyer.contactInfo.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`We are refunding the full amount to your card: $${payment.amount.toFixed(2)}.`)
})
