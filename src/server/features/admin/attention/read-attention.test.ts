import { expect, test } from 'vitest'
import * as attention from '#contract/admin/attention.ts'
import { minutes } from '#server/platform/clock.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { aBuyer, aBuyerWith, adminOf } from '#testing/builders.ts'
import { chooseCashApp } from '#testing/cash-app.ts'
import { refuseMessage } from '#testing/message-log.ts'
import { VIP, withStock } from '#testing/with-store.ts'
import { FINDERS, readAttention } from './read-attention.ts'

const PATH = '/api/admin/attention'

const store = withStock({ [VIP]: 900 }, { settings: { cashAppHandle: '$leadyard' } })
const admin = adminOf(store)

async function part(kind: attention.AttentionKind): Promise<attention.AttentionPart> {
  const { status, body } = await admin.call('GET', PATH)
  expect(status).toBe(200)
  return body.parts.find((one: attention.AttentionPart) => one.kind === kind)
}

test('lists a Cash App order to verify with its reference, amount and deadline', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  const { body: order } = await chooseCashApp(buyer, total)
  expect(await part('cash_app'), 'it only shows how to pay').toMatchObject({ count: 0 })
  await store.sql`update payments set created_at = created_at - interval '15 minutes' where state = 'promised'`

  expect(await part('cash_app')).toEqual({
    kind: 'cash_app',
    count: 1,
    items: [expect.objectContaining({ words: order.reference, who: 'Bea Buyer', amount: Number(total) })],
  })
})

test('lists a refused email until it is dismissed, but not one that is no longer relevant', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const id = `order_confirmation.${order.id}`
  await refuseMessage(store, id)
  await store.rows(
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

test('lists refunds that failed and jobs out of tries, and counts them up to a limit', async () => {
  await store.sql`insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at, attempts, last_error)
     select 'rfd_' || i, 'pi_x', order_id, 1000, 'not_ours', ${store.clock.now()}, i, 'timeout' from generate_series(0, 1) i,
       (select order_id from orders limit 1) one`
  for (let number = 0; number <= attention.ATTENTION_COUNT_MAX + 5; number += 1)
    await enqueue(store.database, 'forget-old-rows', {})
  await store.sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where task_identifier = 'forget-old-rows'), 'no')`

  expect(await part('refunds')).toMatchObject({
    count: 1,
    items: [{ id: 'rfd_1', note: 'Tried 1 time; the last answer was “timeout”.' }],
  })
  const jobs = await part('jobs')
  expect(jobs.count).toBe(attention.ATTENTION_COUNT_MAX + 1)
  expect(jobs.items).toHaveLength(attention.ATTENTION_ITEMS_MAX)
})

test('lists a dispute with its deadline until it is answered', async () => {
  const dueBy = new Date(store.clock.now().getTime() + minutes(600))
  await store.sql`insert into disputes (dispute_id, payment_id, order_id, amount_cents, reason, status, due_by, opened_at, asked_at)
     select 'dp_1', 'pi_x', order_id, 29900, 'product_not_received', 'needs_response', ${dueBy}, now(), now() from orders limit 1`
  const waiting = await part('disputes')
  await store.sql`update disputes set status = 'under_review'`
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
