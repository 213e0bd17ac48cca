/** What a payment request looks like, to its customer, its rep and in a customer's history. */
import * as z from 'zod/mini'
import { OrderLine } from '#contract/orders/orders.ts'
import { REFUND_STATES } from '#contract/payments/refund-states.ts'
import { CustomerId, Instant, OrderToken, PaymentId, PaymentRequestId, PaymentRequestToken } from '#contract/values.ts'

/** SPEC.md section 4. Replaced and voided requests are `expired` with a `reason`. */
export const PaymentRequestStatus = z.enum(['sent', 'paid', 'processed', 'expired'])
export type PaymentRequestStatus = z.infer<typeof PaymentRequestStatus>

/** Why a request is `expired`: its 24 hours were over, a resend replaced it, somebody withdrew it, or ten cards were declined. */
export const ExpiredReason = z.enum(['time', 'replaced', 'voided', 'declined'])
export type ExpiredReason = z.infer<typeof ExpiredReason>

/** What happened to a request or a customer, in the order in which it happened. */
export const TimelineKind = z.enum([
  'customer_added',
  'sent',
  'mail_handed_over',
  'mail_failed',
  'opened',
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
  /** More in words (why a card was declined, what the mail server said, a transfer’s reference); null where there is none. */
  detail: z.nullable(z.string()),
  /** Which member did it; null for the customer and for the store itself. */
  by: z.nullable(z.string()),
  /** The request it is about; null for what concerns the customer alone. */
  requestToken: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/**
 * What rep and customer both see of a request. Extended below, never spread: a spread keeps the schemas, and zod with them,
 * in every page that only wants a name from this file.
 */
const Shown = z.object({
  id: PaymentRequestId,
  token: PaymentRequestToken,
  status: PaymentRequestStatus,
  /** Set when the status is `expired`. */
  reason: z.nullable(ExpiredReason),
  /** `LY-XXXXXXXX`, of the order behind it. */
  reference: z.string(),
  /** Dollars as text with two decimals. */
  total: z.string(),
  refundedTotal: z.string(),
  /** How far that is; null where nothing goes back. */
  refundState: z.nullable(z.enum(REFUND_STATES)),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: z.nullable(Instant),
  paymentId: z.nullable(PaymentId),
  paymentMethod: z.enum(['stripe', 'cash_app', 'free', 'manual']),
  customerBusinessName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerAddress: z.nullable(z.string()),
  cartData: z.array(OrderLine),
  /** What the rep wrote for the customer; empty when nothing. */
  specialOffers: z.string(),
})

/** Behind the link, without a log-in. Of a paid one the customer is masked (`J… D…`, `j…@e…`). An expired one carries no customer data, no lines and no money. */
export const PublicPaymentRequest = z.extend(Shown, {
  id: z.nullable(PaymentRequestId),
  reference: z.nullable(z.string()),
  total: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  /** The address of the order's status page, `/order/<token>`, once it is paid. */
  orderToken: z.nullable(OrderToken),
  /** By when the leads are promised: 24 hours after payment. */
  deliverBy: z.nullable(Instant),
  /** The server’s clock, so that a browser whose clock is wrong still counts down right. */
  now: Instant,
})
export type PublicPaymentRequest = z.infer<typeof PublicPaymentRequest>

/** How the mail with the link fares. */
export const MailState = z.object({
  state: z.enum(['waiting', 'sent', 'failed']),
  /** What the mail server said, when it did not take the mail (yet). */
  error: z.nullable(z.string()),
})
export type MailState = z.infer<typeof MailState>

/** As the rep who sent it, and administrators, see it. */
export const PaymentRequest = z.extend(Shown, {
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  /** Who sent it. */
  repName: z.string(),
  mail: MailState,
  /** When the customer first looked at the link. */
  openedAt: z.nullable(Instant),
  /** When a reminder goes out; null when it went out already or is switched off. */
  remindAt: z.nullable(Instant),
  /** The latest refusal of the customer's card, in words; null when there was none or it was paid since. */
  declinedReason: z.nullable(z.string()),
  /** When the customer of the ended link asked for a new one. */
  newLinkAskedAt: z.nullable(Instant),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** What the invoice page shows: the request with everything that happened to it, oldest first. */
export const Invoice = z.extend(PaymentRequest, {
  timeline: z.array(TimelineEntry),
  /** The request that this one replaced, and the one that replaced it. */
  replacesToken: z.nullable(z.string()),
  replacedByToken: z.nullable(z.string()),
  /** Who marked it paid by hand, and by which reference. */
  markedPaidBy: z.nullable(z.string()),
  markReference: z.nullable(z.string()),
  now: Instant,
})
export type Invoice = z.infer<typeof Invoice>
