import { declineReason } from '#contract/payments/decline-reasons.ts'

/** The parts we read of the card provider's error. */
export interface ProviderError {
  type?: string | undefined
  code?: string | undefined
  decline_code?: string | undefined
}

const OTHER_CARD = 'Please use another card.'
const ASK_THE_BANK = 'Your bank did not say why. Try another card, or call the number on the back of this one.'
const PRESS_AGAIN = 'Wait a minute, then press Pay again; you are never charged twice.'

/**
 * What to do, by the bank's reason. Reasons for lost, stolen or suspicious cards are left out on purpose: the provider
 * asks merchants to treat them like any other decline.
 *
 * @see https://docs.stripe.com/declines/codes
 */
const ADVICE: Readonly<Record<string, string>> = {
  withdrawal_count_limit_exceeded: 'The card is over its limit. Use another card, or try again tomorrow.',
  card_velocity_exceeded: 'The card is over its limit. Use another card, or try again tomorrow.',
  expired_card: 'Check the expiration date, or use another card.',
  invalid_expiry_month: 'Check the expiration date on the card.',
  invalid_expiry_year: 'Check the expiration date on the card.',
  incorrect_cvc: 'Check the three or four digits on the card, then press Pay again.',
  invalid_cvc: 'Check the three or four digits on the card, then press Pay again.',
  incorrect_number: 'Check the card number, then press Pay again.',
  invalid_number: 'Check the card number, then press Pay again.',
  incorrect_zip: 'Use the address your bank has on file, or use another card.',
  card_not_supported: 'This card cannot pay online in US dollars. Please use another card.',
  currency_not_supported: 'This card cannot pay in US dollars. Please use another card.',
  processing_error: PRESS_AGAIN,
  issuer_not_available: `Your bank did not answer. ${PRESS_AGAIN}`,
  reenter_transaction: PRESS_AGAIN,
  try_again_later: PRESS_AGAIN,
  authentication_required: 'Your bank wants to check with you. Press Pay again and confirm, or use another card.',
  payment_intent_authentication_failure: 'Press Pay again and confirm with your bank, or use another card.',
  test_mode_live_card: 'This store only takes test cards right now.',
  testmode_decline: 'This store only takes test cards right now.',
  card_declined: ASK_THE_BANK,
}

/** The card form shows its own errors next to its fields. */
const CHECK_THE_FORM = 'Please check your card details.'

/** After a lost reply. */
export const UNANSWERED_SENTENCE =
  'We lost the connection to the card provider, so we can’t tell yet whether your card was charged. We kept your order. Press Pay again: it is the same payment, and you are never charged twice.'

/** Errors that leave open whether the payment went through. */
const UNANSWERED: ReadonlySet<string> = new Set(['api_connection_error', 'api_error'])

/** Whether it is unknown if the card was charged. */
export function isUnanswered(error: ProviderError): boolean {
  return error.type !== undefined && UNANSWERED.has(error.type)
}

/** How a cart becomes cheaper; a payment request's lines are fixed, so its payer sees something else. */
const PAY_LESS = 'remove a package and pay for the rest'

/**
 * Why the payment did not go through, what it means for the money, and what to do about it.
 *
 * @param payLess what helps if the total is more than the card has
 */
export function declineWords(error: ProviderError, payLess = PAY_LESS): string {
  if (isUnanswered(error)) return UNANSWERED_SENTENCE
  if (error.type === 'validation_error') return CHECK_THE_FORM
  return `${declineReason(error)} You were not charged. ${adviceFor(error, payLess)}`
}

function adviceFor({ decline_code: declineCode, code }: ProviderError, payLess: string): string {
  if (declineCode === 'insufficient_funds') return `Use another card, or ${payLess}.`
  return ADVICE[declineCode ?? ''] ?? ADVICE[code ?? ''] ?? OTHER_CARD
}
