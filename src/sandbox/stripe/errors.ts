import type { PaymentError, PaymentIntent } from './objects.ts'

/** The `error` object of Stripe's answers. @see https://docs.stripe.com/api/errors */
export interface StripeErrorBody extends Partial<Omit<PaymentError, 'type' | 'message'>> {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  payment_intent?: PaymentIntent
}

/**
 * A reply with an error. `isRemembered` says whether an idempotency key stores it: Stripe stores what happened after
 * the work started (a wrong state, a decline) and forgets what never started (a malformed parameter, a conflict).
 */
export class StripeError extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  readonly isRemembered: boolean

  constructor(status: number, body: StripeErrorBody, isRemembered = false) {
    super(body.message)
    this.name = 'StripeError'
    this.status = status
    this.body = body
    this.isRemembered = isRemembered
  }
}

/** A malformed request: 400, not stored by the idempotency key. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details })
}

export const missingParam = (param: string): StripeError =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** A request that the current state does not allow: 400, stored by the idempotency key. */
export function wrongState(message: string, code: string, details: Partial<StripeErrorBody> = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, code, ...details }, true)
}

export const unexpectedState = (message: string, details: Partial<StripeErrorBody> = {}): StripeError =>
  wrongState(message, 'payment_intent_unexpected_state', details)

/** The object does not exist: 404, in Stripe's words. */
export function missing(noun: string, id: string, param = 'id'): StripeError {
  const message = `No such ${noun}: '${id}'`
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** A card that cannot be used as typed: 402 before anything happened to the payment. */
export function cardRefused(code: string, message: string, param: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param })
}
