/** A refund is made at the provider exactly once, whatever gets lost, and a person sees each one that is not made. */
import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { outagesOf } from '#server/platform/jobs/outages.ts'
import { aBuyer, adminOf, type Buyer, type Reply } from '#testing/builders.ts'
import { cardGateway, cardProvider, deliverWebhook, failRefund, withCardProvider } from '#testing/card-provider.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { refundPayment, retryRefunds } from './refund-payment.ts'
import { REFUND_TRIES_QUIET, refundWaitMs } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { findStuckRefunds } from './stuck-refunds.ts'

const store = withStore({}, (store) => store.setStock(VIP, 900))
const admin = adminOf(store)
beforeEach(() => store.control({ reset: 'true' }))

const rowOf = (id: string) => store.row`select * from refunds where refund_id = ${id}`
const acts = (action: string) =>
  store.sql`select subject, before, after, note from audit_entries where action = ${action}`
const sendNow = (id: string) => admin.call('POST', `/api/admin/refunds/${id}/retry`)
const settle = (id: string, reference = 're_by_hand') =>
  admin.call('POST', `/api/admin/refunds/${id}/settle`, { reference })

interface Due {
  id: string
  buyer: Buyer
  payment: Reply['body']
}

const atProvider = ({ payment }: Due) => cardProvider(store).refunds(payment.paymentId)

/** A paid order, with what its purchase asks of the provider done: an answer would end the wait of a refund. */
async function paidOrder(): Promise<Omit<Due, 'id'>> {
  const buyer = aBuyer(store)
  const { body: payment } = await buyer.buy(VIP)
  await store.runJobs()
  return { buyer, payment }
}

/** A paid order whose whole money is due to go back; its job waits. */
async function dueRefund(): Promise<Due> {
  return refundOf(await paidOrder())
}

async function refundOf(order: Omit<Due, 'id'>): Promise<Due> {
  const { body: refund } = await admin.refund(order.payment.id, { reason: 'They ask.' })
  return { id: refund.refundId, ...order }
}

async function twoDueRefunds(): Promise<[Due, Due]> {
  const [first, second] = [await paidOrder(), await paidOrder()]
  return [await refundOf(first), await refundOf(second)]
}

/** The next tries do not reach the provider, or their answers are lost. Three tries of the SDK make one of ours. */
const failRefunds = (when: 'before' | 'after', status = '500', tries = 1) =>
  store.control({
    reset: 'true',
    fail_next: String(3 * tries),
    fail_match: 'POST /v1/refunds',
    fail_when: when,
    fail_status: status,
  })

/** Moves on to the time of the next try and runs the scheduled jobs. */
async function retryLater(waitMs = hours(6)): Promise<void> {
  await store.pass(waitMs, 'retry-refunds')
}

/** As when the queue is restored from before the refund, or someone empties it. */
const loseJobs = () => store.sql`delete from graphile_worker._private_jobs where key like 'refund:%'`

/** Longer than a refund may still be on its way after it was sent. */
const forgetTheSending = () => store.sql`update refunds set sent_at = sent_at - interval '5 minutes'`

async function expectMadeOnce(due: Due): Promise<void> {
  const made = await atProvider(due)
  expect(made).toMatchObject([{ amount: Math.round(Number(due.payment.total) * 100) }])
  expect(await rowOf(due.id)).toMatchObject({ state: 'made', provider_refund_id: made[0].id })
}

const unmade = async (): Promise<string> => {
  const { body } = await store.app.server.inject('/metrics')
  return body
    .split('\n')
    .filter((line) => line.startsWith('refunds_unmade{'))
    .join(' ')
}

test('the wait before the next try doubles from a minute to six hours', () => {
  expect([1, 2, 5, 9, 10, 1_000].map(refundWaitMs)).toEqual([
    minutes(1),
    minutes(2),
    minutes(16),
    minutes(256),
    hours(6),
    hours(6),
  ])
})

