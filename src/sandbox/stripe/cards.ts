import { cardRefused, missing, missingParam } from './errors.ts'
import { newId } from './ids.ts'
import type { BillingDetails, PaymentMethod } from './objects.ts'
import { type FormTree, optionalTree } from './params.ts'

export interface Decline {
  code: string
  declineCode?: string
  message: string
  param?: string
}

const DECLINED = 'Your card was declined.'

/** The bank's words, by its reason. */
const DECLINES = {
  generic_decline: DECLINED,
  insufficient_funds: 'Your card has insufficient funds.',
  lost_card: DECLINED,
  stolen_card: DECLINED,
  fraudulent: DECLINED,
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
} as const
type DeclineReason = keyof typeof DECLINES

/** Reasons that are codes of their own, with the field to correct; the others are details of `card_declined`. */
const OWN_CODES: Partial<Record<DeclineReason, { param?: string }>> = {
  expired_card: { param: 'exp_month' },
  incorrect_cvc: { param: 'cvc' },
  processing_error: {},
}

function declineOf(reason: DeclineReason): Decline {
  const own = OWN_CODES[reason]
  const codes = own ? { code: reason, ...own } : { code: 'card_declined', declineCode: reason }
  return { ...codes, message: DECLINES[reason] }
}

export interface CardBehavior {
  authentication?: boolean
  decline?: Decline
  dispute?: boolean
  processing?: boolean
}

const BEHAVIORS = {
  succeeds: {},
  processing: { processing: true },
  dispute: { dispute: true },
  authenticate: { authentication: true },
  authenticate_then_decline: { authentication: true, decline: declineOf('generic_decline') },
  authenticate_then_insufficient_funds: { authentication: true, decline: declineOf('insufficient_funds') },
} as const satisfies Record<string, CardBehavior>

/** What a card does when it is charged. The database stores this name instead of the card's number. */
type BehaviorName = keyof typeof BEHAVIORS | DeclineReason

/** @see https://docs.stripe.com/testing#cards */
const TEST_CARDS: Readonly<Partial<Record<BehaviorName, readonly number[]>>> = {
  succeeds: [
    4242_4242_4242_4242, 4000_0566_5566_5556, 4000_0000_0000_0077, 4000_0037_2000_0278, 5555_5555_5555_4444,
    2223_0031_2200_3222, 5200_8282_8282_8210, 5105_1051_0510_5100, 378_2822_4631_0005, 371_4496_3539_8431,
    6011_1111_1111_1117, 6011_0009_9013_9424, 3056_9300_0902_0004, 36_2272_0627_1667, 3566_0020_2036_0505,
    6200_0000_0000_0005,
  ],
  generic_decline: [4000_0000_0000_0002],
  insufficient_funds: [4000_0000_0000_9995],
  lost_card: [4000_0000_0000_9987],
  stolen_card: [4000_0000_0000_9979],
  fraudulent: [4100_0000_0000_0019],
  card_velocity_exceeded: [4000_0000_0000_6975],
  expired_card: [4000_0000_0000_0069],
  incorrect_cvc: [4000_0000_0000_0127],
  processing_error: [4000_0000_0000_0119],
  authenticate: [4000_0027_6000_3184, 4000_0025_0000_3155, 4000_0000_0000_3220, 4000_0000_0000_3063],
  authenticate_then_decline: [4000_0084_0000_1629],
  authenticate_then_insufficient_funds: [4000_0082_6000_3178],
  dispute: [4000_0000_0000_0259],
}

const behaviorOfCard = (number: string): BehaviorName =>
  (Object.keys(TEST_CARDS) as BehaviorName[]).find((name) =>
    TEST_CARDS[name]?.some((card) => String(card) === number),
  ) ?? 'test_mode_live_card'

