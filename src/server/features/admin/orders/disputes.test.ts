/** Disputes: the provider's events in any order, the evidence, and what happens to the money. */
import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { adminOf, type Reply } from '#testing/builders.ts'
import { cardProvider, retryJobsNow } from '#testing/card-provider.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { boughtAndDisputed, decide, disputeEvents, hearOf } from '#testing/disputes.ts'
import { VIP, withStore } from '#testing/with-store.ts'

type Json = Reply['body']

const store = withStore({}, (opened) => opened.setStock(VIP, 500))
const admin = adminOf(store)

const read = async (disputeId: string): Promise<Json> =>
  (await admin.call('GET', `/api/admin/disputes/${disputeId}`)).body
const save = (disputeId: string, evidence: Json, version: number, who = admin): Promise<Reply> =>
  who.call('PUT', `/api/admin/disputes/${disputeId}/evidence`, { evidence, version })
const submit = (disputeId: string, version: number, who = admin): Promise<Reply> =>
  who.call('POST', `/api/admin/disputes/${disputeId}/submission`, { version })
const auditOf = async (action: string): Promise<Json[]> =>
  (await admin.call('GET', `/api/admin/audit?action=${action}`)).body

/** A dispute that the store has heard of. */
async function aDispute(): Promise<{ order: Json; disputeId: string }> {
  const made = await boughtAndDisputed(store, VIP)
  await hearOf(store, await disputeEvents(store, made.order))
  return made
}

test('a dispute from the provider is listed with its reason, deadline and order', async () => {
  const { order, disputeId } = await aDispute()

  const dispute = await read(disputeId)

  expect(dispute).toMatchObject({
    orderId: order.id,
    reference: order.reference,
    amount: '299.00',
    reason: 'fraudulent',
    status: 'needs_response',
    submittedAt: null,
    closedAt: null,
    version: 0,
  })
  expect(Date.parse(dispute.dueBy)).toBeGreaterThan(store.clock.now().getTime())
  const { body: listed } = await admin.call('GET', `/api/admin/orders?search=${order.reference}`)
  expect(listed).toMatchObject([{ isDisputed: true }])
})

test('a dispute from the provider is the same when its events come twice and mixed', async () => {
  const { order: bought, disputeId } = await boughtAndDisputed(store, VIP)
  await cardProvider(store).call('POST', `/v1/disputes/${disputeId}`, { 'evidence[customer_name]': 'Bea' })
  await decide(store, disputeId, 'lost')
  const events = await disputeEvents(store, bought)
  expect(events.map((event) => event.type)).toEqual([
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
  ])

  await hearOf(store, [...events.toReversed(), ...events])

  expect(await read(disputeId)).toMatchObject({ status: 'lost', submittedBy: null })
  expect((await read(disputeId)).closedAt).not.toBeNull()
})

