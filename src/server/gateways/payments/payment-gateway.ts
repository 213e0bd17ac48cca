/** Takes card payments by Stripe's API: live, sandbox and compatible servers differ only by host and keys. */
import type { DisputeStatus, Evidence } from '#contract/payments/disputes.ts'
import type { Cents } from '#contract/values.ts'

/** The amount of one that waits, also for 3-D Secure (`challenged`), may still change. */
export type IntentState = 'waiting' | 'challenged' | 'processing' | 'succeeded' | 'cancelled'

/** Parsed defensively: another implementation may send amounts as text or leave fields out. */
export interface Intent {
  paymentId: string
  state: IntentState
  amountCents: Cents
  receivedCents: Cents
  /** 0 if the answer has no charge. */
  refundedCents: Cents
  currency: string
  clientSecret: string | null
  createdAt: Date | null
  orderId: string | null
  revision: number | null
  declineText: string | null
  declineId: string | null
  hasCharge: boolean
  /** `card`: in words, such as `Visa ending in 4242`. */
  billing: { name: string | null; email: string | null; phone: string | null; card: string | null }
}

export interface ProviderDecline {
  /** The failed charge: the same decline, however the store hears about it. */
  declineId: string
  text: string
  declinedAt: Date
}

export interface ProviderDispute {
  disputeId: string
  amountCents: Cents
  reason: string
  status: DisputeStatus
  dueBy: Date | null
  openedAt: Date
  isSubmitted: boolean
}

export interface ProviderRefund {
  providerRefundId: string
  /** Without returning the money. Until then, and if it succeeds, the refund counts. */
  isFailed: boolean
}

export interface PaymentEvent {
  eventId: string
  type: string
  paymentId: string | null
  createdAt: Date
  dispute: ProviderDispute | null
  decline: { text: string; declineId: string | null } | null
}

/** The provider refused, sent nonsense or did not answer; `isRetryable` if the same call may work later. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
  readonly code: string
  readonly isRetryable: boolean
  constructor(message: string, options: { code: string; isRetryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.isRetryable = options.isRetryable
  }
}

/** Every method throws `PaymentProviderError` if the provider refuses or does not answer: 10 s per try, 20 s per call. */
export interface PaymentGateway {
  readonly publishableKey: string
  /** Null for a live provider; known once the store listens. */
  sandboxUrl(): string | null
  /** The same order uses the same key, so a repeat returns the same intent. */
  createIntent(input: { orderId: string; reference: string; amountCents: Cents; revision: number }): Promise<Intent>
  /** `isRepeat` forces a new call. @throws code `payment_intent_unexpected_state` once it is in progress */
  updateIntent(
    paymentId: string,
    input: { orderId: string; amountCents: Cents; revision: number; isRepeat?: boolean },
  ): Promise<Intent>
  retrieveIntent(paymentId: string): Promise<Intent>
  /** Calls back page by page. Also throws if the server has no such list, like the other lists. */
  listIntents(between: { since: Date; until: Date }, each: (intents: Intent[]) => Promise<void>): Promise<void>
  listDeclines(paymentId: string): Promise<ProviderDecline[]>
  /** @throws code `payment_intent_unexpected_state` if it can no longer be canceled */
  cancelIntent(paymentId: string): Promise<Intent>
  /**
   * The same `refundId` is one refund however often it is called. `keyNumber` is 1, plus one for each refund of that id
   * that failed; only then is another one made.
   * @throws code `refund_failed` if the one with this number failed; `earlier_refund_unknown` if the provider does not
   * show that all earlier ones did
   */
  refund(input: {
    refundId: string
    paymentId: string
    amountCents: Cents
    keyNumber: number
  }): Promise<{ providerRefundId: string }>
  findRefunds(input: { refundId: string; paymentId: string }): Promise<ProviderRefund[]>
  retrieveDispute(disputeId: string): Promise<ProviderDispute>
  /** The bank accepts evidence once. The same `submissionId` is one submission however often it is sent. */
  submitEvidence(input: { disputeId: string; submissionId: string; evidence: Evidence }): Promise<ProviderDispute>
  /** @throws Refusal `signature_invalid` if it is forged or edited, or its time is more than 300 s off */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): PaymentEvent
}
