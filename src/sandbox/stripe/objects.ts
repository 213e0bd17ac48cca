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
  tax_id: null
}

/** The stored part of a card: never its number. */
export interface CardDetails {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  country: string
  funding: string
  checks: { address_line1_check: null; address_postal_code_check: null; cvc_check: string | null }
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  billing_details: BillingDetails
  card: CardDetails
  created: number
  customer: null
  livemode: false
  metadata: Record<string, string>
  type: 'card'
}

export interface PaymentError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  decline_code?: string
  charge?: string
  param?: string
  doc_url: string
  payment_method?: PaymentMethod
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  allowed_payment_method_types: string[] | null
  automatic_payment_methods: { enabled: true; allow_redirects: 'always' | 'never' } | null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic_async'
  client_secret: string
  confirmation_method: 'automatic'
  created: number
  currency: string
  customer: null
  description: string | null
  last_payment_error: PaymentError | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  next_action: {
    type: 'use_stripe_sdk'
    use_stripe_sdk: { type: 'three_d_secure_redirect'; source: string; known_frame_issues: 'false'; amount: number }
  } | null
  payment_method: string | null
  payment_method_options: { card: { request_three_d_secure: 'automatic' } }
  payment_method_types: string[]
  processing: { type: 'card' } | null
  receipt_email: string | null
  setup_future_usage: null
  shipping: null
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  status: IntentStatus
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  balance_transaction: string | null
  billing_details: BillingDetails
  captured: boolean
  created: number
  currency: string
  customer: null
  description: string | null
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Record<string, string>
  outcome: { network_status: string; reason: string | null; risk_level: string; seller_message: string; type: string }
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: 'card'; card: CardDetails & { three_d_secure: { result: string } | null } }
  receipt_email: string | null
  receipt_url: string | null
  refunded: boolean
  status: 'succeeded' | 'failed'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: string
  charge: string
  created: number
  currency: string
  destination_details: { type: 'card'; card: { type: 'refund' } }
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  receipt_number: null
  status: 'succeeded'
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  /** By Stripe's names; fields that were never given are left out, where Stripe says null. */
  evidence: Record<string, string>
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number }
  is_charge_refundable: boolean
  livemode: false
  metadata: Record<string, string>
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
  pending_webhooks: number
  request: { id: string; idempotency_key: string | null }
  type: string
}

/** What a holder of only the publishable key and the client secret may see: no metadata, no charge. */
export function publicView(intent: PaymentIntent): PaymentIntent {
  const { metadata: _metadata, latest_charge: _charge, customer: _customer, ...rest } = intent
  return { ...rest, metadata: {}, latest_charge: null, customer: null }
}
