/**
 * The card provider through the `stripe` SDK. Calls that change something have stable keys, so a repeat is the same
 * call.
 * @see https://docs.stripe.com/api/idempotent_requests keys are remembered for 24 hours or more, with the first reply
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { Refusal } from '#server/platform/errors.ts'
import { type Intent, type PaymentGateway, PaymentProviderError } from './payment-gateway.ts'
import * as responses from './stripe-responses.ts'

const notMade = (refundId: string, code: 'refund_failed' | 'earlier_refund_unknown') =>
  new PaymentProviderError(`The refund ${refundId} was not made.`, { code, isRetryable: false })

/** One try. The SDK's default of 80 s would leave a buyer in front of a dead button. */
const TRY_MS_MAX = 10_000
/** All tries of one call together. An abandoned try may still arrive; its key makes that harmless. */
const CALL_MS_MAX = 20_000
const SDK_RETRIES_MAX = 2
/** Stripe allows 25 calls a second per endpoint; the SDK itself does not retry after a 429. */
const BACK_OFF_MS = [500, 1_000, 2_000] as const
/**
 * The last version that takes `payment_method_types`, renamed `allowed_payment_method_types` on 2026-09-30 (SDK
 * 23.0.0). Other servers do not know the new name yet. Raise the version and rename the parameter together, before
 * Stripe retires it.
 */
const CARD_ONLY_API_VERSION = '2026-08-26.dahlia'
const WEBHOOK_TOLERANCE_SECONDS = 300
const LISTED_MAX = 100