describe('the evidence of a dispute', () => {
  test('starts with what the store knows', async () => {
    const { order, disputeId } = await aDispute()
    const { evidence } = await read(disputeId)
    expect(evidence).toMatchObject({
      customer_name: 'Bea Buyer',
      customer_email_address: expect.stringContaining('@example.com'),
      service_date: expect.stringMatching(/^2026-/),
      product_description: expect.stringContaining('VIP vacant-house leads, Travis, Texas: $299.00'),
      uncategorized_text: expect.stringContaining(order.reference),
    })
    expect(evidence.access_activity_log).toContain('The order was placed.')
    expect(evidence.access_activity_log).toContain('The order confirmation with its receipt was emailed to ')
  })

  test('names the email with the leads as the confirmation if it was that, too', async () => {
    const made = await boughtAndDisputed(store, await aBackedPackage(store))
    await hearOf(store, await disputeEvents(store, made.order))
    const { evidence } = await read(made.disputeId)
    expect(evidence.access_activity_log).toMatch(
      /The order confirmation with its receipt and the link to the leads was emailed to \S+@/,
    )
    expect(evidence.uncategorized_text).toContain('The receipt was sent to the customer with the order confirmation.')
  })

  test('is saved as a draft, and the slower of two editors is refused', async () => {
    const { disputeId } = await aDispute()
    const { evidence } = await read(disputeId)
    const mine = { ...evidence, uncategorized_text: 'They wrote that they got the leads.' }
    expect(await save(disputeId, mine, 0)).toMatchObject({ status: 200, body: { version: 1, evidence: mine } })
    expect(await save(disputeId, mine, 0)).toMatchObject({ status: 200, body: { version: 1 } })
    const theirs = await save(disputeId, { ...evidence, uncategorized_text: 'Other.' }, 0)
    expect(theirs).toMatchObject({ status: 409, body: { code: 'evidence_changed' } })
    expect(await read(disputeId)).toMatchObject({ version: 1, evidence: mine, status: 'needs_response' })
    expect(await auditOf('evidence_saved')).toMatchObject([{ after: { draft: 1 }, memberName: 'Ada Admin' }])
    expect((await submit(disputeId, 2)).body.code).toBe('evidence_changed')
    expect((await save(disputeId, { ...mine, service_date: 'x'.repeat(201) }, 1)).status).toBe(400)
  })

  test('is submitted once, even by simultaneous calls', async () => {
    const { order, disputeId } = await aDispute()
    const { evidence } = await read(disputeId)
    await save(disputeId, evidence, 0)

    const replies = await Promise.all(Array.from({ length: 8 }, () => submit(disputeId, 1)))

    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status, body } of replies)
      expect([200, 'dispute_answered']).toContain(status === 200 ? 200 : body.code)
    const told = await cardProvider(store).call('GET', `/v1/disputes/${disputeId}`)
    expect(told).toMatchObject({ status: 'under_review', evidence, evidence_details: { submission_count: 1 } })
    expect(await read(disputeId)).toMatchObject({ status: 'under_review', submittedBy: 'Ada Admin' })
    expect((await submit(disputeId, 1)).body.code).toBe('dispute_answered')
    expect((await save(disputeId, { ...evidence, uncategorized_text: '' }, 1)).body.code).toBe('dispute_answered')
    const acts = (await auditOf('evidence_submitted')).filter((act) => act.subject.endsWith(order.reference))
    expect(acts).toHaveLength(1)
    await decide(store, disputeId, 'won')
    await hearOf(store, await disputeEvents(store, order))
    expect(await read(disputeId)).toMatchObject({ status: 'won', submittedBy: 'Ada Admin' })
  })

  test('stays a draft while the provider does not answer, which is asked about the dispute again', async () => {
    const failing = (call: string) => store.control({ reset: 'true', fail_next: '4', fail_match: call })
    const { order, disputeId } = await boughtAndDisputed(store, VIP)
    await failing('GET /v1/disputes')
    await hearOf(store, await disputeEvents(store, order))
    expect((await read(disputeId)).code).toBe('dispute_unknown')
    await failing('POST /v1/disputes')
    await retryJobsNow(store)
    await save(disputeId, (await read(disputeId)).evidence, 0)
    expect(await submit(disputeId, 1)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    await store.control({ reset: 'true' })
    expect(await read(disputeId)).toMatchObject({ status: 'needs_response', submittedAt: null, version: 1 })
    expect(await submit(disputeId, 1)).toMatchObject({ status: 200, body: { status: 'under_review' } })
  })

  test('is refused after the deadline or the bank’s decision', async () => {
    const late = await aDispute()
    const lost = await aDispute()
    await decide(store, lost.disputeId, 'lost')
    await hearOf(store, await disputeEvents(store, lost.order))
    const { evidence } = await read(late.disputeId)
    expect((await save(lost.disputeId, evidence, 0)).body.code).toBe('dispute_over')
    store.clock.advance(days(30))
    expect((await save(late.disputeId, evidence, 0)).body.code).toBe('dispute_over')
    expect((await submit(late.disputeId, 1)).body.code).toBe('dispute_over')
  })
})

test('a refund of a disputed payment is refused while the dispute is open and after it is lost', async () => {
  const { order, disputeId } = await aDispute()

  const open = await admin.refund(order.id)
  await decide(store, disputeId, 'lost')
  await hearOf(store, await disputeEvents(store, order))
  const lost = await admin.refund(order.id)

  expect(open).toMatchObject({ status: 409, body: { code: 'payment_disputed' } })
  expect(lost.body.code).toBe('payment_disputed')
  expect(await cardProvider(store).refunds(order.paymentId)).toEqual([])
  const { body } = await admin.call('GET', `/api/admin/orders/${order.id}`)
  expect(body).toMatchObject({
    status: 'completed',
    refundedTotal: '0.00',
    refundObstacle: 'disputed',
    dispute: { status: 'lost' },
  })
  expect(body.timeline.map((entry: Json) => entry.kind)).toEqual(expect.arrayContaining(['disputed', 'dispute_closed']))
})

test('a refund of a disputed payment is possible after the dispute is won', async () => {
  const { order, disputeId } = await aDispute()
  await decide(store, disputeId, 'won')
  await hearOf(store, await disputeEvents(store, order))
  expect(await admin.refund(order.id)).toMatchObject({ status: 200, body: { status: 'refunded' } })
  await store.runJobs()
  expect(await cardProvider(store).refunds(order.paymentId)).toMatchObject([{ amount: 29_900 }])
})
