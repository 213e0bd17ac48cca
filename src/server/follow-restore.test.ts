/** What a store does about the time that a restore lost: its money, and its messages. */
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AttentionKind, AttentionPart } from '#contract/admin/attention.ts'
import { aBuyer, adminOf, aRep, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, retryJobsNow } from '#testing/card-provider.ts'
import { aFolder } from '#testing/folders.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { followRestore, markRestored } from './follow-restore.ts'

const dataDir = aFolder()
const store = withStore({}, (opened) => opened.setStock(VIP, 900))
const admin = adminOf(store)

const part = async (kind: AttentionKind): Promise<AttentionPart> =>
  (await admin.call('GET', '/api/admin/attention')).body.parts.find((one: AttentionPart) => one.kind === kind)

/** The first start after a restore to a minute ago. */
async function startRestored(): Promise<void> {
  await markRestored(dataDir, new Date(store.clock.now().getTime() - 60_000))
  await followRestore({ ...store.ctx, config: { ...store.ctx.config, dataDir } }, () => undefined)
  expect(await readdir(dataDir)).toEqual([])
}

/** Pays at the provider for an order that is not here. */
const payLost = (orderId: string): Promise<Reply['body']> =>
  cardProvider(store).call('POST', '/v1/payment_intents', {
    amount: '29900',
    currency: 'usd',
    'payment_method_types[0]': 'card',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    'metadata[order_id]': orderId,
  })

const acts = (action: string) => store.sql`select subject from audit_entries where action = ${action}`

test('money of a lost order is shown, found by asking and by a webhook, and goes back once when an administrator says so', async () => {
  const before = await payLost('ord_1lostbefore')
  await runScheduled(store, 'find-unknown-payments')
  expect(await part('unknown_payments')).toMatchObject({ count: 0 })

  await startRestored()
  await runScheduled(store, 'find-unknown-payments')
  const later = await payLost('ord_1lostlater')
  const event = (await cardProvider(store).events(later.id)).find(({ type }) => type === 'payment_intent.succeeded')
  await deliverWebhook(store, event)
  await store.runJobs()

  const found = await part('unknown_payments')
  expect(found.items.map(({ id }) => id).toSorted()).toEqual([before.id, later.id].toSorted())
  expect(found.items[0]).toMatchObject({ words: expect.stringMatching(/^\$299\.00/), at: expect.any(String) })

  const rep = await aRep(store)
  const refund = (by: Client) => by.call('POST', `/api/admin/unknown-payments/${before.id}/refund`)
  expect((await refund(rep)).status).toBe(403)
  expect((await Promise.all([refund(admin), refund(admin)])).map(({ status }) => status)).toEqual([200, 200])
  await store.runJobs()
  await retryJobsNow(store)

  expect(await cardProvider(store).refunds(before.id)).toMatchObject([{ amount: 29_900 }])
  expect((await refund(admin)).body.code).toBe('refund_made')
  expect(await part('unknown_payments')).toMatchObject({ count: 1, items: [{ id: later.id }] })
  expect((await acts('unknown_payment_refunded'))[0]).toEqual({ subject: `Payment ${before.id}` })
})

test('what was given back before is not shown as paid, and a payment whose order was entered again is settled without a refund', async () => {
  const [reduced, whole, kept] = [await payLost('ord_1part'), await payLost('ord_1whole'), await payLost('ord_1kept')]
  const giveBack = (payment: Reply['body'], amount: string) =>
    cardProvider(store).call('POST', '/v1/refunds', { payment_intent: payment.id, amount })
  await giveBack(reduced, '9900')
  await giveBack(whole, '29900')
  await startRestored()
  await store.sql`update restores set read_at = null`

  await runScheduled(store, 'find-unknown-payments')

  const shown = async () => {
    const rows = await store.sql`select payment_id, amount_cents from unknown_payments where settled_at is null`
    return new Map(rows.map((row) => [row.payment_id, row.amount_cents]))
  }
  expect((await shown()).get(reduced.id)).toBe(20_000)
  expect((await shown()).has(whole.id)).toBe(false)

  const settle = (by: Client) => by.call('POST', `/api/admin/unknown-payments/${kept.id}/settle`)
  expect((await settle(await aRep(store))).status).toBe(403)
  expect([(await settle(admin)).status, (await settle(admin)).status]).toEqual([200, 200])
  expect((await shown()).has(kept.id)).toBe(false)
  expect(await acts('unknown_payment_settled')).toEqual([{ subject: `Payment ${kept.id}` }])
  const late = await admin.call('POST', `/api/admin/unknown-payments/${kept.id}/refund`)
  expect(late.body.code).toBe('refund_made')
  await store.runJobs()
  expect(await cardProvider(store).refunds(kept.id)).toEqual([])
})

test('a payment of an order that is here, of another shop, or of another time is no one’s trouble', async () => {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  const foreign = await payLost('another-shop-7')
  await startRestored()
  const known = (await part('unknown_payments')).count

  await store.pass(2 * 3_600_000, 'find-unknown-payments')
  await payLost('ord_1muchlater')

  const rows = await store.sql`select payment_id from unknown_payments`
  expect(rows.map(({ payment_id }) => payment_id)).not.toContain(foreign.id)
  expect(await part('unknown_payments')).toMatchObject({ count: known })
})

test('a refund that the provider refuses stays in sight with its reason, and can be asked for again', async () => {
  // The page shows the first three.
  await store.sql`update unknown_payments set settled_at = found_at where settled_at is null`
  await startRestored()
  const lost = await payLost('ord_1refused')
  await store.sql`update restores set read_at = null`
  await runScheduled(store, 'find-unknown-payments')
  await store.control({
    reset: 'true',
    fail_next: '3',
    fail_match: 'POST /v1/refunds',
    fail_when: 'before',
    fail_status: '500',
  })

  await admin.call('POST', `/api/admin/unknown-payments/${lost.id}/refund`)
  await store.runJobs()
  const shown = (await part('unknown_payments')).items.find(({ id }) => id === lost.id)
  await store.control({ reset: 'true' })
  await retryJobsNow(store)

  expect(shown?.note).toMatch(/^The card provider did not refund it: /)
  expect(await cardProvider(store).refunds(lost.id)).toMatchObject([{ amount: 29_900 }])
})

test('messages that were waiting are held, shown, and sent by one press', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const stateOf = async () =>
    (await store.sql`select state from messages where message_id = ${`order_confirmation.${order.id}`}`)[0].state
  await startRestored()
  await store.runJobs()
  expect([await stateOf(), await store.mailsTo(buyer.contactInfo.email)]).toEqual(['failed', []])
  const held = await part('held_messages')
  expect(held.items.map(({ id }) => id)).toContain(`order_confirmation.${order.id}`)
  expect((await part('messages')).items.map(({ id }) => id)).not.toContain(`order_confirmation.${order.id}`)

  const sent = await admin.call('POST', '/api/admin/held-messages/send')
  const again = await admin.call('POST', '/api/admin/held-messages/send')
  await store.runJobs()

  expect([sent.body.sent, again.body.sent]).toEqual([held.count, 0])
  expect(await stateOf()).toBe('sent')
  expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  expect(await part('held_messages')).toMatchObject({ count: 0 })
  expect(await acts('held_messages_sent')).toHaveLength(1)
})