/** Sends nothing before the first call. */
export function createStripeGateway(options: {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** A function for a server that moves. */
  apiBase?: string | (() => string) | undefined
  /** Null for live keys. */
  sandboxUrl: () => string | null
}): PaymentGateway {
  const { apiBase } = options
  const stripe = new Stripe(options.secretKey, {
    ...readApiBase(typeof apiBase === 'function' ? apiBase() : apiBase),
    httpClient: createCarefulHttpClient(typeof apiBase === 'function' ? apiBase : null),
    timeout: TRY_MS_MAX,
    maxNetworkRetries: SDK_RETRIES_MAX,
    telemetry: false,
  })
  const intents = stripe.paymentIntents
  const findRefunds: PaymentGateway['findRefunds'] = async ({ refundId, paymentId }) =>
    responses.readMarkedRefunds(
      await call(() => stripe.refunds.list({ payment_intent: paymentId, limit: LISTED_MAX })),
      refundId,
    )

  return {
    publishableKey: options.publishableKey,
    sandboxUrl: options.sandboxUrl,
    async createIntent({ orderId, reference, amountCents, revision }) {
      const params = {
        amount: amountCents,
        currency: 'usd',
        payment_method_types: ['card'],
        metadata: { order_id: orderId, revision: String(revision), reference },
      }
      // An error stored under the key would be repeated for a day. No one has the secret of an intent it may hide.
      const answer = await callFresh(`pi-create:${orderId}:${revision}`, (idempotencyKey) =>
        intents.create(params, { idempotencyKey, apiVersion: CARD_ONLY_API_VERSION }),
      )
      return responses.readNewIntent(answer)
    },
    async updateIntent(paymentId, { orderId, amountCents, revision, isRepeat }) {
      const params = { amount: amountCents, metadata: { order_id: orderId, revision: String(revision) } }
      const key = `pi-update:${orderId}:${revision}:${amountCents}${isRepeat ? `:${randomUUID()}` : ''}`
      const answer = await callFresh(key, (idempotencyKey) => intents.update(paymentId, params, { idempotencyKey }))
      const intent = responses.readIntent(answer)
      if (intent.state === 'waiting' || intent.state === 'challenged') return intent
      // Some servers accept a change that changes no amount even then; the store must not think that it was in time.
      throw new PaymentProviderError(`The payment ${paymentId} is ${intent.state} already.`, {
        code: 'payment_intent_unexpected_state',
        isRetryable: false,
      })
    },
    retrieveIntent: async (paymentId) => retrieve(stripe, paymentId),
    async listIntents({ since, until }, each) {
      const created = { gte: Math.floor(since.getTime() / 1_000), lte: Math.ceil(until.getTime() / 1_000) }
      let after: string | null = null
      do {
        const from = { created, limit: LISTED_MAX, ...(after && { starting_after: after }) }
        const page = responses.readIntents(await call(() => intents.list({ ...from, expand: ['data.latest_charge'] })))
        await each(page.intents)
        after = page.last
      } while (after !== null)
    },
    listDeclines: async (paymentId) =>
      responses.readDeclines(await call(() => stripe.charges.list({ payment_intent: paymentId, limit: LISTED_MAX }))),
    async cancelIntent(paymentId) {
      const key = `pi-cancel:${paymentId}`
      try {
        return responses.readIntent(
          await callFresh(key, (idempotencyKey) => intents.cancel(paymentId, {}, { idempotencyKey })),
        )
      } catch (error) {
        if (!isUnexpectedState(error)) throw error
        // Canceled earlier, under a key that the provider has forgotten.
        const intent = await retrieve(stripe, paymentId)
        if (intent.state === 'cancelled') return intent
        throw error
      }
    },
    findRefunds,
    /** Makes each refund once: the provider's existing refunds decide whether another may be made. */
    async refund({ refundId, paymentId, amountCents, keyNumber }) {
      // Keys are forgotten after a day, and a refund's job may run again later; its mark at the provider stays.
      const earlier = await findRefunds({ refundId, paymentId }).catch((error: unknown) => {
        // A server without this list can still use the first key. For a further one we must see that the others failed.
        const hasNoList = error instanceof PaymentProviderError && !error.isRetryable
        if (keyNumber === 1 && hasNoList) return []
        throw error
      })
      const standing = earlier.find(({ isFailed }) => !isFailed)
      if (standing) return standing
      // Each number makes at most one refund. If as many failed as there are numbers, all of them failed.
      if (earlier.length >= keyNumber) throw notMade(refundId, 'refund_failed')
      if (earlier.length < keyNumber - 1) throw notMade(refundId, 'earlier_refund_unknown')
      const params = { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } }
      const idempotencyKey = keyNumber === 1 ? `refund:${refundId}` : `refund:${refundId}:${keyNumber}`
      const made = responses.readRefund(await call(() => stripe.refunds.create(params, { idempotencyKey })))
      if (made.isFailed) throw notMade(refundId, 'refund_failed')
      return made
    },
    retrieveDispute: async (disputeId) => responses.readDispute(await call(() => stripe.disputes.retrieve(disputeId))),
    async submitEvidence({ disputeId, submissionId, evidence }) {
      // An empty text would remove what the provider has.
      const told = Object.fromEntries(Object.entries(evidence).filter(([, text]) => text.trim() !== ''))
      const answer = await callFresh(`dispute-submit:${submissionId}`, (idempotencyKey) =>
        stripe.disputes.update(disputeId, { evidence: told, submit: true }, { idempotencyKey }),
      )
      return responses.readDispute(answer)
    },
    readEvent(rawBody, signature, now) {
      let event: unknown
      try {
        const secret = options.webhookSecret
        const [tolerance, at] = [WEBHOOK_TOLERANCE_SECONDS, now.getTime()]
        event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret, tolerance, undefined, at)
      } catch {
        // If a body is signed but is not JSON, it did not come from the provider either.
        throw new Refusal('signature_invalid')
      }
      // The SDK only refuses old signatures; a signature with a future time could be replayed later.
      const aheadSeconds = signedAt(signature) - Math.floor(now.getTime() / 1_000)
      if (!(aheadSeconds <= WEBHOOK_TOLERANCE_SECONDS)) throw new Refusal('signature_invalid')
      const read = responses.readPaymentEvent(event)
      if (!read) throw new Refusal('bad_request')
      return read
    },
  }
}

/** The unix seconds that a signature header claims; NaN if it claims none, or several. */
function signedAt(header: string | undefined): number {
  const claims = (header ?? '').split(',').filter((part) => part.startsWith('t='))
  return claims.length === 1 ? Number(claims[0]?.slice(2)) : Number.NaN
}

function readApiBase(apiBase: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (!apiBase) return {}
  const url = new URL(apiBase)
  if (!['/', '/v1', '/v1/'].includes(url.pathname))
    throw new Error(`STRIPE_API_BASE must be a host without a path, e.g. ${url.origin}: the API lies under /v1 there.`)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return {
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (protocol === 'http' ? '80' : '443'),
  }
}

/**
 * Replies that are JSON but no object would throw where no one can catch it, and a failure without `error` would be a
 * success.
 * @param whereNow called before each request; null: the server stays where the SDK was told
 */
