/** Placed orders: recording the paid order, and the page that shows its state (docs/product.md#after-paying). */
import * as z from 'zod/mini'
import { LeadType, Tier } from '#contract/catalogue/catalogue.ts'
import { AppliedOffer } from '#contract/catalogue/offers.ts'
import { ContactInfo, STATED_LINES_MAX, StatedLine } from '#contract/checkout/checkout.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { REFUND_STATES } from '#contract/payments/refund-states.ts'
import { DeliveryMethod, Instant, OrderId, OrderToken, PaymentId } from '#contract/values.ts'

/** How an order’s state is named on the wire; `completed` is a paid order whose leads are not delivered yet. */
export const OrderStatus = z.enum(['awaiting_payment', 'completed', 'processed', 'refunded', 'cancelled'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const PaymentMethod = z.enum(['stripe', 'cash_app', 'free', 'manual'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const OrderLine = z.object({
  tier: Tier,
  leadType: LeadType,
  leadTypeName: z.string(),
  size: z.number(),
  sizeName: z.string(),
  state: z.string(),
  county: z.string(),
  /** As people say it: `Travis County, Texas`. */
  place: z.string(),
  deliveryMethod: DeliveryMethod,
  price: z.number(),
  /** Dollars that offers took off it, and leads that they added to it; `offers` has the details. */
  discount: z.number(),
  bonusLeads: z.int(),
  offers: z.array(AppliedOffer),
  /** True if the money came after the hold expired and nothing was left: the line’s price went back. */
  isRefunded: z.boolean(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const Order = z.object({
  id: OrderId,
  reference: z.string(),
  status: OrderStatus,
  /** Dollars as text with two decimals. */
  total: z.string(),
  credit: z.string(),
  refundedTotal: z.string(),
  /** The state of its refunds, the worst of them; null if nothing goes back. */
  refundState: z.nullable(z.enum(REFUND_STATES)),
  paymentMethod: PaymentMethod,
  /** The card that paid it, such as `Visa ending in 4242`; null if it is not known. */
  card: z.nullable(z.string()),
  paymentId: z.nullable(PaymentId),
  createdAt: Instant,
  paidAt: z.nullable(Instant),
  /** The delivery deadline: 24 hours after payment. */
  deliverBy: z.nullable(Instant),
  /** Until when the packages of an order waiting for Cash App are held; otherwise null. */
  payUntil: z.nullable(Instant),
  /** Why a Cash App order was canceled; null for any other. */
  closeReason: z.nullable(z.enum(['expired', 'rejected'])),
  /** In full to the browser that bought it or has its buyer's desk open, to others shortened: `b•••@example.com`. */
  emailHint: z.string(),
  /** To the same; null for others. */
  buyerName: z.nullable(z.string()),
  lines: z.array(OrderLine),
  token: OrderToken,
})
export type Order = z.infer<typeof Order>

export const recordOrder = defineEndpoint('anyone', 'POST', '/api/orders', {
  summary: 'Settles the caller’s latest order (or that of `paymentId`) after its payment succeeded.',
  body: z.object({
    /** Compared, never trusted: browsers send 1, `completed`, `stripe`. */
    userId: z.optional(z.literal([1, '1'])),
    total: z.optional(z.union([z.string().check(z.maxLength(20)), z.number()])),
    status: z.optional(z.literal('completed')),
    paymentMethod: z.optional(z.enum(['stripe', 'free'])),
    contactInfo: z.optional(z.partial(ContactInfo)),
    cartItems: z.optional(z.array(StatedLine).check(z.maxLength(STATED_LINES_MAX))),
    specialOffers: z.optional(z.unknown()),
    paymentId: z.optional(PaymentId),
  }),
  reply: Order,
  refusals: [
    'order_not_found',
    'payment_unknown',
    'payment_pending',
    'payment_failed',
    'payment_mismatch',
    'order_mismatch',
    'contact_required',
    'payments_unavailable',
    'provider_unavailable',
  ],
})

export const getOrder = defineEndpoint('anyone', 'GET', '/api/orders/:token', {
  key: 'orders:read',
  summary: 'The order behind a status link. Unknown and guessed tokens get the same 404.',
  params: z.object({ token: OrderToken }),
  reply: Order,
  refusals: ['order_not_found'],
})
