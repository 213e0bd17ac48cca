/** A refund may be recorded as made by hand only once the card provider can no longer make it too. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '#server/gateways/context.ts'
import type { PaymentGateway } from '#server/gateways/payments/payment-gateway.ts'
import { hours } from '#server/platform/clock.ts'
import { anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refundPayment } from './refund-payment.ts'

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
const settle = (id: string, reference = 're_by_hand') =>
  admin.call('POST', `/api/admin/refunds/${id}/settle`, { reference })

/** A refund that is due and that no one has sent; its job is lost. */
async function dueRefund(): Promise<{ id: string; payment: Reply['body'] }> {
  const { buyer, payment } = await paidTooLate(store, VIP)
  await sellToAnother(store, VIP)
  await buyer.recordOrder({ paymentId: payment.paymentId })
  await query(`delete from graphile_worker._private_jobs where key like 'refund:%'`)
  admin = await anAdmin(store)
  const [refund] = await query('select refund_id from refunds where payment_id = $1', [payment.paymentId])
  return { id: refund.refund_id, payment }
}

/** Longer than a refund may still be on its way after it was sent. */
const forgetTheSending = () => query(`update refunds set sent_at = sent_at - interval '5 minutes'`)

/** The store with a card provider that does something first. */
function withProvider(change: (real: PaymentGateway) => Partial<PaymentGateway>): Context {
  const { payments } = store.ctx.gateways
  if (!payments) throw new Error('a test app takes cards')
  return { ...store.ctx, gateways: { ...store.ctx.gateways, payments: { ...payments, ...change(payments) } } }
}

describe('a refund is not recorded as made by hand', () => {
  test('while its job asks the provider for it', async () => {
    const { id, payment } = await dueRefund()
    const reached = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const slow = withProvider((real) => ({
      async refund(input) {
        reached.resolve()
        await asked.promise
        return real.refund(input)
      },
    }))

    const sending = refundPayment(slow, id)
    await reached.promise
    const reply = await settle(id)
    asked.resolve()

    expect(await sending).toBe('made')
    expect(reply).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    const [made] = await cardProvider(store).refunds(payment.paymentId)
    expect(await stateOf(id)).toMatchObject({ state: 'made', provider_refund_id: made.id, is_by_hand: false })
  })

  test('soon after a try with an unknown outcome', async () => {
    const { id } = await dueRefund()
    await store.control({ fail_next: '3', fail_match: 'POST /v1/refunds', fail_status: '0' })
    await refundPayment(store.ctx, id)

    expect(await settle(id)).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    await forgetTheSending()

    expect(await settle(id)).toMatchObject({ status: 200 })
    expect(await stateOf(id)).toMatchObject({ state: 'made', is_by_hand: true })
  })

  test('if the provider made it but the reply was lost; sending it again then finds it', async () => {
    const { id, payment } = await dueRefund()
    await store.control({ fail_next: '3', fail_match: 'POST /v1/refunds', fail_when: 'after' })
    await refundPayment(store.ctx, id)
    await forgetTheSending()

    const reply = await settle(id)
    const between = await stateOf(id)
    await admin.call('POST', `/api/admin/refunds/${id}/retry`)
    await store.runJobs()

    expect(reply).toMatchObject({ status: 409, body: { code: 'refund_at_provider' } })
    expect(between).toMatchObject({ state: 'due', is_by_hand: false })
    const provider = await cardProvider(store).refunds(payment.paymentId)
    expect(provider).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'made', provider_refund_id: provider[0].id, is_by_hand: false })
  })

  test('if the ID entered is that of the provider’s own refund, which is recorded instead', async () => {
    const { id, payment } = await dueRefund()
    await store.control({ fail_next: '3', fail_match: 'POST /v1/refunds', fail_when: 'after' })
    await refundPayment(store.ctx, id)
    await forgetTheSending()
    const [made] = await cardProvider(store).refunds(payment.paymentId)

    expect(await settle(id, made.id)).toMatchObject({ status: 200 })
    expect(await stateOf(id)).toMatchObject({ state: 'made', provider_refund_id: made.id, is_by_hand: false })
  })

  test.each([
    ['is silent', { fail_status: '500' }],
    ['refuses the question', { fail_status: '400' }],
  ])('while the provider %s', async (_name, failure) => {
    const { id } = await dueRefund()
    await store.control({ fail_next: '9', fail_match: 'GET /v1/refunds', ...failure })

    const reply = await settle(id)
    await store.control({ reset: 'true' })

    expect(reply).toMatchObject({ status: 503, body: { code: 'refund_unchecked' } })
    expect(await stateOf(id)).toMatchObject({ state: 'due', provider_refund_id: null })
    expect(await settle(id)).toMatchObject({ status: 200 })
  })

  test('if its job starts to send it after the provider was asked', async () => {
    const { id, payment } = await dueRefund()
    const { payments } = store.ctx.gateways
    if (!payments) throw new Error('a test app takes cards')
    const real = payments.findRefunds
    const spy = vi.spyOn(payments, 'findRefunds').mockImplementationOnce(async (input) => {
      const found = await real(input)
      await store.control({ fail_next: '3', fail_match: 'POST /v1/refunds', fail_when: 'after' })
      await refundPayment(store.ctx, id)
      // Even if recording it takes so long that the sending is over.
      await forgetTheSending()
      return found
    })

    const reply = await settle(id)
    spy.mockRestore()

    expect(reply).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    expect(await stateOf(id)).toMatchObject({ state: 'due' })
    expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  })
})

test('a refund recorded as made by hand is not sent by a job at the same moment', async () => {
  const { id, payment } = await dueRefund()

  const [reply, outcome] = await Promise.all([settle(id), refundPayment(store.ctx, id)])
  store.clock.advance(hours(6))
  await runScheduled(store, 'retry-refunds')

  const provider = await cardProvider(store).refunds(payment.paymentId)
  const isByHand = reply.status === 200
  expect(outcome).toBe(isByHand ? 'none' : 'made')
  expect(provider).toHaveLength(isByHand ? 0 : 1)
  expect(await stateOf(id)).toMatchObject({ state: 'made', is_by_hand: isByHand })
})

test('a refund that the provider made although it was recorded otherwise is logged as an error', async () => {
  const { id } = await dueRefund()
  const errors: object[] = []
  const late = withProvider((real) => ({
    async refund(input) {
      const made = await real.refund(input)
      await query(
        `update refunds set state = 'made', is_by_hand = true, provider_refund_id = 'x' where refund_id = $1`,
        [id],
      )
      return made
    },
  }))
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }

  await refundPayment({ ...late, log }, id)

  expect(errors).toMatchObject([{ refundId: id, providerRefundId: expect.stringMatching(/^re_/) }])
  expect(await stateOf(id)).toMatchObject({ provider_refund_id: 'x' })
})
