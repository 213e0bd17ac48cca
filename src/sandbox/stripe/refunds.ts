import { invalidRequest, missing, unexpectedState, wrongState } from './errors.ts'
import { newId } from './ids.ts'
import type { Charge, PaymentIntent, Refund } from './objects.ts'
import { type FormTree, mergeMetadata, optionalChoice, optionalInteger, optionalText, refuseUnknown } from './params.ts'
import { changeOf, type Moment, record, unixSeconds } from './transitions.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export function readRefundTarget(form: FormTree): { intentId?: string | undefined; chargeId?: string | undefined } {
  refuseUnknown(form, ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'])
  const target = { intentId: optionalText(form, 'payment_intent'), chargeId: optionalText(form, 'charge') }
  if (target.intentId === undefined && target.chargeId === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  return target
}

/** Refunds a charge: everything left unless `amount` says less. @throws StripeError if that is impossible */
export function refundCharge(form: FormTree, intent: PaymentIntent | null, charge: Charge | null, moment: Moment) {
  const target = readRefundTarget(form)
  const amount = optionalInteger(form, 'amount')
  if (amount !== undefined && amount < 1)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  const reason = optionalChoice(form, 'reason', REASONS) ?? null
  if (intent === null) {
    if (target.intentId !== undefined) throw missing('payment_intent', target.intentId, 'payment_intent')
    throw missing('charge', target.chargeId ?? '', 'charge')
  }
  if (charge === null || charge.status !== 'succeeded')
    throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  const remaining = charge.amount - charge.amount_refunded
  if (charge.refunded || remaining === 0)
    throw wrongState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (charge.disputed)
    throw wrongState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  const refunded = amount ?? remaining
  if (refunded > remaining)
    throw wrongState(
      `Refund amount (${dollars(refunded)}) is greater than unrefunded amount on charge (${dollars(remaining)})`,
      'amount_too_large',
      { param: 'amount' },
    )
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: refunded,
    charge: charge.id,
    created: unixSeconds(moment.now),
    currency: charge.currency,
    metadata: mergeMetadata({}, form),
    payment_intent: intent.id,
    reason,
    status: 'succeeded',
  }
  const left: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + refunded,
    refunded: refunded === remaining,
  }
  const change = changeOf(intent, { charges: [left], refunds: [refund] })
  record(change, moment, 'refund.created', refund)
  record(change, moment, 'charge.refunded', left)
  return { change, error: null, answer: refund }
}

const dollars = (cents: number): string => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
