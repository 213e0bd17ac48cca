import type { StoredMethod } from './cards.ts'
import type { StripeError } from './errors.ts'
import { newId } from './ids.ts'
import type { PaymentIntent, StripeEvent } from './objects.ts'
import type { Change } from './storage.ts'

/** The version named in webhooks; the store's SDK is pinned to it. */
const API_VERSION = '2026-10-28.endive'

export interface Moment {
  now: Date
  requestId: string
  idempotencyKey: string | null
  /** Good cards stay in `processing`. */
  isSlow?: boolean
}

/** What happened, and the error for the caller, if any. The change is written either way. */
export interface Transition {
  change: Change
  error: StripeError | null
}

export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

/** A change of an intent, so far without events. */
export function changeOf(intent: PaymentIntent, parts: Partial<Omit<Change, 'intent' | 'events'>> = {}): Change {
  return { intent, methods: [], charges: [], refunds: [], disputes: [], ...parts, events: [] }
}

/** An intent that changed, and the event that says so. */
export function changed(intent: PaymentIntent, moment: Moment, event: string, methods: StoredMethod[] = []) {
  const change = changeOf(intent, { methods })
  record(change, moment, event, intent)
  return { change, error: null }
}

export function record(change: Change, moment: Moment, type: string, object: StripeEvent['data']['object']) {
  change.events.push({
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: unixSeconds(moment.now),
    data: { object },
    livemode: false,
    request: { id: moment.requestId, idempotency_key: moment.idempotencyKey },
    type,
  })
}
