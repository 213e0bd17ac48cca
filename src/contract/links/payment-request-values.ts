/** What a payment request looks like to its customer, to its rep and in a customer's history. */
import * as z from 'zod/mini'
import { OrderLine } from '#contract/orders/orders.ts'
import { REFUND_STATES } from '#contract/payments/refund-states.ts'
import { CustomerId, Instant, OrderToken, PaymentId, PaymentRequestId, PaymentRequestToken } from '#contract/values.ts'

/** The four statuses of the wire (docs/product.md#payment-links). Replaced and voided requests are `expired`. */
export const PaymentRequestStatus = z.enum(['sent', 'paid', 'processed', 'expired'])
export type PaymentRequestStatus = z.infer<typeof PaymentRequestStatus>

/** Its 24 hours were over, a resend replaced it, someone voided it, or ten cards were declined. */
export const ExpiredReason = z.enum(['time', 'replaced', 'voided', 'declined'])
export type ExpiredReason = z.infer<typeof ExpiredReason>

export const TimelineKind = z.enum([
  'customer_added',
  'sent',
  'mail_handed_over',
  'mail_failed',
  'opened',
  'cash_app_chosen',
  'declined',
  'reminded',
  'new_link_asked',
  'paid',
  'marked_paid',
  'refunded',
  'replaced',
  'voided',
  'closed',
  'expired',
])
export type TimelineKind = z.infer<typeof TimelineKind>

export const TimelineEntry = z.object({
  kind: TimelineKind,
  at: Instant,
  /** More detail (why a card was declined, what the mail server said, a transfer’s reference); null if there is none. */
  detail: z.nullable(z.string()),
  /** The member who did it; null for the customer and for the store itself. */
  by: z.nullable(z.string()),
  requestToken: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** For rep and customer. Extended below, never spread: that would bring zod to pages that need a name from here. */
const Shown = z.object({
  id: PaymentRequestId,
  token: PaymentRequestToken,
  status: PaymentRequestStatus,
  reason: z.nullable(ExpiredReason),
  reference: z.string(),
  /** Dollars as text with two decimals. */
  total: z.string(),
  refundedTotal: z.string(),
  refundState: z.nullable(z.enum(REFUND_STATES)),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: z.nullable(Instant),
  paymentId: z.nullable(PaymentId),
  paymentMethod: z.enum(['stripe', 'cash_app', 'free', 'manual']),
  /** The card that paid it, such as `Visa ending in 4242`; null if it is not known. */
  card: z.nullable(z.string()),
  customerBusinessName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerAddress: z.nullable(z.string()),
  cartData: z.array(OrderLine),
  /** Who sent it, and the number under which that rep, or else the store, is reached; empty if there is none. */
  repName: z.string(),
  repPhone: z.string(),
  specialOffers: z.string(),
})

/**
 * Behind the link, without login. For a paid link the customer is masked (`J… D…`, `j…@e…`), except for the browser that
 * paid it. An expired one has no customer data, no lines and no money.
 */
export const PublicPaymentRequest = z.extend(Shown, {
  id: z.nullable(PaymentRequestId),
  reference: z.nullable(z.string()),
  total: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  isNewLinkAsked: z.boolean(),
  orderToken: z.nullable(OrderToken),
  /** The delivery deadline: 24 hours after payment. */
  deliverBy: z.nullable(Instant),
  now: Instant,
})
export type PublicPaymentRequest = z.infer<typeof PublicPaymentRequest>

export const MailState = z.object({ state: z.enum(['waiting', 'sent', 'failed']), error: z.nullable(z.string()) })

export const PaymentRequest = z.extend(Shown, {
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  isDisputed: z.boolean(),
  mail: MailState,
  /** When it ended unpaid; null if it did not, or if only the clock says so. */
  closedAt: z.nullable(Instant),
  openedAt: z.nullable(Instant),
  cashAppChosenAt: z.nullable(Instant),
  /** When a reminder goes out; null if it has already gone out or is off. */
  remindAt: z.nullable(Instant),
  /** The latest decline of the customer's card, in words; null if there was none or it was paid since. */
  declinedReason: z.nullable(z.string()),
  newLinkAskedAt: z.nullable(Instant),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** The invoice page: the request with everything that happened to it, oldest first. */
export const Invoice = z.extend(PaymentRequest, {
  timeline: z.array(TimelineEntry),
  replacesToken: z.nullable(z.string()),
  replacedByToken: z.nullable(z.string()),
  markedPaidBy: z.nullable(z.string()),
  markReference: z.nullable(z.string()),
  now: Instant,
})
export type Invoice = z.infer<typeof Invoice>