describe('a refund that is due', () => {
  test('refused twice by the provider is made at the third try, each after its wait and none before', async () => {
    const due = await dueRefund()
    await failRefunds('before', '500', 2)
    await store.runJobs()
    await retryLater(minutes(1) - 1_000)
    const tooEarly = await rowOf(due.id)
    await retryLater(2_000)
    const second = await rowOf(due.id)
    await retryLater(minutes(1))
    const stillWaiting = await rowOf(due.id)
    await retryLater(minutes(1))

    expect(tooEarly).toMatchObject({ state: 'due', attempts: 1, last_error: expect.any(String) })
    expect([second, stillWaiting].map(({ attempts }) => attempts)).toEqual([2, 2])
    await expectMadeOnce(due)
  })

  test('waits no longer once the provider answers anything again', async () => {
    const due = await dueRefund()
    // Soon after an earlier outage, the next answer would not count.
    outagesOf(store.ctx).clear()
    await failRefunds('before')
    await store.runJobs()
    expect(await rowOf(due.id)).toMatchObject({ state: 'due', attempts: 1 })
    await settlePayment(store.ctx, { paymentId: due.payment.paymentId })
    await runScheduled(store, 'retry-refunds')

    await expectMadeOnce(due)
  })

  test('is made exactly once if its reply is lost and the provider has forgotten our key by the next try', async () => {
    const due = await dueRefund()
    await failRefunds('after', '0')
    await store.runJobs()
    await store.sql`delete from sandbox_stripe.idempotency_keys`
    const unheard = await rowOf(due.id)
    await retryLater()
    await retryLater()

    expect(unheard).toMatchObject({ state: 'due', attempts: 1 })
    await expectMadeOnce(due)
  })

  test('whose process died before sending is made by the schedule, once its job had time', async () => {
    const due = await dueRefund()
    await loseJobs()
    await runScheduled(store, 'retry-refunds')
    const atOnce = await rowOf(due.id)
    await retryLater(minutes(3))

    expect(atOnce).toMatchObject({ state: 'due', attempts: 0 })
    await expectMadeOnce(due)
  })

  test('whose process died during a try is taken over when its claim expires', async () => {
    const due = await dueRefund()
    await loseJobs()
    store.clock.advance(minutes(3))
    const reached = Promise.withResolvers<void>()
    const refund = () => {
      reached.resolve()
      return new Promise<never>(() => {})
    }
    void retryRefunds(withCardProvider(store, () => ({ refund })).ctx)
    await reached.promise
    await runScheduled(store, 'retry-refunds')
    const whileClaimed = await rowOf(due.id)
    await store.pass(minutes(3), 'retry-refunds')

    expect(whileClaimed).toMatchObject({ state: 'due' })
    await expectMadeOnce(due)
  })

  test('is made exactly once when its job and three runs send it at the same moment', async () => {
    const due = await dueRefund()
    store.clock.advance(minutes(3))
    await Promise.all([store.runJobs(), ...[1, 2, 3].map(() => runScheduled(store, 'retry-refunds'))])
    await expectMadeOnce(due)
  })

  test('that fails too often is logged as an error and shows in the metrics until it is made', async () => {
    const due = await dueRefund()
    await loseJobs()
    await store.sql`update refunds set attempts = ${REFUND_TRIES_QUIET - 2} where refund_id = ${due.id}`
    const { ctx, errors } = withCardProvider(store, () => ({
      refund: () => Promise.reject(new Error('The provider is down.')),
    }))
    store.clock.advance(hours(6))
    await retryRefunds(ctx)
    const before = [await unmade(), errors.length]
    store.clock.advance(hours(6))
    await retryRefunds(ctx)
    const after = await unmade()
    await retryLater()

    expect(before).toEqual([expect.stringContaining('{state="due"} 1 refunds_unmade{state="overdue"} 0'), 0])
    expect(errors).toMatchObject([{ refundId: due.id, attempts: REFUND_TRIES_QUIET }])
    expect(after).toContain('{state="due"} 1 refunds_unmade{state="overdue"} 1')
    expect(await unmade()).toContain('{state="due"} 0 refunds_unmade{state="overdue"} 0')
    await expectMadeOnce(due)
  })

  test('already refunded elsewhere is kept as failed, and others do not wait for it', async () => {
    const [stuck, other] = await twoDueRefunds()
    await loseJobs()
    await cardProvider(store).call('POST', '/v1/refunds', { payment_intent: stuck.payment.paymentId })
    await retryLater()

    expect(await rowOf(stuck.id)).toMatchObject({ state: 'failed', provider_refund_id: null })
    expect(await atProvider(stuck)).toHaveLength(1)
    expect(await unmade()).toContain('refunds_unmade{state="failed"} 1')
    await expectMadeOnce(other)
  })

  test('is listed once it was tried, and made at once on request', async () => {
    const due = await dueRefund()
    await failRefunds('before')
    await store.runJobs()
    const { body: listed } = await admin.call('GET', '/api/admin/refunds?state=pending')
    const { status, body } = await sendNow(due.id)
    await store.runJobs()

    expect(listed).toMatchObject([
      { id: due.id, amount: '299.00', state: 'pending', attempts: 1, nextAt: expect.any(String) },
    ])
    expect([status, body.state]).toEqual([200, 'due'])
    await expectMadeOnce(due)
    expect(await sendNow(due.id)).toMatchObject({ status: 409, body: { code: 'refund_made' } })
    expect(await acts('refund_retried')).toMatchObject([
      { subject: `Order ${due.payment.reference}`, before: { amount: '299.00' } },
    ])
    const unknown = { status: 404, body: { code: 'refund_unknown' } }
    expect(await sendNow('rfd_nobody')).toMatchObject(unknown)
    expect(await settle('rfd_nobody')).toMatchObject(unknown)
  })
})

