import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aRep, Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
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
const acts = (action: string) =>
  query('select subject, before, after, note from audit_entries where action = $1', [action])

/** A refund that the provider did not make at its first try. The clock has moved on, so the administrator signs in again. */
async function stuckRefund(): Promise<{ id: string; payment: Reply['body'] }> {
  const { buyer, payment } = await paidTooLate(store, VIP)
  await sellToAnother(store, VIP)
  await buyer.recordOrder({ paymentId: payment.paymentId })
  await store.control({
    reset: 'true',
    fail_next: '3',
    fail_match: 'POST /v1/refunds',
    fail_when: 'before',
    fail_status: '500',
  })
  await store.runJobs()
  admin = await anAdmin(store)
  const [refund] = await query('select refund_id from refunds where payment_id = $1', [payment.paymentId])
  return { id: refund.refund_id, payment }
}

const stateOf = async (id: string) => (await query('select * from refunds where refund_id = $1', [id]))[0]

describe('a refund that is not made', () => {
  test('is listed with its order, its tries and its next try, and made at once on request', async () => {
    const { id, payment } = await stuckRefund()
    const { body: listed } = await admin.call('GET', '/api/admin/refunds?state=pending')
    const stuck = await findStuckRefunds(store.ctx, 3)

    const { status, body } = await admin.call('POST', `/api/admin/refunds/${id}/retry`)
    await store.runJobs()
    const repeated = await admin.call('POST', `/api/admin/refunds/${id}/retry`)

    expect(listed).toMatchObject([
      { id, amount: '299.00', reason: 'no_stock', state: 'pending', attempts: 1, nextAt: expect.any(String) },
    ])
    expect(listed[0].reference).toMatch(/^LY-/)
    expect(stuck.total).toBe(1)
    expect([status, body.state]).toEqual([200, 'due'])
    expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'made', attempts: 1 })
    expect(repeated).toMatchObject({ status: 409, body: { code: 'refund_made' } })
    expect(await acts('refund_retried')).toMatchObject([
      { subject: `Order ${listed[0].reference}`, before: { amount: '299.00' } },
    ])
  })

  test('is made once, even if it was refused for good and several people send it at once', async () => {
    const { id, payment } = await stuckRefund()
    await query(`update refunds set state = 'failed' where refund_id = $1`, [id])

    const replies = await Promise.all([1, 2, 3].map(() => admin.call('POST', `/api/admin/refunds/${id}/retry`)))
    await store.runJobs()
    await store.runJobs()

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'made' })
  })

  test('can be recorded as made by hand, once, with where to find it, and is not sent after that', async () => {
    const { id, payment } = await stuckRefund()
    const settle = (reference: string) => admin.call('POST', `/api/admin/refunds/${id}/settle`, { reference })
    // Its first try is over.
    await query(`update refunds set sent_at = sent_at - interval '5 minutes' where refund_id = $1`, [id])

    expect(await settle('re_by_hand')).toMatchObject({ status: 200 })
    expect(await settle('re_by_hand')).toMatchObject({ status: 200 })
    expect(await settle('re_other')).toMatchObject({ status: 409, body: { code: 'refund_made' } })
    await store.runJobs()

    expect(await stateOf(id)).toMatchObject({ state: 'made', provider_refund_id: 're_by_hand', is_by_hand: true })
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    expect(await acts('refund_settled')).toMatchObject([{ note: 're_by_hand', after: { state: 'made' } }])
    expect((await admin.call('GET', '/api/admin/refunds?state=pending')).body).toEqual([])
  })

  test.each([
    ['visitor', 401],
    ['rep', 403],
  ] as const)('cannot be seen or changed by a %s', async (who, status) => {
    const { id } = await stuckRefund()
    const caller = who === 'rep' ? await aRep(store) : new Client(store)

    expect((await caller.call('GET', '/api/admin/refunds')).status).toBe(status)
    expect((await caller.call('POST', `/api/admin/refunds/${id}/retry`)).status).toBe(status)
    expect((await caller.call('POST', `/api/admin/refunds/${id}/settle`, { reference: 're_1' })).status).toBe(status)
    expect(await stateOf(id)).toMatchObject({ state: 'due', attempts: 1 })
  })

  test('is reported as unknown if it does not exist', async () => {
    admin = await anAdmin(store)
    const reply = { status: 404, body: { code: 'refund_unknown' } }
    expect(await admin.call('POST', `/api/admin/refunds/rfd_nobody/retry`)).toMatchObject(reply)
    expect(await admin.call('POST', `/api/admin/refunds/rfd_nobody/settle`, { reference: 're_1' })).toMatchObject(reply)
  })
})
