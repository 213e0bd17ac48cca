/** What the store's own webhooks receive, and when; and who manages them. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/database.ts'
import { aBuyer, adminOf, aRep, type Client } from '#testing/builders.ts'
import { makeDeskKey, Program } from '#testing/keys.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { ADMIN, createTestApp } from '#testing/test-app.ts'
import { isSignedBy, openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { aBuyerWithWebhook, aStoreWebhook, type StoreHook } from '#testing/webhooks.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { listenedTypes, tellOfPaidOrders } from './write-events.ts'

const OTHER = '48453-vacant-vip-30'
const store = withStore({ env: { WEBHOOKS_TO_LOOPBACK: '1' } }, (opened) => opened.setStock(VIP, 900))
const admin = adminOf(store)
let rep: Client
let receiver: WebhookReceiver
let hook: StoreHook
beforeEach(async () => {
  rep = await anotherRep(store)
  receiver = await openReceiver()
  hook = await aStoreWebhook(admin, receiver.url)
})
afterEach(async () => {
  await hook.call('DELETE')
  await receiver.close()
})
const told = (type: string) => receiver.calls.filter((call) => call.type === type).map(({ data }) => data)
const types = () => receiver.calls.map(({ type }) => type).sort()
const LIST = '/api/sales/payment-requests'

test('a webhook of the store is told of a paid order once, with ids and amounts and nothing about people', async () => {
  const { body: order } = await aBuyer(store).buy(VIP)
  await store.runJobs()

  expect(types()).toEqual(['order.paid'])
  expect(told('order.paid')).toEqual([
    {
      order_id: order.id,
      order_reference: order.reference,
      payment_request_id: null,
      total_cents: 29_900,
      refunded_total_cents: 0,
      payment_method: 'stripe',
      paid_at: expect.stringMatching(/Z$/),
    },
  ])
  const [call] = receiver.calls
  expect(call && isSignedBy(hook.secret, call)).toBe(true)

  await admin.refund(order.id, { lines: [{ lineNumber: 1, amount: '10.00', isReturned: false }] })
  await store.runJobs()
  expect(types()).toEqual(['order.paid'])
})

test('a webhook of the store is told of a payment request that is created and paid', async () => {
  const request = await sendLink(rep, [VIP])
  await store.runJobs()
  expect(types()).toEqual(['payment_request.created'])

  await payLink(store, request)
  await store.runJobs()

  expect(types()).toEqual(['order.paid', 'payment_request.created', 'payment_request.paid'])
  const [created] = told('payment_request.created')
  expect(created).toEqual({
    payment_request_id: request.id,
    order_id: expect.stringMatching(/^ord_/),
    order_reference: expect.stringMatching(/^LY-/),
    rep_id: expect.stringMatching(/^usr_/),
    total_cents: 29_900,
    created_at: request.createdAt,
    expires_at: request.expiresAt,
    paid_at: null,
    reason: null,
    replaces_payment_request_id: null,
  })
  expect(told('payment_request.paid')).toEqual([{ ...created, paid_at: expect.stringMatching(/Z$/) }])
  expect(told('order.paid')).toEqual([expect.objectContaining({ payment_request_id: request.id })])
  for (const { body } of receiver.calls) expect(body).not.toMatch(/example\.com|Customer \d|"token"/)
})

test('a webhook of the store is told whether a payment request expired or was canceled, and why', async () => {
  const voided = await sendLink(rep, [VIP])
  await rep.call('POST', `${LIST}/${voided.id}/void`)
  await rep.call('POST', `${LIST}/${voided.id}/void`)
  const replaced = await sendLink(rep, [VIP])
  const { body: newer } = await rep.call('POST', `${LIST}/${replaced.id}/resend`, {})
  // Signatures carry the time, so the link ends and not the clock moves.
  const end = 'update payment_requests set expires_at = $2 where payment_request_id = $1'
  await store.rows(end, [newer.id, store.clock.now()])
  await store.runTimers()
  await store.runJobs()

  const facts = (type: string) =>
    told(type).map(({ payment_request_id, reason, replaces_payment_request_id }) => [
      payment_request_id,
      reason,
      replaces_payment_request_id,
    ])
  expect(facts('payment_request.cancelled')).toEqual([
    [voided.id, 'voided', null],
    [replaced.id, 'replaced', null],
  ])
  expect(facts('payment_request.expired')).toEqual([[newer.id, null, replaced.id]])
  expect(told('payment_request.created')).toHaveLength(3)
})

test('a webhook of the store is told of each package that runs low, once until it was above 10 again', async () => {
  const look = async () => {
    await runScheduled(store, 'tell-low-stock')
    await store.runJobs()
  }
  await store.setStock(OTHER, 40)
  await look()
  for (const available of [9, 4, 40, 7]) {
    await store.setStock(OTHER, available)
    await look()
  }

  const facts = { package_id: OTHER, fips: '48453', lead_type: 'vacant', tier: 'vip', size: 30 }
  expect(told('stock.low')).toEqual([
    { ...facts, units_left: 9 },
    { ...facts, units_left: 7 },
  ])
  await store.setStock(OTHER, 0)
})

test('a webhook of the store hears only what it chose, and nothing while its owner has it off', async () => {
  await hook.call('PATCH', '', { eventTypes: ['payment_request.created'], isOn: true })
  await aBuyer(store).buy(VIP)
  await sendLink(rep, [VIP])
  await store.runJobs()
  expect(types()).toEqual(['payment_request.created'])
  await hook.call('PATCH', '', { eventTypes: ['order.paid'], isOn: false })
  await aBuyer(store).buy(VIP)
  await store.runJobs()
  await hook.call('PATCH', '', { eventTypes: ['order.paid'], isOn: true })
  await store.runJobs()
  expect(types()).toEqual(['payment_request.created'])
})

test('a webhook of the store hears of a sale at another node as soon as that node was told of it', async () => {
  const beside = await createTestApp({ env: { WEBHOOKS_TO_LOOPBACK: '1' }, beside: store })
  await hook.call('PATCH', '', { eventTypes: ['stock.low'], isOn: true })
  await aBuyer(beside).buy(VIP)
  expect(listenedTypes(beside.ctx).types).toEqual(new Set(['stock.low']))
  await hook.call('PATCH', '', { eventTypes: ['order.paid'], isOn: true })
  await expect.poll(() => listenedTypes(beside.ctx).types).toBeNull()
  await aBuyer(beside).buy(VIP)
  await store.runJobs()
  expect(types()).toEqual(['order.paid'])
  await beside.close()
})

test('a sale that is undone tells no one', async () => {
  const { body: order } = await aBuyer(store).buy(VIP)
  await store.runJobs()
  await store.sql`delete from buyer_events`
  receiver.calls.length = 0
  const facts = { orderId: order.id, paymentRequestId: null, totalCents: 1, refundedCents: 0 }
  const undone = inTransaction(store.ctx, async (tx) => {
    await tellOfPaidOrders(store.ctx, tx, [{ ...facts, state: 'paid', isPaidNow: true }])
    throw new Error('undone')
  })

  await expect(undone).rejects.toThrow('undone')
  await store.runJobs()
  expect(receiver.calls).toEqual([])
})

test('whoever adds a webhook gets an email about it, at the desk and in the store; one that a program added says so', async () => {
  const { email, desk } = await aBuyerWithWebhook(store, { packageId: VIP, url: 'https://crm.example.com/secret-path' })
  const program = new Program(store, (await makeDeskKey(desk)).secret)
  const url = 'https://other.example.com/hook'
  await program.call('POST', '/api/desk/webhooks', { url, eventTypes: ['delivery.ready'] })
  await store.runJobs()

  const mails = (await store.mailsTo(email)).filter(({ subject }) => subject.startsWith('A webhook was added'))
  const [own] = (await store.mailsTo(ADMIN.email)).filter(({ subject }) => subject.startsWith('A webhook of'))

  expect(mails.map(({ text }) => /with (.*)\. It sends news to (\S+)/.exec(text)?.slice(1)).sort()).toEqual([
    ['Unknown browser', 'crm.example.com'],
    ['a program with an API key', 'other.example.com'],
  ])
  expect(mails[0]?.text).not.toContain('secret-path')
  expect(mails[0]?.text).toContain('remove it under Webhooks')
  expect(own?.text).toContain(`${new URL(receiver.url).host} until someone removes it`)
})

test('webhooks of the store are for administrators only', async () => {
  for (const [caller, status] of [
    [await aRep(store), 403],
    [aBuyer(store), 401],
  ] as const) {
    for (const reply of [
      await caller.call('GET', '/api/admin/webhooks'),
      await caller.call('POST', '/api/admin/webhooks', { url: receiver.url, eventTypes: ['order.paid'] }),
      await caller.call('PATCH', `/api/admin/webhooks/${hook.id}`, { eventTypes: ['order.paid'], isOn: false }),
      await caller.call('DELETE', `/api/admin/webhooks/${hook.id}`),
      await caller.call('POST', `/api/admin/webhooks/${hook.id}/secret`),
      await caller.call('POST', `/api/admin/webhooks/${hook.id}/test`),
      await caller.call('GET', `/api/admin/webhooks/${hook.id}/events`),
      await caller.call('POST', `/api/admin/webhooks/${hook.id}/replay`, { eventId: `evt_${'0'.repeat(22)}` }),
    ])
      expect(reply.status).toBe(status)
  }
  expect((await admin.call('GET', '/api/admin/webhooks')).body.webhooks).toMatchObject([
    { id: hook.id, offReason: null },
  ])
})

test('administrators and the desk do not know each other’s webhooks', async () => {
  const buyers = await aBuyerWithWebhook(store, { packageId: VIP, url: `${receiver.url}/buyer` })
  const theirs = await admin.call('POST', `/api/admin/webhooks/${buyers.id}/test`)
  const ours = await buyers.desk.call('POST', `/api/desk/webhooks/${hook.id}/test`)
  for (const reply of [theirs, ours]) expect(reply.body.code).toBe('webhook_unknown')
  const atDesk = { url: `${receiver.url}/more`, eventTypes: ['order.paid'] }
  expect((await buyers.desk.call('POST', '/api/desk/webhooks', atDesk)).status).toBe(400)
  const atStore = { url: `${receiver.url}/more`, eventTypes: ['lead.delivered'] }
  expect((await admin.call('POST', '/api/admin/webhooks', atStore)).status).toBe(400)
})

test('what an administrator changes is in the audit log, without the secret part of an address', async () => {
  await hook.call('PATCH', '', { eventTypes: ['order.paid'], isOn: false })
  await hook.call('POST', '/secret')

  const { body } = await admin.call('GET', '/api/admin/audit?limit=20')
  const own = body.filter(({ action }: { action: string }) => action.startsWith('webhook_')).slice(0, 3)
  const change = { before: { on: true }, after: { events: 'order.paid', on: false } }
  expect(own).toMatchObject([
    { action: 'webhook_secret_replaced' },
    { action: 'webhook_changed', subject: new URL(receiver.url).host, ...change },
    { action: 'webhook_added' },
  ])
  expect(JSON.stringify(own)).not.toContain('/hook')
})
