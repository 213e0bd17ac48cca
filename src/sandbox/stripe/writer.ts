import type { Caller } from './auth.ts'
import type { ControlState } from './control.ts'
import { StripeError, type StripeErrorBody } from './errors.ts'
import { expand } from './expand.ts'
import { publicView } from './objects.ts'
import { type FormTree, textList } from './params.ts'
import type { Change, RememberedAnswer, Snapshot, Storage, Target } from './storage.ts'
import type { Moment, Transition } from './transitions.ts'
import type { Deliveries } from './webhooks.ts'

/** Status 0 drops the connection without a reply. */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Write {
  form: FormTree
  caller: Caller
  moment: Moment
  requestHash: string
  target: Target | null
  decide: (snapshot: Snapshot) => Transition & { answer?: object }
}

/** Each lost round means that someone else's change went through, so this many only happen if something is wrong. */
const ROUNDS_MAX = 100

export interface WriterOptions {
  storage: Storage
  control: ControlState
  deliveries: Deliveries
  isSubscribed: (type: string) => boolean
}

/** All calls that change something go through this one function. */
export function createWriter({ storage, control, deliveries, isSubscribed }: WriterOptions) {
  /** Writes its decision only if nothing changed since it read, else starts over: calls are in an order without locks. */
  async function write(call: Write, headers: Record<string, string>): Promise<ApiAnswer> {
    const key = call.moment.idempotencyKey
    const isNew = call.target === null
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      // A new intent has nothing to read; its key is checked only if writing it hits an existing one.
      const isBlind = isNew && round === 1
      const at: Snapshot = isBlind ? NOTHING : await storage.load({ key, ...call.target })
      if (at.remembered) return replay(at.remembered, call.requestHash, headers)
      const decision = decideSafely(call, at)
      const answer = await spell(call, decision)
      const remembered = key === null ? null : { key, requestHash: call.requestHash, ...answer }
      if (decision.change === null) {
        if (!decision.error?.isRemembered || remembered === null || (await storage.remember(remembered)))
          return { ...answer, headers }
        continue
      }
      // Stripe also stores the others; no one reads them here, and they were a tenth of what a purchase writes.
      const events = decision.change.events.filter(({ type }) => isSubscribed(type))
      const plan = control.planDeliveries(events, deliveries.canSendNow())
      const result = await storage.commit({ ...decision.change, events }, at.version, plan, remembered)
      if (result.outcome === 'stale') continue
      deliveries.send(result.claimed, events)
      return { ...answer, headers }
    }
    throw new StripeError(429, {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message: 'This object cannot be accessed right now because another API request is currently accessing it.',
    })
  }

  async function spell(call: Write, decision: Decision): Promise<{ status: number; body: string }> {
    const { change, error } = decision
    const isPublic = call.caller === 'publishable'
    if (error) {
      const intent = error.body.payment_intent
      const body: StripeErrorBody =
        intent && isPublic ? { ...error.body, payment_intent: publicView(intent) } : error.body
      return { status: error.status, body: JSON.stringify({ error: body }, null, 2) }
    }
    if (change === null) throw new Error('A decision without an error carries a change.')
    if (isPublic) return { status: 200, body: JSON.stringify(publicView(change.intent), null, 2) }
    const answer = await expand(storage, decision.answer ?? change.intent, textList(call.form, 'expand'), change)
    return { status: 200, body: JSON.stringify(answer, null, 2) }
  }

  return write
}

interface Decision {
  change: Change | null
  error: StripeError | null
  answer?: object
}

function decideSafely(call: Write, at: Snapshot): Decision {
  try {
    return call.decide(at)
  } catch (error) {
    if (error instanceof StripeError) return { change: null, error }
    throw error
  }
}

const NOTHING: Snapshot = { intent: null, version: 0, charge: null, dispute: null, method: null, remembered: null }

function replay(remembered: RememberedAnswer, requestHash: string, headers: Record<string, string>): ApiAnswer {
  if (remembered.requestHash !== requestHash)
    throw new StripeError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using ' +
        `a key other than '${remembered.key}' if you meant to execute a different request.`,
    })
  return { status: remembered.status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: remembered.body }
}