/** Stripe's `pm_card_…` names for tests, and `pm_card_processing`, which only the sandbox has. */
const NAMED_CARDS: Readonly<Record<string, number>> = {
  pm_card_visa: 4242_4242_4242_4242,
  pm_card_visa_debit: 4000_0566_5566_5556,
  pm_card_mastercard: 5555_5555_5555_4444,
  pm_card_amex: 378_2822_4631_0005,
  pm_card_discover: 6011_1111_1111_1117,
  pm_card_chargeDeclined: 4000_0000_0000_0002,
  pm_card_chargeDeclinedInsufficientFunds: 4000_0000_0000_9995,
  pm_card_visa_chargeDeclinedLostCard: 4000_0000_0000_9987,
  pm_card_visa_chargeDeclinedStolenCard: 4000_0000_0000_9979,
  pm_card_radarBlock: 4100_0000_0000_0019,
  pm_card_chargeDeclinedVelocityLimitExceeded: 4000_0000_0000_6975,
  pm_card_chargeDeclinedExpiredCard: 4000_0000_0000_0069,
  pm_card_chargeDeclinedIncorrectCvc: 4000_0000_0000_0127,
  pm_card_chargeDeclinedProcessingError: 4000_0000_0000_0119,
  pm_card_authenticationRequired: 4000_0027_6000_3184,
  pm_card_authenticationRequiredOnSetup: 4000_0025_0000_3155,
  pm_card_threeDSecure2Required: 4000_0000_0000_3220,
  pm_card_threeDSecureRequired: 4000_0000_0000_3063,
  pm_card_threeDSecureRequiredChargeDeclined: 4000_0084_0000_1629,
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: 4000_0082_6000_3178,
  pm_card_createDispute: 4000_0000_0000_0259,
  pm_card_processing: 4242_4242_4242_4242,
}

export interface StoredMethod {
  method: PaymentMethod
  behavior: string
}

export function behaviorOf(name: string): CardBehavior {
  if (Object.hasOwn(DECLINES, name)) return { decline: declineOf(name as DeclineReason) }
  return Object.hasOwn(BEHAVIORS, name) ? BEHAVIORS[name as keyof typeof BEHAVIORS] : {}
}

/** Makes a payment method from a `pm_card_…` name. @throws StripeError `resource_missing` for any other */
export function namedCard(name: string, billing: BillingDetails, now: Date): StoredMethod {
  // Some have a second name with the brand.
  const known = Object.hasOwn(NAMED_CARDS, name) ? name : name.replace('_visa_', '_')
  const number = Object.hasOwn(NAMED_CARDS, known) ? NAMED_CARDS[known] : undefined
  if (number === undefined) throw missing('PaymentMethod', name, 'payment_method')
  const expiry = { month: 12, year: now.getUTCFullYear() + 1 }
  return storedMethod(String(number), expiry, billing, now, name === 'pm_card_processing' ? 'processing' : undefined)
}

/** Makes a payment method from typed card fields; number and security code are never stored. @throws StripeError 402 */
export function typedCard(data: FormTree, billing: BillingDetails, now: Date): StoredMethod {
  const card = optionalTree(data, 'card')
  if (data.type !== 'card' || card === undefined) throw missingParam('payment_method_data[card]')
  const field = (name: string) => (typeof card[name] === 'string' ? card[name] : '').trim()
  const number = field('number').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number))
    throw cardRefused('incorrect_number', 'Your card number is incorrect.', 'number')
  const expiry = readExpiry(field('exp_month'), field('exp_year'), now)
  const cvc = field('cvc')
  if (cvc !== '' && !new RegExp(`^\\d{${brandOf(number) === 'amex' ? '3,4' : '3'}}$`).test(cvc))
    throw cardRefused('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return storedMethod(number, expiry, billing, now)
}

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
  }
}

function readExpiry(monthText: string, yearText: string, now: Date): { month: number; year: number } {
  const month = /^\d{1,2}$/.test(monthText) ? Number(monthText) : 0
  if (month < 1 || month > 12)
    throw cardRefused('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  const thisYear = now.getUTCFullYear()
  const year = /^\d{2}$/.test(yearText) ? 2000 + Number(yearText) : /^\d{4}$/.test(yearText) ? Number(yearText) : 0
  if (year < 1970 || year > thisYear + 50)
    throw cardRefused('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  // A card is valid until the end of its month, anywhere in the world: compare whole months.
  if (year * 12 + month < thisYear * 12 + now.getUTCMonth() + 1)
    throw cardRefused('expired_card', 'Your card has expired.', 'exp_year')
  return { month, year }
}

function storedMethod(
  number: string,
  expiry: { month: number; year: number },
  billing: BillingDetails,
  now: Date,
  behavior: BehaviorName = behaviorOfCard(number),
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
    },
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
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

const brandOf = (number: string): string => BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'
