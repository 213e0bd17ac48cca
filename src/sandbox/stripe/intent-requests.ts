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
const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

const METHOD_FIELDS = ['payment_method', 'payment_method_data']
const ANY_FIELDS = ['allowed_payment_method_types', 'expand', 'receipt_email', ...METHOD_FIELDS]
const SHARED_FIELDS = ['amount', 'currency', 'description', 'metadata', ...ANY_FIELDS]
/** Fields that stripe.js adds to its calls; they do not affect the result. */
const BROWSER_FIELDS = ['key', 'client_secret', 'expected_payment_method_type', 'use_stripe_sdk', '_stripe_version']
const CONFIRM_FIELDS = ['return_url', 'off_session', 'error_on_requires_action', ...ANY_FIELDS]
const MODE_FIELDS = ['automatic_payment_methods', 'payment_method_types', 'capture_method', 'confirmation_method']
const CREATE_FIELDS = ['confirm', ...MODE_FIELDS]

/** Creates an intent, not yet confirmed. @throws StripeError for parameters and amounts that Stripe refuses */
export function createIntent(form: params.FormTree, moment: Moment): Transition {
  params.refuseUnknown(form, [...SHARED_FIELDS, ...CONFIRM_FIELDS, ...CREATE_FIELDS])
  const amount = readAmount(form)
  if (amount === undefined) throw missingParam('amount')
  const currency = params.requiredText(form, 'currency').toLowerCase()
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' })
  params.optionalChoice(form, 'capture_method', ['automatic', 'automatic_async'])
  params.optionalChoice(form, 'confirmation_method', ['automatic'])
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: 'automatic',
    created: unixSeconds(moment.now),
    currency,
    description: params.optionalText(form, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: params.mergeMetadata({}, form),
    next_action: null,
    payment_method: null,
    receipt_email: params.optionalText(form, 'receipt_email') ?? null,
    status: 'requires_payment_method',
    ...readMethodTypes(form),
  }
  return changed(intent, moment, 'payment_intent.created')
}

/** `allowed_payment_method_types` replaced `payment_method_types` in 2026-09-30.endive; clients of both are served. */
function readMethodTypes(
  form: params.FormTree,
): Pick<PaymentIntent, 'allowed_payment_method_types' | 'automatic_payment_methods' | 'payment_method_types'> {
  const allowed = params.textList(form, 'allowed_payment_method_types')
  const types = params.textList(form, 'payment_method_types')
  const automatic = params.optionalTree(form, 'automatic_payment_methods')
  if (types.length > 0 && automatic && params.optionalFlag(automatic, 'enabled')) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    )
  }
  refuseOtherThanCard('allowed_payment_method_types', allowed)
  refuseOtherThanCard('payment_method_types', types)
  const redirects = (automatic && params.optionalChoice(automatic, 'allow_redirects', ['always', 'never'])) ?? 'always'
  const isAutomatic = types.length === 0 && allowed.length === 0
  return {
    allowed_payment_method_types: allowed.length > 0 ? allowed : null,
    automatic_payment_methods: automatic || isAutomatic ? { enabled: true, allow_redirects: redirects } : null,
    payment_method_types: ['card'],
  }
}

function refuseOtherThanCard(param: string, types: readonly string[]): void {
  const stranger = types.find((type) => type !== 'card')
  if (stranger === undefined) return
  throw invalidRequest(`The payment method type "${stranger}" is invalid. The sandbox offers "card" only.`, { param })
}

/** A new amount ends an open challenge: no one may authenticate one amount and pay another. @throws StripeError */
export function updateIntent(
  intent: PaymentIntent,
  form: params.FormTree,
  given: StoredMethod | null,
  moment: Moment,
): Transition {
  params.refuseUnknown(form, SHARED_FIELDS)
  const amount = readAmount(form)
  const method = readMethod(form, given, moment)
  const isNewAmount = amount !== undefined && amount !== intent.amount
  for (const [isChanging, field] of [
    [isNewAmount, 'amount'],
    [method !== null, 'payment_method'],
  ] as const) {
    if (isChanging && !CANCELABLE.includes(intent.status)) {
      throw unexpectedState(
        `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only ` +
          `update the ${field} of a PaymentIntent with one of the following statuses: ${CANCELABLE.join(', ')}.`,
        { payment_intent: intent, param: field },
      )
    }
  }
  const currency = params.optionalText(form, 'currency')?.toLowerCase() ?? intent.currency
  if (currency !== intent.currency) throw invalidRequest('The currency cannot be changed.', { param: 'currency' })
  const isChallengeOver = intent.status === 'requires_action' && isNewAmount
  const updated: PaymentIntent = {
    ...intent,
    amount: amount ?? intent.amount,
    description: 'description' in form ? (params.optionalText(form, 'description') ?? null) : intent.description,
    receipt_email:
      'receipt_email' in form ? (params.optionalText(form, 'receipt_email') ?? null) : intent.receipt_email,
    metadata: 'metadata' in form ? params.mergeMetadata(intent.metadata, form) : intent.metadata,
    ...(isChallengeOver || method ? { status: 'requires_confirmation', next_action: null } : {}),
    ...(method ? { payment_method: method.method.id } : {}),
  }
  return { change: changeOf(updated, { methods: method ? [method] : [] }), error: null }
}

/** Processing ones are refused too: Stripe cancels them only "in rare cases". @throws StripeError */
export function cancelIntent(intent: PaymentIntent, form: params.FormTree, moment: Moment): Transition {
  params.refuseUnknown(form, ['cancellation_reason', 'expand'])
  const reason = params.optionalChoice(form, 'cancellation_reason', CANCELLATION_REASONS) ?? null
  requireStatus(intent, CANCELABLE, 'cancel', 'canceled')
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: unixSeconds(moment.now),
    cancellation_reason: reason,
    next_action: null,
  }
  return changed(canceled, moment, 'payment_intent.canceled')
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
  params.refuseUnknown(form, [...CONFIRM_FIELDS, ...BROWSER_FIELDS])
}

function readAmount(form: params.FormTree): number | undefined {
  const amount = params.optionalInteger(form, 'amount')
  if (amount === undefined) return undefined
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < AMOUNT_CENTS_MIN) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > AMOUNT_CENTS_MAX) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
  return amount
}
