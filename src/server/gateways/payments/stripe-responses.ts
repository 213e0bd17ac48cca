/** Reads only what the store needs: compatible servers differ. Anything unreadable is a clean error. */
import * as z from 'zod/mini'
import { DECLINED, declineReason } from '#contract/payments/decline-reasons.ts'
import { DISPUTE_STATUSES } from '#contract/payments/disputes.ts'
import { CENTS_MAX } from '#contract/plain-values.ts'
import type { Cents } from '#contract/values.ts'
import * as paymentGateway from './payment-gateway.ts'

const WholeNumber = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.transform((text) => Number(text)),
  ),
])
const Amount = z.pipe(
  z.pipe(WholeNumber, z.int().check(z.gte(0), z.lte(CENTS_MAX))),
  z.transform((cents) => cents as Cents),
)
const Id = z.string().check(z.minLength(1), z.maxLength(255))
/** Another implementation may leave a field out, send it as null, or fill it with something else. */
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.nullable(schema), null)
const ContactText = orNull(z.string().check(z.maxLength(500)))
const Billed = z.object({
  billing_details: orNull(z.object({ name: ContactText, email: ContactText, phone: ContactText })),
  amount_refunded: orNull(Amount),
  payment_method_details: orNull(
    z.object({
      card: orNull(z.object({ brand: orNull(z.string()), last4: orNull(z.string().check(z.regex(/^\d{4}$/))) })),
    }),
  ),
})
const PaymentError = z.object({
  code: orNull(z.string()),
  decline_code: orNull(z.string()),
  charge: orNull(z.union([Id, z.object({ id: Id })])),
})

const IntentAnswer = z.object({
  id: Id,
  status: z.string(),
  amount: Amount,
  amount_received: orNull(Amount),
  currency: orNull(z.string().check(z.maxLength(10))),
  client_secret: orNull(z.string().check(z.minLength(1), z.maxLength(500))),
  created: orNull(WholeNumber),
  metadata: orNull(z.object({ order_id: orNull(z.string()), revision: orNull(WholeNumber) })),
  last_payment_error: orNull(PaymentError),
  latest_charge: orNull(z.union([Id, Billed])),
  payment_method: orNull(Billed),
})

const STATES: Readonly<Record<string, paymentGateway.IntentState>> = {
  requires_payment_method: 'waiting',
  requires_confirmation: 'waiting',
  requires_action: 'challenged',
  processing: 'processing',
  // Only with manual capture, which the store never uses; the money is then on its way, so the amount must not change.
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

const unexpected = (what: string, cause?: unknown): paymentGateway.PaymentProviderError => {
  const options = { code: 'unexpected_answer', isRetryable: false, cause }
  return new paymentGateway.PaymentProviderError(`The card provider's answer cannot be used: ${what}.`, options)
}

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole').join(', ')
  throw unexpected(`${what} (${fields})`, parsed.error)
}

const chargeOf = ({ charge }: z.output<typeof PaymentError>): string | null =>
  typeof charge === 'object' ? (charge?.id ?? null) : charge

const BRANDS = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
])

/** @see https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card-brand */
function cardInWords(charge: z.output<typeof Billed> | null): string | null {
  const card = charge?.payment_method_details?.card
  return card?.last4 ? `${BRANDS.get(card.brand ?? '') ?? 'Card'} ending in ${card.last4}` : null
}

/** @throws PaymentProviderError `unexpected_answer` without a usable id, amount or status */
export function readIntent(answer: unknown): paymentGateway.Intent {
  const intent = read(IntentAnswer, answer, 'a payment intent')
  const state = STATES[intent.status]
  if (!state) throw unexpected(`a payment intent in the unknown status ${JSON.stringify(intent.status.slice(0, 40))}`)
  const { latest_charge: charge, last_payment_error: failure } = intent
  const charged = typeof charge === 'object' ? charge : null
  const billing = charged?.billing_details ?? intent.payment_method?.billing_details
  return {
    paymentId: intent.id,
    state,
    amountCents: intent.amount,
    // Some servers leave it out; a succeeded intent was then paid in full.
    receivedCents: intent.amount_received ?? (state === 'succeeded' ? intent.amount : (0 as Cents)),
    refundedCents: charged?.amount_refunded ?? (0 as Cents),
    currency: (intent.currency ?? 'usd').toLowerCase(),
    clientSecret: intent.client_secret,
    createdAt: intent.created === null ? null : new Date(intent.created * 1_000),
    orderId: intent.metadata?.order_id ?? null,
    revision: intent.metadata?.revision ?? null,
    declineText: failure ? declineReason(failure) : null,
    declineId: failure ? chargeOf(failure) : null,
    hasCharge: charge !== null || (failure !== null && chargeOf(failure) !== null),
    billing: {
      name: billing?.name ?? null,
      email: billing?.email ?? null,
      phone: billing?.phone ?? null,
      card: cardInWords(charged),
    },
  }
}

/** Leaves out what cannot be read, since another program may have made it. @returns `last`: where the next page starts */
export function readIntents(answer: unknown): { intents: paymentGateway.Intent[]; last: string | null } {
  const page = read(
    z.object({ data: z.array(z.looseObject({ id: Id })), has_more: orNull(z.boolean()) }),
    answer,
    'a list of payment intents',
  )
  const intents = page.data.flatMap((one) => {
    try {
      return [readIntent(one)]
    } catch {
      return []
    }
  })
  return { intents, last: page.has_more ? (page.data.at(-1)?.id ?? null) : null }
}