describe('a refund made by hand', () => {
  test('is recorded once, with where to find it, and is not sent after that', async () => {
    const due = await dueRefund()
    expect(await settle(due.id)).toMatchObject({ status: 200 })
    expect(await settle(due.id)).toMatchObject({ status: 200 })
    expect(await settle(due.id, 're_other')).toMatchObject({ status: 409, body: { code: 'refund_made' } })
    await store.runJobs()

    expect(await rowOf(due.id)).toMatchObject({ state: 'made', provider_refund_id: 're_by_hand', is_by_hand: true })
    expect(await atProvider(due)).toEqual([])
    expect(await acts('refund_settled')).toMatchObject([{ note: 're_by_hand', after: { state: 'made' } }])
  })

  test('is not recorded while a job asks the provider for it', async () => {
    const due = await dueRefund()
    const reached = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const { ctx: slow } = withCardProvider(store, (real) => ({
      async refund(input) {
        reached.resolve()
        await asked.promise
        return real.refund(input)
      },
    }))
    const sending = refundPayment(slow, due.id)
    await reached.promise
    const reply = await settle(due.id)
    asked.resolve()

    expect(await sending).toBe('made')
    expect(reply).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    await expectMadeOnce(due)
  })

  test('is not recorded if the provider made it but the reply was lost, except as that refund', async () => {
    const [due, named] = await twoDueRefunds()
    await loseJobs()
    for (const { id } of [due, named]) {
      await failRefunds('after')
      await refundPayment(store.ctx, id)
    }
    const soon = await settle(due.id)
    await forgetTheSending()
    const later = await settle(due.id)
    const between = await rowOf(due.id)
    await sendNow(due.id)
    await store.runJobs()
    const [made] = await atProvider(named)

    expect(soon).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    expect(later).toMatchObject({ status: 409, body: { code: 'refund_at_provider' } })
    expect(between).toMatchObject({ state: 'due', is_by_hand: false })
    await expectMadeOnce(due)
    expect(await settle(named.id, made.id)).toMatchObject({ status: 200 })
    await expectMadeOnce(named)
    expect(await rowOf(named.id)).toMatchObject({ is_by_hand: false })
  })

  test('is not recorded while the provider does not say whether it has it', async () => {
    const due = await dueRefund()
    await loseJobs()
    await store.control({ fail_next: '9', fail_match: 'GET /v1/refunds', fail_status: '400' })
    const reply = await settle(due.id)
    await store.control({ reset: 'true' })

    expect(reply).toMatchObject({ status: 503, body: { code: 'refund_unchecked' } })
    expect(await rowOf(due.id)).toMatchObject({ state: 'due', provider_refund_id: null })
    expect(await settle(due.id)).toMatchObject({ status: 200 })
  })

  test('is not recorded if its job starts to send it after the provider was asked', async () => {
    const due = await dueRefund()
    const payments = cardGateway(store)
    const real = payments.findRefunds
    payments.findRefunds = async (input) => {
      payments.findRefunds = real
      const found = await real(input)
      await failRefunds('after')
      await refundPayment(store.ctx, due.id)
      // Even if recording it takes so long that the sending is over.
      await forgetTheSending()
      return found
    }

    expect(await settle(due.id)).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    expect(await rowOf(due.id)).toMatchObject({ state: 'due' })
    expect(await atProvider(due)).toHaveLength(1)
  })
})

