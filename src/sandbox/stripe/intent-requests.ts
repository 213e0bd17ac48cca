import { namedCard, readBillingDetails, type StoredMethod, typedCard } from './cards.ts'
import { invalidRequest, missing, missingParam, unexpectedState } from './errors.ts'
import { newId, randomToken } from './ids.ts'
import { requireStatus } from './intents.ts'
import type { IntentStatus, PaymentIntent } from './objects.ts'
import * as params from './params.ts'
import { changed, changeOf, type Moment, type Transition, unixSeconds } from './transitions.ts'

/** For US dollars. @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const AMOUNT_CENTS_MIN = 50
const AMOUNT_CENTS_MAX = 99_999_999

const CANCELABLE: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** `allowed_payment_method_types` replaced `payment_method_types` in 2026-09-30.endive; clients of both are served. */
const TYPE_FIELDS = ['allowed_payment_method_types', 'payment_method_types']
const ANY_FIELDS = ['expand', 'payment_method', 'payment_method_data', ...TYPE_FIELDS]
const SHARED_FIELDS = ['amount', 'currency', 'metadata', ...ANY_FIELDS]
/** Fields that stripe.js adds to its calls; they do not affect the result. */
const BROWSER_FIELDS = ['key', 'client_secret', 'expected_payment_method_type', 'use_stripe_sdk', '_stripe_version']

/** Creates an intent, not yet confirmed. @throws StripeError for parameters and amounts that Stripe refuses */
export function createIntent(form: params.FormTree, moment: Moment): Transition {
  params.refuseUnknown(form, ['confirm', ...SHARED_FIELDS])
  for (const field of TYPE_FIELDS) refuseOtherThanCard(form, field)
  const amount = readAmount(form)
  if (amount === undefined) throw missingParam('amount')
  const currency = params.optionalText(form, 'currency')?.toLowerCase()
  if (currency === undefined) throw missingParam('currency')
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' })
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    client_secret: `${id}_secret_${randomToken(25)}`,
    created: unixSeconds(moment.now),
    currency,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: params.mergeMetadata({}, form),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    payment_method_types: ['card'],
  }
  return changed(intent, moment, 'payment_intent.created')
}

function refuseOtherThanCard(form: params.FormTree, param: string): void {
  const stranger = params.textList(form, param).find((type) => type !== 'card')
  if (stranger === undefined) return
  throw invalidRequest(`The payment method type "${stranger}" is invalid. The sandbox offers "card" only.`, { param })
}

/** A new amount ends an open challenge: no one may authenticate one amount and pay another. @throws StripeError */
export function updateIntent(intent: PaymentIntent, form: params.FormTree, given: StoredMethod | null, moment: Moment) {
  params.refuseUnknown(form, SHARED_FIELDS)
  const amount = readAmount(form)
  const method = readMethod(form, given, moment)
  const isNewAmount = amount !== undefined && amount !== intent.amount
  for (const [isChanging, field] of [
    [isNewAmount, 'amount'],
    [method !== null, 'payment_method'],
  ] as const) {
    if (isChanging && !CANCELABLE.includes(intent.status))
      throw unexpectedState(
        `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only ` +
          `update the ${field} of a PaymentIntent with one of the following statuses: ${CANCELABLE.join(', ')}.`,
        { payment_intent: intent, param: field },
      )
  }
  const currency = params.optionalText(form, 'currency')?.toLowerCase() ?? intent.currency
  if (currency !== intent.currency) throw invalidRequest('The currency cannot be changed.', { param: 'currency' })
  const isChallengeOver = intent.status === 'requires_action' && isNewAmount
  const updated: PaymentIntent = {
    ...intent,
    amount: amount ?? intent.amount,
    metadata: 'metadata' in form ? params.mergeMetadata(intent.metadata, form) : intent.metadata,
    ...(isChallengeOver || method ? { status: 'requires_confirmation', next_action: null } : {}),
    ...(method ? { payment_method: method.method.id } : {}),
  }
  return { change: changeOf(updated, { methods: method ? [method] : [] }), error: null }
}

/** Processing ones are refused too: Stripe cancels them only "in rare cases". @throws StripeError */
export function cancelIntent(intent: PaymentIntent, form: params.FormTree, moment: Moment): Transition {
  params.refuseUnknown(form, ['expand'])
  requireStatus(intent, CANCELABLE, 'cancel', 'canceled')
  return changed({ ...intent, status: 'canceled', next_action: null }, moment, 'payment_intent.canceled')
}

/** The card of a confirm or update call: typed fields, a `pm_card_…` name, or an existing method (`given`). */
export function readMethod(form: params.FormTree, given: StoredMethod | null, moment: Moment): StoredMethod | null {
  const data = params.optionalTree(form, 'payment_method_data')
  if (data) return typedCard(data, readBillingDetails(data), moment.now)
  const name = params.optionalText(form, 'payment_method')
  if (name === undefined) return null
  if (name.startsWith('pm_card_')) return namedCard(name, readBillingDetails(undefined), moment.now)
  if (given?.method.id === name) return given
  throw missing('PaymentMethod', name, 'payment_method')
}

export function refuseUnknownOfConfirm(form: params.FormTree): void {
  params.refuseUnknown(form, ['return_url', ...ANY_FIELDS, ...BROWSER_FIELDS])
}

function readAmount(form: params.FormTree): number | undefined {
  const amount = params.optionalInteger(form, 'amount')
  if (amount === undefined) return undefined
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount < AMOUNT_CENTS_MIN)
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > AMOUNT_CENTS_MAX)
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  return amount
}
