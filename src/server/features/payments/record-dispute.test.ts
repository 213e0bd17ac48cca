/** Answers about disputes count in the order in which the provider was asked, and none is lost silently. */
import { describe, expect, test } from 'vitest'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { anAdmin, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook, retryJobsNow, signWebhook, withCardProvider } from '#testing/card-provider.ts'
import { boughtAndDisputed, decide, disputeEvents, hearOf } from '#testing/disputes.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { recordDispute } from './record-dispute.ts'

type Json = Reply['body']

const store = withStore({}, (store) => store.setStock(VIP, 500))

const disputeRow = (id: string) => store.row`select * from disputes where dispute_id = ${id}`
const eventRow = (id: string) => store.row`select * from webhook_events where event_id = ${id}`

/** Restores a row; columns that PostgreSQL computes are left to it. */
async function putBack(table: string, row: Record<string, unknown>): Promise<void> {
  const { columns } =
    await store.row`select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`
  await store.rows(
    `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1)`,
    [row],
  )
}

/** The context of a node whose clock is wrong. */
const nodeOff = (offMs: number, change?: Parameters<typeof withCardProvider>[1]): Context => ({
  ...withCardProvider(store, change).ctx,
  clock: { now: () => addMilliseconds(store.clock.now(), offMs) },
})

test('a node’s record of a dispute does not replace newer data if it was asked for earlier', async () => {
  const { order, disputeId } = await boughtAndDisputed(store, VIP)
  const [created] = await disputeEvents(store, order)
  await deliverWebhook(store, created)
  const event = { eventId: created.id, paymentId: order.paymentId }
  const slow = nodeOff(minutes(5), (real) => ({
    async retrieveDispute(id) {
      const before = await real.retrieveDispute(id)
      await decide(store, disputeId, 'won')
      await recordDispute(nodeOff(-minutes(5)), event)
      return before
    },
  }))
  await recordDispute(slow, event)

  expect(await disputeRow(disputeId)).toMatchObject({ status: 'won' })
})

test('keeps the bank’s decision when two events have the same second, in any order', async () => {
  const { order, disputeId } = await boughtAndDisputed(store, VIP)
  const [event] = await disputeEvents(store, order)
  // If the server behind the API knows no disputes, events are believed. Their times are whole seconds.
  const told = (id: string, status: string) => ({
    ...event,
    id,
    data: { object: { ...event.data.object, id: `${disputeId}x`, status } },
  })
  await hearOf(store, [told('evt_same_1', 'lost')])
  await hearOf(store, [told('evt_same_2', 'under_review')])

  expect(await disputeRow(`${disputeId}x`)).toMatchObject({ status: 'lost' })
})

describe('a dispute about a payment without an order here', () => {
  /** A paid intent of the same account with this metadata, and the event of a dispute about it. */
  async function strangeDispute(metadata: Record<string, string>): Promise<{ event: Json; paymentId: string }> {
    const named = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
    const intent = await cardProvider(store).call('POST', '/v1/payment_intents', {
      amount: '29900',
      currency: 'usd',
      'payment_method_types[0]': 'card',
      payment_method: 'pm_card_createDispute',
      confirm: 'true',
      ...Object.fromEntries(named),
    })
    const [event] = await disputeEvents(store, { paymentId: intent.id })
    return { event, paymentId: intent.id }
  }

  test('stays unhandled and shows among the failing jobs until the payment is known', async () => {
    const { order, disputeId } = await boughtAndDisputed(store, VIP)
    const [event] = await disputeEvents(store, order)
    // As in a database restored from before the sale.
    const kept = await store.row`delete from payments where payment_id = ${order.paymentId} returning *`
    const keptOrder = await store.row`delete from orders where order_id = ${order.id} returning *`
    await hearOf(store, [event])
    const admin = await anAdmin(store)
    const { body: jobs } = await admin.call('GET', '/api/admin/jobs')

    expect(await eventRow(event.id)).toMatchObject({ handled_at: null })
    expect(jobs).toMatchObject([{ name: 'note-dispute', state: 'waiting', attempts: 1, attemptsMax: 25 }])
    expect(jobs[0].lastError).toContain(disputeId)
    const { ctx, errors } = withCardProvider(store)
    await expect(recordDispute(ctx, { eventId: event.id, paymentId: order.paymentId })).rejects.toThrow()
    expect(errors).toMatchObject([{ paymentId: order.paymentId, disputeId }])
    await putBack('orders', keptOrder)
    await putBack('payments', kept)
    await retryJobsNow(store)
    expect(await disputeRow(disputeId)).toMatchObject({ order_id: order.id })
    expect((await eventRow(event.id)).handled_at).toBeInstanceOf(Date)
  })

  test('is logged as an error once if another shop made the payment with the same account', async () => {
    const { event, paymentId } = await strangeDispute({})
    await deliverWebhook(store, event)
    const { ctx, errors } = withCardProvider(store)
    await recordDispute(ctx, { eventId: event.id, paymentId })

    expect(errors).toMatchObject([{ paymentId, disputeId: event.data.object.id }])
    expect((await eventRow(event.id)).handled_at).toBeInstanceOf(Date)
    expect(await disputeRow(event.data.object.id)).toBeUndefined()
  })

  test('is not dropped while the provider does not answer', async () => {
    const { event, paymentId } = await strangeDispute({})
    await deliverWebhook(store, event)
    await store.control({ fail_next: '3', fail_match: 'GET /v1/payment_intents' })
    await expect(recordDispute(store.ctx, { eventId: event.id, paymentId })).rejects.toThrow()
    await store.control({ reset: 'true' })
    expect(await eventRow(event.id)).toMatchObject({ handled_at: null })
  })
})

test('a dispute that names no payment is logged as an error', async () => {
  const { order } = await boughtAndDisputed(store, VIP)
  const [event] = await disputeEvents(store, order)
  const nameless = { ...event, id: 'evt_nameless', data: { object: { ...event.data.object, payment_intent: null } } }
  const body = JSON.stringify(nameless)
  const { ctx, errors } = withCardProvider(store)
  const at = Math.floor(store.clock.now().getTime() / 1_000)
  await receiveWebhook(ctx, Buffer.from(body), signWebhook(store.stripe.webhookSecret, body, at))

  expect(errors).toEqual([{ eventId: 'evt_nameless' }])
})
