/** Why the card provider did not take a payment: its codes in our words, because we may not show its own sentences. */
export interface DeclineCodes {
  code?: string | null | undefined
  decline_code?: string | null | undefined
}

const OVER_LIMIT = 'Your card is over its limit.'
const WRONG_NUMBER = 'Your card number is not right.'
const WRONG_DATE = 'Your card’s expiration date is not right.'
const WRONG_CVC = 'Your card’s security code is not right.'
const NOT_NOW = 'Your bank could not process the payment just now.'
const NOT_CONFIRMED = 'Your bank could not confirm that it is you.'
const NOT_SUPPORTED = 'Your card cannot be used for this payment.'

/** A bank's decline without a reason that may be shown. */
export const DECLINED = 'Your card was declined.'

/**
 * By the bank's reason, then by the provider's code. Reasons for lost, stolen or suspicious cards are left out on
 * purpose: the provider asks merchants to treat them like any other decline.
 * @see https://docs.stripe.com/declines/codes
 */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  withdrawal_count_limit_exceeded: OVER_LIMIT,
  card_velocity_exceeded: OVER_LIMIT,
  expired_card: 'Your card has expired.',
  invalid_expiry_month: WRONG_DATE,
  invalid_expiry_year: WRONG_DATE,
  incorrect_cvc: WRONG_CVC,
  invalid_cvc: WRONG_CVC,
  incorrect_number: WRONG_NUMBER,
  invalid_number: WRONG_NUMBER,
  incorrect_zip: 'Your card’s address is not right.',
  card_not_supported: NOT_SUPPORTED,
  currency_not_supported: NOT_SUPPORTED,
  processing_error: NOT_NOW,
  issuer_not_available: NOT_NOW,
  reenter_transaction: NOT_NOW,
  try_again_later: NOT_NOW,
  authentication_required: NOT_CONFIRMED,
  payment_intent_authentication_failure: NOT_CONFIRMED,
  card_declined: DECLINED,
}

/** The reason as a sentence, or the fixed text for an unknown code. */
export function declineReason({ code, decline_code: declineCode }: DeclineCodes): string {
  return REASONS[declineCode ?? ''] ?? REASONS[code ?? ''] ?? 'Payment failed.'
}
