/** The sandbox's side of a payment, like the provider's dashboard and webhooks. */
import { createHmac } from 'node:crypto'
import type { Context } from '#server/gateways/context.ts'
import type { PaymentGateway } from '#server/gateways/payments/payment-gateway.ts'
import { aBuyer, Client, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

type Json = Reply['body']

/** Calls a node's card sandbox with the secret key. */
export function cardProvider(store: TestApp) {
  const { stripe } = store
  const call = async (method: 'GET' | 'POST', path: string, form: Record<string, string> = {}): Promise<Json> => {
    const query = method === 'GET' && Object.keys(form).length > 0 ? `?${new URLSearchParams(form)}` : ''
    const response = await fetch(`http://${stripe.host}:${stripe.port}${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${stripe.secretKey}` },
      ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
    })
    return response.json()
  }
  /** Every event about a payment, oldest first. */
  const events = async (paymentId: string): Promise<Json[]> => {
    const { data } = await call('GET', '/v1/events', { limit: '100' })
    return data
      .filter((event: Json) => [event.data.object.id, event.data.object.payment_intent].includes(paymentId))
      .reverse()
  }
  return {
    call,
    intent: (paymentId: string) => call('GET', `/v1/payment_intents/${paymentId}`),
    cancel: (paymentId: string) => call('POST', `/v1/payment_intents/${paymentId}/cancel`),
    endChallenge: (paymentId: string, outcome: 'complete' | 'fail') =>
      call('POST', `/v1/payment_intents/${paymentId}/challenge`, { outcome }),
    release: (paymentId: string, outcome: 'succeeded' | 'failed') =>
      call('POST', `/v1/sandbox/payment_intents/${paymentId}/release`, { outcome }),
    /** What was actually taken, newest first. */
    async charges(paymentId: string): Promise<Json[]> {
      const { data } = await call('GET', '/v1/charges', { payment_intent: paymentId })
      return data.filter((charge: Json) => charge.status === 'succeeded')
    },
    async refunds(paymentId: string): Promise<Json[]> {
      return (await call('GET', '/v1/refunds', { payment_intent: paymentId })).data
    },
    events,
    /** The first event of a type about a payment. */
    event: async (paymentId: string, type: string): Promise<Json> =>
      (await events(paymentId)).find((event) => event.type === type),
  }
}

/** The store's own side of the card provider. */
export function cardGateway({ ctx }: TestApp): PaymentGateway {
  if (!ctx.gateways.payments) throw new Error('a test app takes cards')
  return ctx.gateways.payments
}

/** The store with a card provider that does something else, and a log that collects errors. */
export function withCardProvider(
  store: TestApp,
  change: (real: PaymentGateway) => Partial<PaymentGateway> = () => ({}),
): { ctx: Context; errors: object[] } {
  const errors: object[] = []
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }
  const payments = { ...cardGateway(store), ...change(cardGateway(store)) }
  return { ctx: { ...store.ctx, log, gateways: { ...store.ctx.gateways, payments } }, errors }
}

/** Signs a webhook body for a given time (unix seconds). */
export function signWebhook(secret: string, body: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Delivers an event to a node like the provider: the node replies, and its job runs when the test says so. */
export function deliverWebhook(
  store: TestApp,
  event: Json,
  options: { skewSeconds?: number; secret?: string; signature?: string | null; editedBody?: string } = {},
): Promise<Reply> {
  const body = JSON.stringify(event)
  const at = Math.floor(store.clock.now().getTime() / 1_000) + (options.skewSeconds ?? 0)
  const signature = options.signature ?? signWebhook(options.secret ?? store.stripe.webhookSecret, body, at)
  return new Client(store).send('POST', '/api/webhooks/stripe', options.editedBody ?? body, {
    'content-type': 'application/json; charset=utf-8',
    ...(options.signature === null ? {} : { 'stripe-signature': signature }),
  })
}

/** Makes failed jobs due immediately instead of after a worker's back-off. */
export async function retryJobsNow(store: TestApp): Promise<void> {
  await store.sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`
  await store.runJobs()
}

/** Confirms a payment like the browser, with a payer that only the provider knows. */
export async function payWithBilling(
  store: TestApp,
  payment: { paymentId: string; clientSecret: string },
  payer: { name: string; email: string },
): Promise<void> {
  const { status, body } = await aBuyer(store).confirm(payment, '4242424242424242', {
    'payment_method_data[billing_details][name]': payer.name,
    'payment_method_data[billing_details][email]': payer.email,
  })
  if (status !== 200) throw new Error(`the payment was not confirmed: ${JSON.stringify(body)}`)
}

/** The buyer's bank returns a refund: it ends as failed, and its money is on the charge again. */
export async function failRefund(store: TestApp, providerRefundId: string): Promise<void> {
  await store.sql`with failed as (
       update sandbox_stripe.refunds set data = jsonb_set(data::jsonb, '{status}', '"failed"')::json where id = ${providerRefundId}
       returning charge, (data ->> 'amount')::int as amount
     )
     update sandbox_stripe.charges c set data = (c.data::jsonb || jsonb_build_object('refunded', false,
       'amount_refunded', (c.data ->> 'amount_refunded')::int - failed.amount))::json
     from failed where c.id = failed.charge`
}
