import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { authenticate, type Caller, type Door, requireClientSecret, requireSecretKey } from './auth.ts'
import { decideDispute, updateDispute } from './disputes.ts'
import { invalidRequest, missing, missingParam, StripeError } from './errors.ts'
import { expand } from './expand.ts'
import { newId } from './ids.ts'
import { cancelIntent, createIntent, readMethod, refuseUnknownOfConfirm, updateIntent } from './intent-requests.ts'
import { confirmIntent, endChallenge, releaseProcessing } from './intents.ts'
import { type PaymentIntent, publicView } from './objects.ts'
import * as params from './params.ts'
import { readRefundTarget, refundCharge } from './refunds.ts'
import type { SandboxKeys } from './schema.ts'
import { COLLECTIONS, type ListQuery, type Storage } from './storage.ts'
import type { Moment, Transition } from './transitions.ts'
import { type ApiAnswer, createWriter, type Write, type WriterOptions } from './writer.ts'

const LIMIT_MAX = 100

const FILTERS: Readonly<Record<ListQuery['collection'], readonly ListQuery['filters'][number]['column'][]>> = {
  payment_intents: [],
  charges: ['payment_intent'],
  refunds: ['payment_intent', 'charge'],
  disputes: ['payment_intent', 'charge'],
  events: ['type'],
}

/** Lists a page of a collection, newest first. @see https://docs.stripe.com/api/pagination */
async function listPage(storage: Storage, collection: ListQuery['collection'], form: params.FormTree): Promise<object> {
  const filters = FILTERS[collection]
  params.refuseUnknown(form, ['limit', 'starting_after', 'created', 'expand', ...filters])
  const limit = params.optionalInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > LIMIT_MAX)
    throw invalidRequest(`This value must be between 1 and ${LIMIT_MAX}.`, { param: 'limit' })
  const created = params.optionalTree(form, 'created') ?? {}
  params.refuseUnknown(created, ['gte', 'lte'])
  const page = await storage.list({
    collection,
    limit,
    startingAfter: params.optionalText(form, 'starting_after') ?? null,
    createdFrom: params.optionalInteger(created, 'gte') ?? null,
    createdUntil: params.optionalInteger(created, 'lte') ?? null,
    filters: filters.flatMap((column) => {
      const value = params.optionalText(form, column)
      return value === undefined ? [] : [{ column, value }]
    }),
  })
  return { object: 'list', url: `/v1/${collection}`, has_more: page.hasMore, data: page.data }
}

export interface ApiCall {
  method: string
  path: string
  query: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: string
  door: Door
}

export function callOf(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: string,
  door: Door,
): ApiCall {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  const key = headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' ? key : undefined
  return { method, path, query, authorization: headers.authorization, idempotencyKey, body, door }
}

interface ApiOptions extends WriterOptions {
  keys: SandboxKeys
  resend: (eventId: string) => Promise<boolean>
  deliveryCounts: () => Promise<object>
  now: () => Date
}

const KEY_LENGTH_MAX = 255

