/**
 * A Stripe-compatible server, so that the whole shop runs without the internet and no real money moves.
 *
 * The store's server reaches it with the `stripe` SDK on a loopback port, the browser under the store's own address
 * (`browserPlugin`), with the publishable key and an intent's client secret only; where this server runs outside of a
 * store, on its own port (`STRIPE_API_BASE`). State is in PostgreSQL (schema `sandbox_stripe`), shared by all nodes.
 *
 * **Cards.** `cards.ts` lists them: `pm_card_visa`, `pm_card_visa_chargeDeclined`, `4242…`. A confirm call takes
 * `payment_method=pm_card_…` or `payment_method_data[type]=card&payment_method_data[card][number]=…`.
 *
 * **3-D Secure by API.** Confirm with `pm_card_authenticationRequired`, or 4000 0027 6000 3184: the intent becomes
 * `requires_action`. `POST /v1/payment_intents/pi_…/challenge` with `outcome=complete | fail`, and with the secret key or
 * the publishable key and `client_secret`, answers 200 with the intent as it then is, or 402 if the card is then declined.
 *
 * **Disputes.** `pm_card_createDispute`, or 4000 0000 0000 0259, is charged and then disputed. `POST /v1/disputes/dp_…`
 * takes `evidence[…]` and `submit`; `uncategorized_text` of `winning_evidence` or `losing_evidence` decides it at once.
 *
 * **Control for tests**, secret key only, on the SDK's port:
 *     POST /v1/sandbox/control                  any of the fields below; GET reads them and counts deliveries
 *       webhook_copies=3                        each event is delivered this often (duplicates)
 *       webhook_disorder_ms=500                 each delivery waits a random time up to this: order is lost
 *       webhook_mode=deliver | hold | lose      hold keeps deliveries until `deliver` comes back; lose never sends them
 *       card_outcome=card | processing          processing: good cards stay in `processing` until released
 *       latency_ms=200                          every API call waits first
 *       fail_next=2 fail_status=500 fail_when=before | after fail_match='POST /v1/refunds'
 *                                               the next two matching calls fail, before or after doing their work;
 *                                               status 0 drops the connection; on the node that got this call
 *       reset=true                              back to good behavior first
 *     POST /v1/sandbox/payment_intents/pi_…/release   outcome=succeeded | failed: ends `processing`
 *     POST /v1/sandbox/disputes/dp_…/decide     outcome=won | lost: the bank decides, whatever was submitted
 *     POST /v1/sandbox/events/evt_…/resend      delivers an event once more
 */

import http from 'node:http'
import type pg from 'pg'
import { systemNow } from '#sandbox/clock.ts'
import { callOf, createApi } from './api.ts'
import { createBrowserPlugin } from './browser-plugin.ts'
import { namedCard, readBillingDetails } from './cards.ts'
import { createControl } from './control.ts'
import { createIntent } from './intent-requests.ts'
import { confirmIntent } from './intents.ts'
import type { Charge, PaymentIntent } from './objects.ts'
import { prepareSchema } from './schema.ts'
import { createStorage } from './storage.ts'
import type { Moment } from './transitions.ts'
import { countDeliveries, createDeliveries, resendEvent } from './webhooks.ts'

interface PastPayment {
  paymentId: string
  amountCents: number
  refundedCents: number
  paidAt: Date
  metadata: Record<string, string>
}

/** Far more than one statement needs; the parameters are JSON of about 3 KB per payment. */
const PAYMENTS_AT_ONCE = 500

const KEEP = `
with kept as (
  insert into sandbox_stripe.payment_intents (id, created, version, payment_method, data)
  select e->'intent'->>'id', (e->'intent'->>'created')::bigint, 1, e->'intent'->>'payment_method', e->'intent'
  from json_array_elements($1::json) e
  on conflict (id) do nothing returning id
), methods as (
  insert into sandbox_stripe.payment_methods (id, behaviour, data)
  select e->'method'->>'id', e->>'behavior', e->'method'
  from json_array_elements($1::json) e where e->'intent'->>'id' in (select id from kept)
)
insert into sandbox_stripe.charges (id, created, payment_intent, data)
select e->'charge'->>'id', (e->'charge'->>'created')::bigint, e->'intent'->>'id', e->'charge'
from json_array_elements($1::json) e where e->'intent'->>'id' in (select id from kept)`

