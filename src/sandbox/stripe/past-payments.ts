import type pg from 'pg'
import { namedCard, readBillingDetails } from './cards.ts'
import { createIntent } from './intent-requests.ts'
import { confirmIntent } from './intents.ts'
import type { Charge, PaymentIntent } from './objects.ts'
import type { Moment } from './transitions.ts'

/** A payment made elsewhere, before this sandbox started. */
export interface PastPayment {
  paymentId: string
  amountCents: number
  /** How much of that was already refunded. */
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
  const { intent, charges } = confirmIntent(named, card, moment, false).change
  const charge = charges[0] && {
    ...charges[0],
    amount_refunded: refundedCents,
    refunded: refundedCents === amountCents,
  }
  return { intent, charge, ...card } satisfies { intent: PaymentIntent; charge: Charge | undefined }
}

/**
 * Stores payments that succeeded elsewhere, so they can be looked up and refunded here. Creates no events; known
 * payments stay as they are.
 */
export async function keepPastPayments(pool: Pick<pg.Pool, 'query'>, payments: readonly PastPayment[]): Promise<void> {
  for (let start = 0; start < payments.length; start += PAYMENTS_AT_ONCE) {
    const made = payments.slice(start, start + PAYMENTS_AT_ONCE).map(madeFrom)
    await pool.query(KEEP, [JSON.stringify(made)])
  }
}