function createCarefulHttpClient(whereNow: (() => string) | null) {
  const inner = Stripe.createNodeHttpClient()
  const makeRequest: typeof inner.makeRequest = async (host, port, ...request) => {
    const now = whereNow ? readApiBase(whereNow()) : {}
    const response = await inner.makeRequest(now.host ?? host, now.port ?? port, ...request)
    const toJson = response.toJSON.bind(response)
    response.toJSON = async () => {
      const answer: unknown = await toJson()
      const isObject = typeof answer === 'object' && answer !== null
      const isFailure = response.getStatusCode() >= 400
      const hasError = isObject && 'error' in answer && typeof answer.error === 'object' && answer.error !== null
      if (isObject && (isFailure || 'error' in answer ? hasError : true)) return answer
      const message = `An answer with status ${response.getStatusCode()} that is not in the API's form.`
      return { error: { type: 'api_error', code: 'unexpected_answer', message } }
    }
    return response
  }
  return { getClientName: () => inner.getClientName(), makeRequest }
}

async function retrieve(stripe: Stripe, paymentId: string): Promise<Intent> {
  const read = (params: Stripe.PaymentIntentRetrieveParams) =>
    call(() => stripe.paymentIntents.retrieve(paymentId, params))
  try {
    // The charge has the buyer's contact from the provider; some servers refuse to expand it.
    return responses.readIntent(await read({ expand: ['latest_charge'] }))
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || !/^(parameter_.*|invalid_request_error)$/.test(error.code))
      throw error
    return responses.readIntent(await read({}))
  }
}

const isUnexpectedState = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'payment_intent_unexpected_state'

/** Repeats a safe call under a new key if the provider repeated its first reply: the intent may have moved on. */
async function callFresh<Answer>(key: string, send: (key: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await call(() => send(key))
  } catch (error) {
    const cause = error instanceof PaymentProviderError ? error.cause : undefined
    const isReplay = cause instanceof Stripe.errors.StripeError && cause.headers?.['idempotent-replayed'] === 'true'
    if (!isReplay && !isUnexpectedState(error)) throw error
    return await call(() => send(`${key}:${randomUUID()}`))
  }
}

/** Another click's call is in progress: its reply will be this one's too. */
const isKeyInUse = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'

/** Backs off if the provider asks for it, and gives up after `CALL_MS_MAX`. */
async function call<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  // Aborted only when time is up: each abort creates errors with stack traces.
  const patience = new AbortController()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    patience.abort()
    const options = { code: 'timeout', isRetryable: true }
    reject(new PaymentProviderError('The card provider did not answer in time.', options))
  }, CALL_MS_MAX).unref()
  try {
    return await Promise.race([sendPatiently(send, patience.signal), tooLate])
  } catch (error) {
    throw toProviderError(error)
  } finally {
    clearTimeout(timer)
  }
}

async function sendPatiently<Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const pauseMs of BACK_OFF_MS) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError) && !isKeyInUse(error)) throw error
      // Calls that were refused together must not retry at the same moment.
      await wait(pauseMs * (0.5 + Math.random() / 2), undefined, { signal })
    }
  }
  return await send()
}

function toProviderError(error: unknown): PaymentProviderError {
  if (error instanceof PaymentProviderError) return error
  if (error instanceof Stripe.errors.StripeError)
    return new PaymentProviderError(error.message, { ...classify(error), cause: error })
  const reason = error instanceof Error ? error.message : String(error)
  const options = { code: 'unexpected_answer', isRetryable: false, cause: error }
  return new PaymentProviderError(`The card provider's answer cannot be used: ${reason}`, options)
}

function classify(error: Stripe.errors.StripeError): { code: string; isRetryable: boolean } {
  const { StripeConnectionError, StripeRateLimitError, StripeAuthenticationError, StripePermissionError } =
    Stripe.errors
  if (error instanceof StripeConnectionError) return { code: 'connection_failed', isRetryable: true }
  if (error instanceof StripeRateLimitError) return { code: error.code ?? 'rate_limit', isRetryable: true }
  if (error instanceof StripeAuthenticationError) return { code: 'authentication_failed', isRetryable: false }
  if (error instanceof StripePermissionError) return { code: error.code ?? 'permission_denied', isRetryable: false }
  const status = error.statusCode ?? 502
  // 409: another call with the same key is in progress. Without a status, the body was a proxy's page, say.
  return { code: error.code ?? error.rawType ?? 'provider_error', isRetryable: status === 409 || status >= 500 }
}