describe('a refund that the provider made and that then failed', () => {
  /** It failed before the store heard that it was made. */
  async function failedUnheard(): Promise<Due> {
    const due = await dueRefund()
    await failRefunds('after')
    await store.runJobs()
    const [made] = await atProvider(due)
    await failRefund(store, made.id)
    return due
  }

  /** The provider reports that a refund has failed. */
  async function hearOf(refund: Reply['body'], type = 'refund.failed'): Promise<void> {
    const created = Math.floor(store.clock.now().getTime() / 1_000)
    const event = { id: `evt_${refund.id}_${type}`, type, created, data: { object: { ...refund, status: 'failed' } } }
    expect((await deliverWebhook(store, event)).status).toBe(202)
    await store.runJobs()
  }

  test('waits for a person, who sees the reason, and is not retried by itself', async () => {
    const { id } = await failedUnheard()
    await retryLater()
    const first = await rowOf(id)
    await retryLater(hours(24))

    expect(first).toMatchObject({ state: 'failed', last_error: 'refund_failed', try_at: null })
    expect(await rowOf(id)).toEqual(first)
    const { refunds } = await findStuckRefunds(store.ctx, 9)
    expect(refunds).toContainEqual(expect.objectContaining({ id, state: 'failed', lastError: 'refund_failed' }))
  })

  test('is made only once more when several people send it now, whatever is reported late', async () => {
    const due = await failedUnheard()
    const [old] = await atProvider(due)
    await refundPayment(store.ctx, due.id)
    const replies = await Promise.all([1, 2, 3].map(() => sendNow(due.id)))
    await Promise.all([store.runJobs(), refundPayment(store.ctx, due.id), refundPayment(store.ctx, due.id)])
    await store.runJobs()
    await hearOf(old)

    expect(replies.map(({ status, body }) => [status, body.state])).toEqual(Array(3).fill([200, 'due']))
    const provider = await atProvider(due)
    expect(provider.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(await rowOf(due.id)).toMatchObject({ state: 'made', provider_refund_id: provider[0].id })
  })

  test('is taken back when the provider reports it; a report alone is not believed', async () => {
    const due = await dueRefund()
    await store.runJobs()
    const [made] = await atProvider(due)
    await hearOf(made, 'refund.updated')
    const believed = await rowOf(due.id)
    await failRefund(store, made.id)
    await hearOf(made)

    expect(believed).toMatchObject({ state: 'made', provider_refund_id: made.id })
    expect(await rowOf(due.id)).toMatchObject({ state: 'failed', last_error: 'refund_failed', made_at: null })
  })
})
