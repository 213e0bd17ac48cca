/** Stored with Stripe’s names; amounts are integer cents. @see https://docs.stripe.com/api/payment_intents/object */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export interface BillingDetails {
  address: Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>
  email: string | null
  name: string | null
  phone: string | null
}

/** The stored part of a card: never its number. */
export interface CardDetails {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  country: string
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  billing_details: BillingDetails
  card: CardDetails
  created: number
  livemode: false
  type: 'card'
}

/** What all objects about money have; `amount` in cents. */
interface MoneyObject<Kind extends string> {
  id: string
  object: Kind
  amount: number
  created: number
  currency: string
}

export interface PaymentError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  decline_code?: string
  charge?: string
  param?: string
  payment_method?: PaymentMethod
}

export interface PaymentIntent extends MoneyObject<'payment_intent'> {
  amount_received: number
  client_secret: string
  last_payment_error: PaymentError | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  next_action: {
    type: 'use_stripe_sdk'
    use_stripe_sdk: { type: 'three_d_secure_redirect'; source: string; amount: number }
  } | null
  payment_method: string | null
  payment_method_types: string[]
  status: IntentStatus
}

export interface Charge extends MoneyObject<'charge'> {
  amount_refunded: number
  billing_details: BillingDetails
  disputed: boolean
  failure_code: string | null
  livemode: false
  metadata: Record<string, string>
  outcome: { reason: string | null }
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: 'card'; card: CardDetails }
  refunded: boolean
  status: 'succeeded' | 'failed'
}

export interface Refund extends MoneyObject<'refund'> {
  charge: string
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  status: 'succeeded'
}

export interface Dispute extends MoneyObject<'dispute'> {
  charge: string
  /** By Stripe's names; fields that were never given are left out, where Stripe says null. */
  evidence: Record<string, string>
  evidence_details: { due_by: number; has_evidence: boolean; submission_count: number }
  livemode: false
  payment_intent: string
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: PaymentIntent | Charge | Refund | Dispute }
  livemode: false
  request: { id: string; idempotency_key: string | null }
  type: string
}

/** What a holder of only the publishable key and the client secret may see: no metadata, no charge. */
export const publicView = (intent: PaymentIntent): PaymentIntent => ({ ...intent, metadata: {}, latest_charge: null })
