import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTENTION_COUNT_MAX, type AttentionKind, type AttentionPart } from '#contract/admin/attention.ts'
import { minutes } from '#server/platform/clock.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp } from '#testing/cash-app.ts'
import { refuseMessage } from '#testing/message-log.ts'
import { sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { FINDERS } from './finders.ts'
import { readAttention } from './read-attention.ts'

const VIP = '48453-vacant-vip-20'
const PATH = '/api/admin/attention'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp({ env: { CASH_APP_HANDLE: '$leadyard' } })
  await store.setStock(VIP, 900)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows

async function part(kind: AttentionKind): Promise<AttentionPart> {
  const { status, body } = await admin.call('GET', PATH)
  expect(status).toBe(200)
  return body.parts.find((one: AttentionPart) => one.kind === kind)
}

test('lists a Cash App order to verify with its reference, amount and deadline', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  const { body: order } = await chooseCashApp(buyer, total)

  expect(await part('cash_app')).toEqual({
    kind: 'cash_app',
    count: 1,
    items: [
      {
        id: expect.stringMatching(/^ord_/),
        words: `Order ${order.reference}, $${Number(total).toFixed(2)}`,
        reference: order.reference,
        note: 'Bea Buyer',
        at: order.expiresAt,
      },
    ],
  })
})

test('lists a refused email until it is dismissed, but not one that is no longer relevant', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const id = `order_confirmation.${order.id}`
  await refuseMessage(store, id)
  await query(
    `insert into messages (message_id, kind, subject_id, state, created_at, queued_at, last_error)
     values ('payment_request.over.1', 'payment_request', 'over', 'failed', $1, $1, 'the payment request had ended')`,
    [store.clock.now()],
  )

  const waiting = await part('messages')
  await admin.call('POST', `/api/admin/messages/${id}/dismiss`)

  const words = `Order confirmation to ${buyer.contactInfo.email}`
  expect(waiting).toMatchObject({ count: 1, items: [{ id, words, note: expect.stringContaining('550') }] })
  expect(await part('messages')).toMatchObject({ count: 0, items: [] })
})

test('lists a waiting email only after it has waited long', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const young = await part('messages')
  await query('update messages set created_at = created_at - $1::interval where subject_id = $2', [
    '16 minutes',
    order.id,
  ])

  expect(young.count).toBe(0)
  expect(await part('messages')).toMatchObject({ count: 1 })
  await store.runJobs()
  expect(await part('messages')).toMatchObject({ count: 0 })
})

test('lists a link that expires within 2 hours, with its rep', async () => {
  const rep = await aRep(store)
  const { id, reference, customerName } = await sendLink(rep, [VIP])
  const young = await part('links')
  await query('update payment_requests set expires_at = $2 where payment_request_id = $1', [
    id,
    new Date(store.clock.now().getTime() + minutes(90)),
  ])

  expect(young.count).toBe(0)
  expect(await part('links')).toMatchObject({
    count: 1,
    items: [
      { id, words: expect.stringMatching(`^Order ${reference}, \\$.*, to ${customerName}$`), note: 'Sent by Rob Rep' },
    ],
  })
})

test('lists refunds that failed and jobs out of tries, and counts them up to a limit', async () => {
  await query(
    `insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at, attempts, last_error)
     select 'rfd_' || i, 'pi_x', order_id, 1000, 'not_ours', $1, i, 'timeout' from generate_series(0, 1) i,
       (select order_id from orders limit 1) one`,
    [store.clock.now()],
  )
  for (let number = 0; number <= ATTENTION_COUNT_MAX + 5; number += 1)
    await enqueue(store.database, 'forget-old-rows', {})
  await query(
    `select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where task_identifier = 'forget-old-rows'), 'no')`,
  )

  expect(await part('refunds')).toMatchObject({
    count: 1,
    items: [{ id: 'rfd_1', note: 'Tried 1 time; the last answer was “timeout”.' }],
  })
  const jobs = await part('jobs')
  expect(jobs.count).toBe(ATTENTION_COUNT_MAX + 1)
  expect(jobs.items).toHaveLength(3)
})

test('lists a package that fell to 10 or fewer until it is restocked, but not one never stocked', async () => {
  const place = { words: 'VIP Junior Package, Vacant Houses, Travis, Texas', note: '3 left' }
  await store.setStock(VIP, 11)
  await store.app.jobs.find(({ name }) => name === 'tell-low-stock')?.run(store.ctx, {})
  await store.setStock(VIP, 3)
  await store.app.jobs.find(({ name }) => name === 'tell-low-stock')?.run(store.ctx, {})

  const low = await part('low_stock')
  await store.setStock(VIP, 900)

  expect(low).toMatchObject({ count: 1, items: [{ id: VIP, ...place }] })
  expect(await part('low_stock')).toMatchObject({ count: 0 })
})

test('lists a dispute with its deadline until it is answered', async () => {
  const dueBy = new Date(store.clock.now().getTime() + minutes(600))
  await query(
    `insert into disputes (dispute_id, payment_id, order_id, amount_cents, reason, status, due_by, opened_at, asked_at)
     select 'dp_1', 'pi_x', order_id, 29900, 'product_not_received', 'needs_response', $1, now(), now() from orders limit 1`,
    [dueBy],
  )

  const waiting = await part('disputes')
  await query(`update disputes set status = 'under_review'`)

  const item = { id: 'dp_1', note: 'The bank says: product not received', at: dueBy.toISOString() }
  expect(waiting).toMatchObject({ count: 1, items: [item] })
  expect(await part('disputes')).toMatchObject({ count: 0 })
})

test('a part that fails or does not answer leaves the other parts readable', async () => {
  const finders = {
    ...FINDERS,
    messages: () => Promise.reject(new Error('the table is gone')),
    jobs: () => new Promise<never>(() => undefined),
  }

  const parts = await readAttention(store.ctx, finders, 500)

  expect(parts.find(({ kind }) => kind === 'messages')).toEqual({ kind: 'messages', count: null, items: [] })
  expect(parts.find(({ kind }) => kind === 'jobs')).toEqual({ kind: 'jobs', count: null, items: [] })
  expect(parts.find(({ kind }) => kind === 'cash_app')).toMatchObject({ count: 1 })
})

test.each([
  ['visitor', 401],
  ['rep', 403],
] as const)('a %s cannot see what needs attention', async (who, status) => {
  const caller = who === 'rep' ? await aRep(store) : new Client(store)

  expect((await caller.call('GET', PATH)).status).toBe(status)
})
