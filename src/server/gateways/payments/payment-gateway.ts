/**
 * Takes card payments. The one implementation calls Stripe's API through its SDK; live, sandbox and any compatible
 * server differ only by host and keys.
 */
import type { DisputeStatus, Evidence } from '#contract/payments/disputes.ts'
import type { Cents } from '#contract/values.ts'

/** The states of a payment intent, as far as the store cares. */
export type IntentState =
  /** Waits for a card, or for 3-D Secure: its amount may still change. */
  | 'waiting'
  /** Waits for 3-D Secure. */
  | 'challenged'
  | 'processing'
  | 'succeeded'
  | 'cancelled'

/** A payment intent, parsed defensively: another implementation may send amounts as text or leave fields out. */
export interface Intent {
  paymentId: string
  state: IntentState
  amountCents: Cents
  /** The amount actually taken; 0 until it has succeeded. */
  receivedCents: Cents
  /** What of that has gone back already; 0 if the answer has no charge. */
  refundedCents: Cents
  currency: string
  /** Some servers leave it out of later replies. */
  clientSecret: string | null
  /** When it was created; some servers leave it out. */
  createdAt: Date | null
  orderId: string | null
  revision: number | null
  /** Why the last try failed, in words for the buyer. */
  declineText: string | null
  /** The charge that failed with that try; null if the bank was not asked. */
  declineId: string | null
  /** Whether a bank was asked for the money at all, now or earlier. */
  hasCharge: boolean
  /** The buyer's contact from the provider, in case ours is missing. */
  billing: { name: string | null; email: string | null; phone: string | null }
}

/** A card that a bank declined. */
export interface ProviderDecline {
  /** The failed charge: the same decline, however the store hears about it. */
  declineId: string
  /** Why, in words for the buyer. */
  text: string
  declinedAt: Date
}

/** A dispute as the provider reports it. */
export interface ProviderDispute {
  disputeId: string
  amountCents: Cents
  reason: string
  status: DisputeStatus
  /** The deadline for evidence; null if the provider gives none. */
  dueBy: Date | null
  openedAt: Date
  /** Whether the bank was sent evidence, from here or from the provider's own site. */
  isSubmitted: boolean
}

/** A refund that the provider has accepted. */
export interface ProviderRefund {
  providerRefundId: string
  /** It ended without returning the money. Until then, and if it succeeds, the refund counts. */
  isFailed: boolean
}

/** An event from the provider, reduced to what we act on. */
export interface PaymentEvent {
  eventId: string
  type: string
  /** The payment intent it is about, whatever object contains it. */
  paymentId: string | null
  createdAt: Date
  /** The dispute that it reports, as it was when the event was made; null for every other event. */
  dispute: ProviderDispute | null
  /** Why a try failed, and the charge that failed with it, if any; null for every other event. */
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
  /** For the browser to reach the provider. */
  readonly publishableKey: string
  /** Null for a live provider; known once the store listens. */
  sandboxUrl(): string | null
  /** Creates the intent of an order. The same order uses the same key, so a repeat returns the same intent. */
  createIntent(input: { orderId: string; reference: string; amountCents: Cents; revision: number }): Promise<Intent>
  /**
   * Changes amount and revision while it waits. `isRepeat` forces a new call; otherwise the provider would repeat its
   * first reply although an older revision was sent in between.
   *
   * @throws code `payment_intent_unexpected_state` once it is in progress
   */
  updateIntent(
    paymentId: string,
    input: { orderId: string; amountCents: Cents; revision: number; isRepeat?: boolean },
  ): Promise<Intent>
  retrieveIntent(paymentId: string): Promise<Intent>
  /**
   * Calls back with the intents that were created from `since` to `until`, page by page. Also throws if the server has
   * no such list.
   */
  listIntents(between: { since: Date; until: Date }, each: (intents: Intent[]) => Promise<void>): Promise<void>
  /** Lists a payment's declined cards, the newest 100. Also throws if the server has no such list. */
  listDeclines(paymentId: string): Promise<ProviderDecline[]>
  /** @throws code `payment_intent_unexpected_state` if it can no longer be canceled */
  cancelIntent(paymentId: string): Promise<Intent>
  /**
   * Refunds money. The same `refundId` is one refund however often it is called. `keyNumber` is 1, plus one for each
   * refund of that id that failed; only then is another one made.
   *
   * @throws code `refund_failed` if the one with this number failed; `earlier_refund_unknown` if the provider does not
   * show that all earlier ones did
   */
  refund(input: {
    refundId: string
    paymentId: string
    amountCents: Cents
    keyNumber: number
  }): Promise<{ providerRefundId: string }>
  /** Lists everything the provider ever made of a refund, unsorted. Also throws if the server has no such list. */
  findRefunds(input: { refundId: string; paymentId: string }): Promise<ProviderRefund[]>
  /** Returns a dispute's current state. */
  retrieveDispute(disputeId: string): Promise<ProviderDispute>
  /** Sends evidence to the bank, which accepts it once. The same `submissionId` is one submission however often it is sent. */
  submitEvidence(input: { disputeId: string; submissionId: string; evidence: Evidence }): Promise<ProviderDispute>
  /**
   * Reads a signed event.
   *
   * @throws Refusal `signature_invalid` if it is forged or edited, or its time is more than 300 s off in either
   * direction
   */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): PaymentEvent
}
