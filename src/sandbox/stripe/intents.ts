import { behaviorOf, type CardBehavior, type Decline, type StoredMethod } from './cards.ts'
import { newDispute } from './disputes.ts'
import { StripeError, unexpectedState } from './errors.ts'
import { newId } from './ids.ts'
import type { Charge, IntentStatus, PaymentError, PaymentIntent } from './objects.ts'
import { changed, changeOf, type Moment, record, type Transition, unixSeconds } from './transitions.ts'

const CONFIRMABLE: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Refuses an action that the state does not allow, in Stripe's words. */
export function requireStatus(
  intent: PaymentIntent,
  allowed: readonly IntentStatus[],
  verb: 'cancel' | 'confirm',
  participle: string,
): void {
  if (allowed.includes(intent.status)) return
  const message =
    verb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. ` +
        `Only a PaymentIntent with one of the following statuses may be ${participle}: ${allowed.join(', ')}.`
  throw unexpectedState(message, { payment_intent: intent })
}

/** It succeeds, is declined, asks for 3-D Secure (which ends an open challenge) or processes. @throws StripeError */
export function confirmIntent(intent: PaymentIntent, method: StoredMethod | null, moment: Moment): Transition {
  requireStatus(intent, CONFIRMABLE, 'confirm', 'confirmed')
  if (method === null)
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
      { payment_intent: intent },
    )
  const behavior = behaviorOf(method.behavior)
  const confirmed: PaymentIntent = { ...intent, payment_method: method.method.id, last_payment_error: null }
  if (behavior.authentication) {
    const sdk = { type: 'three_d_secure_redirect', source: newId('payatt') } as const
    const challenged: PaymentIntent = {
      ...confirmed,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { ...sdk, amount: intent.amount } },
    }
    return changed(challenged, moment, 'payment_intent.requires_action', [method])
  }
  return chargeCard(confirmed, method, behavior, moment)
}

/** Ends an open 3-D Secure challenge. @throws StripeError `payment_intent_unexpected_state` if none is open */
export function endChallenge(
  intent: PaymentIntent,
  method: StoredMethod | null,
  isPassed: boolean,
  moment: Moment,
): Transition {
  if (intent.status !== 'requires_action' || method === null) {
    const message = `This PaymentIntent has no open authentication: its status is ${intent.status}.`
    throw unexpectedState(message, { payment_intent: intent })
  }
  if (isPassed) return chargeCard({ ...intent, next_action: null }, method, behaviorOf(method.behavior), moment)
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
        'PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method.method,
    },
  }
  return changed(failed, moment, 'payment_intent.payment_failed')
}

/** Ends a processing payment like a slow bank; called through the control API. */
export function releaseProcessing(
  intent: PaymentIntent,
  method: StoredMethod | null,
  isSuccessful: boolean,
  moment: Moment,
): Transition {
  if (intent.status !== 'processing' || method === null)
    throw unexpectedState(`This PaymentIntent is not processing: its status is ${intent.status}.`)
  const { change } = chargeCard(intent, method, isSuccessful ? {} : behaviorOf('generic_decline'), moment)
  // The caller asked for this result, so even a decline is not an error to them.
  return { change, error: null }
}

function chargeCard(intent: PaymentIntent, method: StoredMethod, behavior: CardBehavior, moment: Moment): Transition {
  const base: PaymentIntent = { ...intent, next_action: null }
  if (behavior.decline) return declineCard(base, method, behavior.decline, moment)
  if (behavior.processing || moment.isSlow)
    return changed({ ...base, status: 'processing' }, moment, 'payment_intent.processing', [method])
  const charge: Charge = { ...newCharge(base, method, moment), disputed: behavior.dispute === true }
  const paid: PaymentIntent = { ...base, status: 'succeeded', amount_received: base.amount, latest_charge: charge.id }
  const change = changeOf(paid, { methods: [method], charges: [charge] })
  record(change, moment, 'charge.succeeded', { ...charge, disputed: false })
  record(change, moment, 'payment_intent.succeeded', paid)
  if (behavior.dispute) {
    const dispute = newDispute(charge, moment)
    change.disputes.push(dispute)
    record(change, moment, 'charge.dispute.created', dispute)
  }
  return { change, error: null }
}

function declineCard(intent: PaymentIntent, method: StoredMethod, decline: Decline, moment: Moment): Transition {
  const charge: Charge = {
    ...newCharge(intent, method, moment),
    failure_code: decline.code,
    outcome: { reason: decline.declineCode ?? decline.code },
    paid: false,
    status: 'failed',
  }
  const error: PaymentError = {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    ...(decline.param === undefined ? {} : { param: decline.param }),
    charge: charge.id,
    payment_method: method.method,
  }
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: error,
  }
  const change = changeOf(failed, { methods: [method], charges: [charge] })
  record(change, moment, 'charge.failed', charge)
  record(change, moment, 'payment_intent.payment_failed', failed)
  return { change, error: new StripeError(402, { ...error, type: 'card_error', payment_intent: failed }, true) }
}

function newCharge(intent: PaymentIntent, { method }: StoredMethod, moment: Moment): Charge {
  const id = newId('ch')
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    created: unixSeconds(moment.now),
    currency: intent.currency,
    disputed: false,
    failure_code: null,
    livemode: false,
    metadata: intent.metadata,
    outcome: { reason: null },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: 'succeeded',
  }
}