function madeFrom({ paymentId, amountCents, refundedCents, paidAt, metadata }: PastPayment) {
  const moment: Moment = { now: paidAt, requestId: 'req_past', idempotencyKey: null }
  const created = createIntent({ amount: String(amountCents), currency: 'usd', metadata }, moment).change.intent
  const named: PaymentIntent = {
    ...created,
    id: paymentId,
    client_secret: created.client_secret.replace(created.id, paymentId),
  }
  const card = namedCard('pm_card_visa', readBillingDetails(undefined), paidAt)
  const { intent, charges } = confirmIntent(named, card, moment).change
  const charge = charges[0] && {
    ...charges[0],
    amount_refunded: refundedCents,
    refunded: refundedCents === amountCents,
  }
  return { intent, charge, ...card } satisfies { intent: PaymentIntent; charge: Charge | undefined }
}

/** Stores payments that succeeded elsewhere, to be looked up and refunded here. Creates no events; known ones stay. */
async function keepPastPayments(pool: Pick<pg.Pool, 'query'>, payments: readonly PastPayment[]): Promise<void> {
  for (let start = 0; start < payments.length; start += PAYMENTS_AT_ONCE) {
    await pool.query(KEEP, [JSON.stringify(payments.slice(start, start + PAYMENTS_AT_ONCE).map(madeFrom))])
  }
}

export type StripeSandbox = Awaited<ReturnType<typeof createStripeSandbox>>

const BODY_BYTES_MAX = 256 * 1024

/** As at Stripe, pages of any origin may call; the key decides what they may do. Cookies are never read. */
const CROSS_ORIGIN = { 'access-control-allow-origin': '*' }
const PREFLIGHT = {
  ...CROSS_ORIGIN,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
}

/** Starts the sandbox. Keys are created once per database, so a restart and a second node have the same. */
export async function createStripeSandbox(options: {
  /** The database for the sandbox's tables. The sandbox opens no other connection and does not close the pool. */
  pool: pg.Pool
  /** Where events go; null until the store listens: they wait. */
  webhookUrl: () => string | null
  log: { info(obj: object, msg: string): void; error(obj: object, msg: string): void }
  /** The time for objects and signatures; deliveries and leases use the database's clock. */
  now?: () => Date
  /** The event types that the endpoint is subscribed to, as configured at Stripe; absent: all of them. */
  webhookEvents?: readonly string[]
}) {
  const { pool, webhookUrl, log, now = systemNow, webhookEvents } = options
  const keys = await prepareSchema(pool)
  const control = await createControl(pool)
  const deliveries = createDeliveries({
    pool,
    secret: keys.webhookSecret,
    webhookUrl,
    now,
    log,
    onSweep: control.refresh,
  })
  const api = createApi({
    storage: createStorage(pool),
    keys,
    control,
    deliveries,
    isSubscribed: (type) => webhookEvents === undefined || webhookEvents.includes(type),
    resend: async (eventId) => {
      const isFound = await resendEvent(pool, eventId)
      if (isFound) await deliveries.claim()
      return isFound
    },
    deliveryCounts: () => countDeliveries(pool),
    now,
  })

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error, url: request.url }, 'the Stripe sandbox failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'application/json' }).end(INTERNAL_ERROR)
    })
  })

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, PREFLIGHT).end()
      return
    }
    const body = await readBody(request)
    if (body === null) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    const result = await api.handle(callOf(request, body, 'server'))
    if (result.status === 0) {
      request.socket.destroy()
      return
    }
    const length = { 'content-length': Buffer.byteLength(result.body) }
    response.writeHead(result.status, { ...CROSS_ORIGIN, ...result.headers, ...length }).end(result.body)
  }

  // The limits of a test server on this machine: no client may fill it with connections that say nothing.
  server.maxConnections = 1_000
  server.requestTimeout = 60_000
  server.setTimeout(180_000)
  // Longer than the SDK keeps an idle connection, so it never writes into one that is being closed.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The Stripe sandbox has no port.')

  return {
    ...keys,
    host: '127.0.0.1' as const,
    port: address.port,
    browserPlugin: await createBrowserPlugin(api),
    keepPastPayments: (payments: readonly PastPayment[]) => keepPastPayments(pool, payments),
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // Calls in progress get a moment; a keep-alive client must not keep the process alive.
      const force = setTimeout(() => server.closeAllConnections(), 1_000)
      await closed
      clearTimeout(force)
      await deliveries.close()
    },
  }
}

const INTERNAL_ERROR = JSON.stringify({
  error: { type: 'api_error', message: 'The sandbox failed; its log says why.' },
})

async function readBody(request: http.IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
