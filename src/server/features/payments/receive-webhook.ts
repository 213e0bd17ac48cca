import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { batch } from '#server/platform/database/batch.ts'
import { mayBeOfOne } from '#server/platform/database/database.ts'
import { listsOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { markEventHandled, sortEvents as sortEventsStatement, storeEvents } from './event-queries.ts'
import { findPayment } from './queries.ts'
import { recordUnpaid } from './record-unpaid.ts'
import { settlePayment } from './settle-payment.ts'

/** Which events start which job. The others are only stored. */
const EVENTS_OF_JOB = {
  'settle-payment': ['succeeded', 'processing', 'canceled'].map((what) => `payment_intent.${what}`),
  'note-decline': ['payment_intent.payment_failed'],
  'note-dispute': ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
    (what) => `charge.dispute.${what}`,
  ),
  // The last is the former name of both, which other servers still use.
  'check-refunds': ['refund.failed', 'refund.updated', 'charge.refund.updated'],
}

const JOB_OF_EVENT = new Map(
  Object.entries(EVENTS_OF_JOB).flatMap(([job, types]) => types.map((type) => [type, job] as const)),
)

type EventToStore = { eventId: string; type: string; subject: string; isLeft: boolean }

const storeWithOthers = perNode(({ clock, database }: PlatformContext) => {
  const storeAll = async (events: readonly EventToStore[]) => {
    await database.run(storeEvents, {
      ...listsOf(events, 'eventId', 'type', 'subject'),
      areLeft: events.map(({ isLeft }) => isLeft),
      now: clock.now(),
    })
    return events.map(() => undefined)
  }
  return batch(storeAll, 50, { isOfOne: mayBeOfOne })
})

/** The events that the store's webhook endpoint subscribes to at the provider. */
export const HANDLED_EVENTS: readonly string[] = [...JOB_OF_EVENT.keys()]

/**
 * Verifies an event and stores it once, by its id; `sort-events` queues its job. What it says about money is not
 * believed; the job asks the provider. @throws Refusal `signature_invalid`, `payments_unavailable`
 */
export async function receiveWebhook(ctx: Context, rawBody: Buffer, signature: string | undefined): Promise<void> {
  if (!ctx.gateways.payments) throw new Refusal('payments_unavailable')
  const event = ctx.gateways.payments.readEvent(rawBody, signature, ctx.clock.now())
  const { eventId, type, paymentId, createdAt, dispute, decline } = event
  const job = JOB_OF_EVENT.get(type)
  const isLeft = paymentId === null || job === undefined
  if (isLeft && job === 'note-dispute') ctx.log.error({ eventId }, 'a dispute names no payment; look at the provider')
  const told = { ...(dispute ? { dispute } : {}), ...(decline ? { decline } : {}) }
  await storeWithOthers(ctx)({ eventId, type, subject: JSON.stringify({ paymentId, createdAt, ...told }), isLeft })
  // The next cards may already be on their way, so canceling after the tenth decline does not wait for the next run.
  if (decline) await sortEvents(ctx)
}

/** The browser that paid usually reports it within this time, and then its webhook needs no job. */
const BROWSER_COMES_WITHIN_MS = 500
const EVENTS_AT_ONCE = 500

/** Queues the jobs of stored events, also of a dead node's. @param waitMs how long one is left to the browser */
export async function sortEvents(ctx: PlatformContext, waitMs = BROWSER_COMES_WITHIN_MS): Promise<void> {
  const now = ctx.clock.now()
  await ctx.database.run(sortEventsStatement, {
    queuedAt: now,
    receivedBefore: addMilliseconds(now, -waitMs),
    types: [...JOB_OF_EVENT.keys()],
    jobNames: [...JOB_OF_EVENT.values()],
    settlingJobName: 'settle-payment',
    limit: EVENTS_AT_ONCE,
  })
}

/** Handles a stored event. They may come in any order, twice: the order follows what the provider says now. */
export async function handlePaymentEvent(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  // Usually the browser came first, and there is nothing to ask the provider.
  const [payment] = await ctx.database.run(findPayment, { paymentId: event.paymentId })
  if (payment?.state !== 'succeeded') await followPayment(ctx, event.paymentId)
  await ctx.database.run(markEventHandled, { eventId: event.eventId, now: ctx.clock.now() })
}

async function followPayment(ctx: Context, paymentId: string): Promise<void> {
  const settlement = await settlePayment(ctx, { paymentId })
  if (settlement.kind === 'not_ours') ctx.log.warn({ paymentId }, 'an event names a payment of no order here')
  if (settlement.kind === 'unpaid') await recordUnpaid(ctx, settlement.intent)
}

export const countUnsortedEvents = statement('payments.count_unsorted_events')`
  select count(*)::int as waiting, coalesce(extract(epoch from $now::timestamptz - min(received_at)), 0)::float8 as oldest_seconds
  from webhook_events where handled_at is null and queued_at is null`

/** Counts events that no one has looked at yet, and returns how long the oldest has waited. */
export async function countWebhooks(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countUnsortedEvents, { now: ctx.clock.now() })
  return { waiting: row?.waiting ?? 0, oldest_seconds: row?.oldest_seconds ?? 0 }
}
