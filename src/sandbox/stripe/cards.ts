import { cardRefused, invalidRequest, missing } from './errors.ts'
import { newId } from './ids.ts'
import type { BillingDetails, PaymentMethod } from './objects.ts'
import type { FormTree } from './params.ts'
import { optionalTree } from './params.ts'

/** Why a bank declines, in Stripe's codes and words. @see https://docs.stripe.com/declines/codes */
export interface Decline {
  code: string
  declineCode?: string
  message: string
  param?: string
}

const DECLINED = 'Your card was declined.'
const DECLINES = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: DECLINED },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: DECLINED },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: DECLINED },
  card_velocity_exceeded: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  test_mode_live_card: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, Decline>

/** What a card does when it is charged. */
export interface CardBehavior {
  authentication?: boolean
  decline?: Decline
  dispute?: boolean
  processing?: boolean
}

/** The database stores the name of a behavior instead of the card's number. */
const BEHAVIORS = {
  succeeds: {},
  processing: { processing: true },
  dispute: { dispute: true },
  authenticate: { authentication: true },
  authenticate_then_decline: { authentication: true, decline: DECLINES.generic_decline },
  authenticate_then_insufficient_funds: { authentication: true, decline: DECLINES.insufficient_funds },
  generic_decline: { decline: DECLINES.generic_decline },
  insufficient_funds: { decline: DECLINES.insufficient_funds },
  lost_card: { decline: DECLINES.lost_card },
  stolen_card: { decline: DECLINES.stolen_card },
  fraudulent: { decline: DECLINES.fraudulent },
  card_velocity_exceeded: { decline: DECLINES.card_velocity_exceeded },
  test_mode_live_card: { decline: DECLINES.test_mode_live_card },
  expired_card: { decline: DECLINES.expired_card },
  incorrect_cvc: { decline: DECLINES.incorrect_cvc },
  processing_error: { decline: DECLINES.processing_error },
} as const satisfies Record<string, CardBehavior>

type BehaviorName = keyof typeof BEHAVIORS

/** Each test card with its behavior. @see https://docs.stripe.com/testing#cards */
const TEST_CARDS: Readonly<Record<string, BehaviorName>> = {
  '4242424242424242': 'succeeds',
  '4000056655665556': 'succeeds',
  '4000000000000077': 'succeeds',
  '4000003720000278': 'succeeds',
  '5555555555554444': 'succeeds',
  '2223003122003222': 'succeeds',
  '5200828282828210': 'succeeds',
  '5105105105105100': 'succeeds',
  '378282246310005': 'succeeds',
  '371449635398431': 'succeeds',
  '6011111111111117': 'succeeds',
  '6011000990139424': 'succeeds',
  '3056930009020004': 'succeeds',
  '36227206271667': 'succeeds',
  '3566002020360505': 'succeeds',
  '6200000000000005': 'succeeds',
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4100000000000019': 'fraudulent',
  '4000000000006975': 'card_velocity_exceeded',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002760003184': 'authenticate',
  '4000002500003155': 'authenticate',
  '4000000000003220': 'authenticate',
  '4000000000003063': 'authenticate',
  '4000008400001629': 'authenticate_then_decline',
  '4000008260003178': 'authenticate_then_insufficient_funds',
  '4000000000000259': 'dispute',
}