/** Stripe's API without a transport: the SDK's port and the browser's routes both call it. */
export function createApi({ storage, keys, control, deliveries, now, ...options }: ApiOptions) {
  const keysInFlight = new Set<string>()
  const write = createWriter({ storage, control, deliveries, isSubscribed: options.isSubscribed })

  async function handle(call: ApiCall): Promise<ApiAnswer> {
    const requestId = newId('req')
    const headers: Record<string, string> = { 'content-type': 'application/json', 'request-id': requestId }
    const key = call.method === 'POST' ? call.idempotencyKey : undefined
    if (key !== undefined) headers['idempotency-key'] = key
    try {
      const form = params.parseForm(call.method === 'POST' ? call.body : call.query)
      const caller = authenticate(call.authorization, form, keys, call.door)
      if (call.path.startsWith('/v1/sandbox/')) {
        requireSecretKey(caller)
        return { status: 200, headers, body: JSON.stringify(await steer(call, form, requestId)) }
      }
      if (key !== undefined) holdKey(key)
      try {
        if (control.current().latency_ms > 0) await wait(control.current().latency_ms)
        const name = `${call.method} ${call.path}`
        const failsBefore = control.takeFailure('before', name)
        if (failsBefore !== null) return failure(failsBefore, headers)
        const isSlow = control.current().card_outcome === 'processing'
        const moment: Moment = { now: now(), requestId, idempotencyKey: key ?? null, isSlow }
        const answer = await route(call, form, caller, moment, headers)
        const failsAfter = control.takeFailure('after', name)
        return failsAfter === null ? answer : failure(failsAfter, headers)
      } finally {
        if (key !== undefined) keysInFlight.delete(key)
      }
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      return { status: error.status, headers, body: JSON.stringify({ error: error.body }, null, 2) }
    }
  }

  function holdKey(key: string): void {
    if (key.length > KEY_LENGTH_MAX)
      throw invalidRequest(`Idempotency keys may have at most ${KEY_LENGTH_MAX} characters.`)
    if (keysInFlight.has(key))
      throw new StripeError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
      })
    keysInFlight.add(key)
  }

  async function route(
    call: ApiCall,
    form: params.FormTree,
    caller: Caller,
    moment: Moment,
    headers: Record<string, string>,
  ): Promise<ApiAnswer> {
    const [, , collection = '', id, act, ...rest] = call.path.split('/').map(decodePart)
    const requestHash = createHash('sha256')
      .update(`${caller} ${call.path} ${params.canonicalForm(form)}`)
      .digest('base64')
    const change = (target: Write['target'], decide: Write['decide']) =>
      write({ form, caller, moment, requestHash, target, decide }, headers)
    const isPost = call.method === 'POST' && rest.length === 0
    const isRead = call.method === 'GET' && act === undefined
    const isIntent = collection === 'payment_intents'
    if (isIntent && isRead && id !== undefined) return read(await readIntent(id, form, caller), form, caller, headers)
    if (isPost && isIntent && id !== undefined) {
      if (act === 'confirm') {
        const decide = confirmation(id, form, caller, moment)
        return change({ intentId: id, methodId: params.optionalText(form, 'payment_method') }, decide)
      }
      if (act === 'challenge') return change({ intentId: id }, challenge(id, form, caller, moment))
    }
    requireSecretKey(caller)
    if (isPost && isIntent) {
      if (id === undefined) return change(null, () => creation(form, moment))
      const target = { intentId: id, methodId: params.optionalText(form, 'payment_method') }
      if (act === undefined)
        return change(target, ({ intent, method }) => updateIntent(present(intent, id), form, method, moment))
      if (act === 'cancel') return change(target, ({ intent }) => cancelIntent(present(intent, id), form, moment))
    }
    if (call.method === 'POST' && collection === 'refunds' && id === undefined)
      return change(readRefundTarget(form), (at) => refundCharge(form, at.intent, at.charge, moment))
    if (isPost && collection === 'disputes' && id !== undefined && act === undefined)
      return change({ disputeId: id }, (at) => updateDispute(form, at, id, moment))
    if (isRead && isCollection(collection)) {
      if (id !== undefined) {
        const object = (await storage.find(collection, [id]))[0]
        if (object === undefined) throw missing(COLLECTIONS[collection], id)
        return read(object, form, caller, headers)
      }
      if (collection !== 'payment_methods')
        return read(await listPage(storage, collection, form), form, caller, headers)
    }
    throw new StripeError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${call.method}: ${call.path}).`,
    })
  }

  function confirmation(id: string, form: params.FormTree, caller: Caller, moment: Moment): Write['decide'] {
    refuseUnknownOfConfirm(form)
    return (at) => {
      const intent = present(at.intent, id)
      requireClientSecret(caller, form, intent)
      const isNamed = 'payment_method_data' in form || 'payment_method' in form
      const isTerminal = intent.status === 'succeeded' || intent.status === 'canceled'
      // A finished intent reports that before the card is checked.
      const method = isTerminal ? null : isNamed ? readMethod(form, at.method, moment) : at.method
      return confirmIntent(intent, method, moment)
    }
  }

  function challenge(id: string, form: params.FormTree, caller: Caller, moment: Moment): Write['decide'] {
    params.refuseUnknown(form, ['key', 'client_secret', 'outcome', 'expand'])
    const outcome = params.optionalChoice(form, 'outcome', ['complete', 'fail'])
    if (outcome === undefined) throw missingParam('outcome')
    return (at) => {
      const intent = present(at.intent, id)
      requireClientSecret(caller, form, intent)
      return endChallenge(intent, at.method, outcome === 'complete', moment)
    }
  }

  function creation(form: params.FormTree, moment: Moment): Transition {
    const created = createIntent(form, moment)
    const method = readMethod(form, null, moment)
    if (form.confirm === 'true') {
      const confirmed = confirmIntent(created.change.intent, method, moment)
      confirmed.change.events.unshift(...created.change.events)
      return confirmed
    }
    if (method === null) return created
    const { change } = created
    const intent = { ...change.intent, payment_method: method.method.id, status: 'requires_confirmation' } as const
    return { change: { ...change, intent, methods: [method] }, error: null }
  }

  async function steer(call: ApiCall, form: params.FormTree, requestId: string): Promise<object> {
    const [, , , noun, id = '', act] = call.path.split('/').map(decodePart)
    if (noun === 'control') {
      if (call.method === 'POST') await control.change(form)
      if (call.method === 'POST') await deliveries.claim()
      return { ...control.current(), failures: control.failures(), webhooks: await options.deliveryCounts() }
    }
    if (call.method === 'POST' && noun === 'events' && act === 'resend') {
      if (!(await options.resend(id))) throw missing('event', id)
      return { id, object: 'event', resent: true }
    }
    const moment: Moment = { now: now(), requestId, idempotencyKey: null }
    const carryOut = async (target: Write['target'], decide: Write['decide']): Promise<object> =>
      JSON.parse((await write({ form, caller: 'secret', moment, requestHash: '', target, decide }, {})).body)
    if (call.method === 'POST' && noun === 'payment_intents' && act === 'release') {
      const isSuccessful = params.optionalChoice(form, 'outcome', ['succeeded', 'failed']) !== 'failed'
      return carryOut({ intentId: id }, (at) =>
        releaseProcessing(present(at.intent, id), at.method, isSuccessful, moment),
      )
    }
    if (call.method === 'POST' && noun === 'disputes' && act === 'decide') {
      const outcome = params.optionalChoice(form, 'outcome', ['won', 'lost']) ?? 'won'
      return carryOut({ disputeId: id }, (at) => decideDispute(at, id, outcome, moment))
    }
    throw missing('sandbox call', call.path)
  }

  async function readIntent(id: string, form: params.FormTree, caller: Caller): Promise<object> {
    const intent = present((await storage.load({ key: null, intentId: id })).intent, id)
    requireClientSecret(caller, form, intent)
    return intent
  }

  async function read(object: object, form: params.FormTree, caller: Caller, headers: ApiAnswer['headers']) {
    const isIntent = 'client_secret' in object && 'payment_method_types' in object
    const view = caller === 'publishable' && isIntent ? publicView(object as PaymentIntent) : object
    const paths = caller === 'secret' ? params.textList(form, 'expand') : []
    return { status: 200, headers, body: JSON.stringify(await expand(storage, view, paths, null), null, 2) }
  }

  return { handle }
}

export type Api = ReturnType<typeof createApi>

function present(intent: PaymentIntent | null, id: string): PaymentIntent {
  if (intent === null) throw missing('payment_intent', id, 'intent')
  return intent
}

/** A part of the path; invalid percent-encoding stays as it is and is then simply not found. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const isCollection = (name: string): name is keyof typeof COLLECTIONS => Object.hasOwn(COLLECTIONS, name)

function failure(status: number, headers: Record<string, string>): ApiAnswer {
  const error = { type: 'api_error', message: 'The sandbox was told to fail this call.' }
  return { status, headers, body: JSON.stringify({ error }) }
}