/** A new intent must have the secret with which the buyer's browser confirms it. */
export function readNewIntent(answer: unknown): paymentGateway.Intent {
  const intent = readIntent(answer)
  if (intent.clientSecret === null) throw unexpected('a new payment intent without client_secret')
  return intent
}

const RefundAnswer = z.object({ id: Id, status: orNull(z.string()) })

/** @throws PaymentProviderError `unexpected_answer` */
export function readRefund(answer: unknown): paymentGateway.ProviderRefund {
  const { id, status } = read(RefundAnswer, answer, 'a refund')
  return { providerRefundId: id, isFailed: status === 'failed' || status === 'canceled' }
}

const RefundList = z.object({ data: z.array(z.unknown()), has_more: orNull(z.boolean()) })
const MarkedRefund = z.object({ metadata: z.object({ refund_id: z.string() }) })

/** @throws PaymentProviderError `unexpected_answer`, also if there are more pages: one unseen may be ours */
export function readMarkedRefunds(list: unknown, refundId: string): paymentGateway.ProviderRefund[] {
  const { data, has_more: hasMore } = read(RefundList, list, 'a list of refunds')
  if (hasMore) throw unexpected('more refunds of one payment than are read')
  return data.filter((one) => MarkedRefund.safeParse(one).data?.metadata.refund_id === refundId).map(readRefund)
}

const ChargeList = z.object({ data: z.array(z.unknown()) })
const FailedCharge = z.object({
  id: Id,
  status: z.literal('failed'),
  created: WholeNumber,
  failure_code: orNull(z.string()),
  outcome: orNull(z.object({ reason: orNull(z.string()) })),
})

/** Finds the declined cards in a list of charges. @throws PaymentProviderError `unexpected_answer` */
export function readDeclines(list: unknown): paymentGateway.ProviderDecline[] {
  return read(ChargeList, list, 'a list of charges').data.flatMap((one) => {
    const charge = FailedCharge.safeParse(one).data
    if (!charge) return []
    const text = declineReason({ code: charge.failure_code, decline_code: charge.outcome?.reason })
    return [{ declineId: charge.id, text, declinedAt: instantOf(charge.created) }]
  })
}

const DisputeAnswer = z.object({
  id: Id,
  amount: Amount,
  reason: orNull(z.string().check(z.minLength(1), z.maxLength(100))),
  status: z.string().check(z.minLength(1), z.maxLength(100)),
  created: WholeNumber,
  evidence_details: orNull(z.object({ due_by: orNull(WholeNumber), submission_count: orNull(WholeNumber) })),
})

const instantOf = (unixSeconds: number): Date => new Date(unixSeconds * 1_000)

/** An unknown status means that the bank is working on it; the provider's site shows the rest. */
const disputeStatusOf = (status: string) => DISPUTE_STATUSES.find((known) => known === status) ?? 'under_review'

function showDispute(dispute: z.output<typeof DisputeAnswer>): paymentGateway.ProviderDispute {
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details ?? {}
  return {
    disputeId: dispute.id,
    amountCents: dispute.amount,
    reason: dispute.reason ?? 'general',
    status: disputeStatusOf(dispute.status),
    dueBy: dueBy ? instantOf(dueBy) : null,
    openedAt: instantOf(dispute.created),
    isSubmitted: (submissions ?? 0) > 0,
  }
}

/** @throws PaymentProviderError `unexpected_answer` without a usable id, amount, status or time */
export const readDispute = (answer: unknown) => showDispute(read(DisputeAnswer, answer, 'a dispute'))

const DisputeEvent = z.object({ data: z.object({ object: DisputeAnswer }) })
const DeclineEvent = z.object({ data: z.object({ object: z.object({ last_payment_error: orNull(PaymentError) }) }) })

function readDeclineOf(answer: unknown): paymentGateway.PaymentEvent['decline'] {
  const failure = DeclineEvent.safeParse(answer).data?.data.object.last_payment_error
  return failure ? { text: declineReason(failure), declineId: chargeOf(failure) } : { text: DECLINED, declineId: null }
}

const EventAnswer = z.object({
  id: Id,
  type: z.string().check(z.minLength(1), z.maxLength(200)),
  created: WholeNumber,
  data: z.object({
    object: z.object({
      id: orNull(Id),
      object: orNull(z.string()),
      payment_intent: orNull(z.union([Id, z.object({ id: Id })])),
    }),
  }),
})

/** Reduces an event to what the store acts on; null if it is not an event at all. */
export function readPaymentEvent(answer: unknown): paymentGateway.PaymentEvent | null {
  const parsed = EventAnswer.safeParse(answer)
  if (!parsed.success) return null
  const { id, type, created, data } = parsed.data
  const { object } = data
  const isIntent = object.object === 'payment_intent' || type.startsWith('payment_intent.')
  const isDispute = object.object === 'dispute' || type.startsWith('charge.dispute.')
  const dispute = isDispute ? DisputeEvent.safeParse(answer) : null
  const carried = typeof object.payment_intent === 'object' ? object.payment_intent?.id : object.payment_intent
  return {
    eventId: id,
    type,
    paymentId: (isIntent ? object.id : carried) ?? null,
    createdAt: instantOf(created),
    dispute: dispute?.success ? showDispute(dispute.data.data.object) : null,
    decline: type === 'payment_intent.payment_failed' ? readDeclineOf(answer) : null,
  }
}