/** Stripe's `pm_card_…` names for tests, and `pm_card_processing`, which only the sandbox has. */
const NAMED_CARDS: Readonly<Record<string, { number: string; behavior?: BehaviorName }>> = {
  pm_card_visa: { number: '4242424242424242' },
  pm_card_visa_debit: { number: '4000056655665556' },
  pm_card_mastercard: { number: '5555555555554444' },
  pm_card_amex: { number: '378282246310005' },
  pm_card_discover: { number: '6011111111111117' },
  pm_card_visa_chargeDeclined: { number: '4000000000000002' },
  pm_card_chargeDeclined: { number: '4000000000000002' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { number: '4000000000009995' },
  pm_card_chargeDeclinedInsufficientFunds: { number: '4000000000009995' },
  pm_card_visa_chargeDeclinedLostCard: { number: '4000000000009987' },
  pm_card_visa_chargeDeclinedStolenCard: { number: '4000000000009979' },
  pm_card_radarBlock: { number: '4100000000000019' },
  pm_card_chargeDeclinedVelocityLimitExceeded: { number: '4000000000006975' },
  pm_card_chargeDeclinedExpiredCard: { number: '4000000000000069' },
  pm_card_visa_chargeDeclinedExpiredCard: { number: '4000000000000069' },
  pm_card_chargeDeclinedIncorrectCvc: { number: '4000000000000127' },
  pm_card_visa_chargeDeclinedIncorrectCvc: { number: '4000000000000127' },
  pm_card_chargeDeclinedProcessingError: { number: '4000000000000119' },
  pm_card_visa_chargeDeclinedProcessingError: { number: '4000000000000119' },
  pm_card_authenticationRequired: { number: '4000002760003184' },
  pm_card_authenticationRequiredOnSetup: { number: '4000002500003155' },
  pm_card_threeDSecure2Required: { number: '4000000000003220' },
  pm_card_threeDSecureRequired: { number: '4000000000003063' },
  pm_card_threeDSecureRequiredChargeDeclined: { number: '4000008400001629' },
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: { number: '4000008260003178' },
  pm_card_createDispute: { number: '4000000000000259' },
  pm_card_processing: { number: '4242424242424242', behavior: 'processing' },
}

/** A payment method with its card's behavior. */
export interface StoredMethod {
  method: PaymentMethod
  behavior: string
}

/** Finds the behavior for a stored name. */
export function behaviorOf(name: string): CardBehavior {
  return Object.entries(BEHAVIORS).find(([known]) => known === name)?.[1] ?? BEHAVIORS.succeeds
}

/**
 * Makes a payment method from a `pm_card_…` name.
 * @throws StripeError `resource_missing` if Stripe has no such name
 */
export function namedCard(name: string, billing: BillingDetails, now: Date): StoredMethod {
  const known = Object.hasOwn(NAMED_CARDS, name) ? NAMED_CARDS[name] : undefined
  if (known === undefined) throw missing('PaymentMethod', name, 'payment_method')
  const year = now.getUTCFullYear() + 1
  return storedMethod(known.number, { month: 12, year }, true, billing, now, known.behavior)
}

/**
 * Makes a payment method from typed card fields. It keeps only brand, last four digits, expiry and the test card's
 * behavior; number and security code are never stored.
 * @throws StripeError 402 `incorrect_number`, `invalid_expiry_month`, `invalid_expiry_year`, `expired_card`,
 * `invalid_cvc`
 */
export function typedCard(data: FormTree, billing: BillingDetails, now: Date): StoredMethod {
  const card = optionalTree(data, 'card')
  if (data.type !== 'card' || card === undefined) {
    throw invalidRequest('Missing required param: payment_method_data[card].', {
      code: 'parameter_missing',
      param: 'payment_method_data[card]',
    })
  }
  const field = (name: string) => (typeof card[name] === 'string' ? card[name] : '').trim()
  const number = field('number').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number)) {
    throw cardRefused('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const expiry = readExpiry(field('exp_month'), field('exp_year'), now)
  const cvc = field('cvc')
  if (cvc !== '' && !new RegExp(`^\\d{${brandOf(number) === 'amex' ? '3,4' : '3'}}$`).test(cvc)) {
    throw cardRefused('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  return storedMethod(number, expiry, cvc !== '', billing, now)
}

/** Reads billing details from a form; missing fields are null. */
export function readBillingDetails(data: FormTree | undefined): BillingDetails {
  const details = (data && optionalTree(data, 'billing_details')) ?? {}
  const address = optionalTree(details, 'address') ?? {}
  const text = (tree: FormTree, name: string) =>
    typeof tree[name] === 'string' && tree[name] !== '' ? tree[name] : null
  return {
    address: {
      city: text(address, 'city'),
      country: text(address, 'country'),
      line1: text(address, 'line1'),
      line2: text(address, 'line2'),
      postal_code: text(address, 'postal_code'),
      state: text(address, 'state'),
    },
    email: text(details, 'email'),
    name: text(details, 'name'),
    phone: text(details, 'phone'),
    tax_id: null,
  }
}

function readExpiry(monthText: string, yearText: string, now: Date): { month: number; year: number } {
  const month = /^\d{1,2}$/.test(monthText) ? Number(monthText) : 0
  if (month < 1 || month > 12) {
    throw cardRefused('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const thisYear = now.getUTCFullYear()
  const year = /^\d{2}$/.test(yearText) ? 2000 + Number(yearText) : /^\d{4}$/.test(yearText) ? Number(yearText) : 0
  if (year < 1970 || year > thisYear + 50) {
    throw cardRefused('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  // A card is valid until the end of its month, anywhere in the world: compare whole months.
  if (year * 12 + month < thisYear * 12 + now.getUTCMonth() + 1) {
    throw cardRefused('expired_card', 'Your card has expired.', 'exp_year')
  }
  return { month, year }
}

function storedMethod(
  number: string,
  expiry: { month: number; year: number },
  hasCvc: boolean,
  billing: BillingDetails,
  now: Date,
  behavior: BehaviorName = TEST_CARDS[number] ?? 'test_mode_live_card',
): StoredMethod {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: billing,
    card: {
      brand: brandOf(number),
      last4: number.slice(-4),
      exp_month: expiry.month,
      exp_year: expiry.year,
      country: 'US',
      funding: number === '4000056655665556' ? 'debit' : 'credit',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: hasCvc ? 'pass' : null },
    },
    created: Math.floor(now.getTime() / 1000),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  return { method, behavior }
}

function isLuhnValid(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce(
    (total, digit, place) => total + (place % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2),
    0,
  )
  return sum % 10 === 0
}

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
]

function brandOf(number: string): string {
  return BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'
}
