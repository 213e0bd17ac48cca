import type { StripeError } from './errors.ts'
import { newId } from './ids.ts'
import type { Charge, Dispute, PaymentIntent, Refund, StripeEvent } from './objects.ts'
import type { Change } from './storage.ts'

/** The version named in webhooks; the store's SDK is pinned to it. */
const API_VERSION = '2026-10-28.endive'

/** Facts about the current request that go into events. */
export interface Moment {
  now: Date
  requestId: string
  idempotencyKey: string | null
}

/** What happened, and the error for the caller, if any. The change is written either way. */
export interface Transition {
  change: Change
  error: StripeError | null
}

export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

/** A change that so far has only the intent. */
export function changeOf(intent: PaymentIntent): Change {
  return { intent, methods: [], charges: [], refunds: [], disputes: [], events: [] }
}

/** Adds an event with a snapshot of its object. */
export function record(
  change: Change,
  moment: Moment,
  type: string,
  object: PaymentIntent | Charge | Refund | Dispute,
) {
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: unixSeconds(moment.now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: moment.requestId, idempotency_key: moment.idempotencyKey },
    type,
  }
  change.events.push(event)
}
