/**
 * Taking money by card. The one implementation speaks Stripe's API through its SDK; live, sandbox and any other
 * compatible server differ by host and keys only.
 */
import type { DisputeStatus, Evidence } from '#contract/payments/disputes.ts'
import type { Cents } from '#contract/values.ts'

/** What a payment intent can be in, as far as the store cares. */
export type IntentState =
  /** Waits for a card, or for 3-D Secure: its amount may still change. */
  | 'waiting'
  /** Waits for 3-D Secure. */
  | 'challenged'
  | 'processing'
  | 'succeeded'
  | 'cancelled'

/** A payment intent, parsed defensively: another implementation may give amounts as text or leave fields out. */
export interface Intent {
  paymentId: string
  state: IntentState
  amountCents: Cents
  /** What was really taken; 0 until it succeeded. */
  receivedCents: Cents
  currency: string
  /** Absent from some servers' later answers. */
  clientSecret: string | null
  orderId: string | null
  revision: number | null
  /** Why the last try failed, in words for the buyer. */
  declineText: string | null
  /** The charge that failed with that try; null when the bank was not asked for the money. */
  declineId: string | null
  /** Whether a bank was asked for the money at all, this time or before. */
  hasCharge: boolean
  /** The buyer's contact as the provider knows it, when ours is missing. */
  billing: { name: string | null; email: string | null; phone: string | null }
}

/** A card that a bank declined. */
export interface ProviderDecline {
  /** The failed charge: the same decline, however the store hears of it. */
  declineId: string
  /** Why, in words for the buyer. */
  text: string
  declinedAt: Date
}

/** A dispute as the provider tells of it. */
export interface ProviderDispute {
  disputeId: string
  amountCents: Cents
  reason: string
  status: DisputeStatus
  /** Until when evidence is taken; null where the provider names no end. */
  dueBy: Date | null
  openedAt: Date
  /** Whether the bank was sent evidence, from here or from the provider's own site. */
  isSubmitted: boolean
}

/** A refund that the provider has taken. */
export interface ProviderRefund {
  providerRefundId: string
  /** It ended without the money having gone back. Until then, and when it succeeded, it counts. */
  isFailed: boolean
}

/** An event of the provider, reduced to what we act on. */
export interface PaymentEvent {
  eventId: string
  type: string
  /** The payment intent it is about, whatever object carries it. */
  paymentId: string | null
  createdAt: Date
  /** The dispute that it tells of, as it was when the event was made; null for every other event. */
  dispute: ProviderDispute | null
  /** Why a try failed, and the charge that failed with it where there was one; null for every other event. */
  decline: { text: string; declineId: string | null } | null
}

/** The provider refused, answered nonsense or did not answer; `isRetryable` when the same call may work later. */
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

/** Every method throws `PaymentProviderError` when the provider refuses or does not answer: 10 s for a try, 20 s for the call. */
export interface PaymentGateway {
  /** For the browser: how it reaches the provider. */
  readonly publishableKey: string
  /** Null for a live provider; known once the store listens. */
  sandboxUrl(): string | null
  /** Makes the intent of an order. The same order asks with the same key, so a repeat gives the same intent. */
  createIntent(input: { orderId: string; reference: string; amountCents: Cents; revision: number }): Promise<Intent>
  /**
   * Changes amount and revision while it waits. `isRepeat` really tells it again, where the provider would otherwise
   * repeat its first answer although an older revision was told meanwhile.
   *
   * @throws code `payment_intent_unexpected_state` once it is under way
   */
  updateIntent(
    paymentId: string,
    input: { orderId: string; amountCents: Cents; revision: number; isRepeat?: boolean },
  ): Promise<Intent>
  retrieveIntent(paymentId: string): Promise<Intent>
  /** Declined cards of a payment, the newest 100. Throws, too, where the server keeps no such list. */
  listDeclines(paymentId: string): Promise<ProviderDecline[]>
  /** @throws code `payment_intent_unexpected_state` when it can no longer be canceled */
  cancelIntent(paymentId: string): Promise<Intent>
  /**
   * Gives money back; the same `refundId` is one refund however often it is asked for. `keyNumber` is 1, and one more for
   * each refund of that id that failed: only then is another made.
   *
   * @throws code `refund_failed` when the one of this number failed; `earlier_refund_unknown` when the provider does not
   *   show that all of the earlier numbers did
   */
  refund(input: {
    refundId: string
    paymentId: string
    amountCents: Cents
    keyNumber: number
  }): Promise<{ providerRefundId: string }>
  /** What was ever made of a refund, in any order. Throws, too, where the server keeps no such list. */
  findRefunds(input: { refundId: string; paymentId: string }): Promise<ProviderRefund[]>
  /** A dispute as it is now. */
  retrieveDispute(disputeId: string): Promise<ProviderDispute>
  /**
   * Sends evidence to the bank, which takes it once. The same `submissionId` is one submission however often it is sent.
   */
  submitEvidence(input: { disputeId: string; submissionId: string; evidence: Evidence }): Promise<ProviderDispute>
  /**
   * Reads a signed event.
   *
   * @throws Refusal `signature_invalid` when it is forged, edited, or its time is more than 300 s off in either direction
   */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): PaymentEvent
}
