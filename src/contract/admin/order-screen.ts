/** What administrators do with placed orders. */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { Day } from '#contract/days.ts'
import { DeliveryKind, DeliveryState } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { OrderLine, OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import { REFUND_STATES } from '#contract/payments/refund-states.ts'
import { SALES_CHANNELS, SalesDimension } from '#contract/sales/analytics.ts'
import { AttemptId, Instant, OrderId, PageQuery, PaymentRequestToken, PlainText, UserId } from '#contract/values.ts'
import { MessageState } from './messages.ts'
import { AdminRefund } from './refund-screen.ts'

export const ORDERS_PAGE_MAX = 200
export const ORDERS_PAGE_DEFAULT = 50
export const ORDER_SORTS = ['date', 'total'] as const

export const SalesChannelName = z.enum(SALES_CHANNELS)

/** An order in the administrators’ list. Money is dollars as text. */
export const ListedOrder = z.object({
  id: OrderId,
  reference: z.string(),
  status: OrderStatus,
  total: z.string(),
  refundedTotal: z.string(),
  refundState: z.nullable(z.enum(REFUND_STATES)),
  paymentMethod: PaymentMethod,
  channel: SalesChannelName,
  createdAt: Instant,
  paidAt: z.nullable(Instant),
  /** Null once the contact of a canceled order is forgotten, or before anyone entered it. */
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  repName: z.nullable(z.string()),
  packages: z.int(),
  firstLine: z.nullable(z.pick(OrderLine, { tier: true, leadType: true, size: true, state: true, county: true })),
  isDisputed: z.boolean(),
})
export type ListedOrder = z.infer<typeof ListedOrder>

export const listOrders = defineEndpoint('admin', 'GET', '/api/admin/orders', {
  key: 'read',
  summary:
    'Orders, the newest first unless sorted otherwise: those that were paid, or those in one state. Narrowed by days, by who sold them and how they were paid, to what a figure of the sales overview was made of, or found by reference, email, name or payment.',
  query: z.extend(PageQuery(ORDERS_PAGE_MAX), {
    /** Absent: every order that was ever paid. Canceled orders are listed while their buyer is known. */
    status: z.optional(z.union([OrderStatus, z.literal('partly_refunded')])),
    /** Days in the store’s time zone, inclusive: of the payment, of the order if unpaid, or of the cancellation. */
    from: z.optional(Day),
    to: z.optional(Day),
    channel: z.optional(SalesChannelName),
    repId: z.optional(UserId),
    paymentMethod: z.optional(PaymentMethod),
    /** Orders with a sold line of that value of a dimension of the sales overview; empty: sales without a rep. */
    dimension: z.optional(SalesDimension),
    value: z.optional(PlainText(100)),
    /** The beginning of a reference (with or without `LY-`), email or name, or a whole payment id. */
    search: z.optional(PlainText(200)),
    /** Newest first if absent. By total, highest first; only of orders that were paid. */
    sort: z.optional(z.enum(ORDER_SORTS)),
    direction: z.optional(z.enum(['asc', 'desc'])),
  }),
  reply: z.array(ListedOrder),
  isPaged: true,
  refusals: ['period_invalid'],
})

export const REFUND_OBSTACLES = ['not_paid', 'nothing_left', 'disputed'] as const

const AdminLine = z.extend(OrderLine, {
  lineNumber: z.int(),
  /** `open`: not paid yet. `refunded`: nothing was left when its money came late. */
  outcome: z.enum(['open', 'sold', 'refunded']),
  /** Dollars: what store credit paid of it; what went back in total; what is left, and how much of that is credit. */
  credit: z.number(),
  refunded: z.number(),
  left: z.number(),
  creditLeft: z.number(),
  given: z.number(),
  /** Dollars that it costs more because it lost a discount when other packages fell away. */
  lostDiscount: z.number(),
  isReturned: z.boolean(),
  /** It fell away: it was lost before the payment came, was returned, or was refunded in full. */
  isGone: z.boolean(),
  packageId: PackageId,
  /** The discounts that applied to it when it was bought. Refunds of other lines reprice it by them. */
  openOffers: z.array(
    z.object({
      offerId: z.string(),
      name: z.string(),
      kind: z.enum(['percentage', 'fixed', 'bogo']),
      value: z.number(),
      isCombinable: z.boolean(),
    }),
  ),
  /** Null until it is paid. `isHandedOver`: its buyer has or had a link, so it cannot be returned and sold again. */
  delivery: z.nullable(z.object({ kind: DeliveryKind, state: DeliveryState, isHandedOver: z.boolean() })),
})

const AdminMessage = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.enum(['email', 'sms']),
  state: MessageState,
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
})

/** What happened to an order, oldest first; `detail` is an amount, a reason or a name, depending on the kind. */
const ORDER_STORY_KINDS = [
  'placed',
  'link_sent',
  'link_opened',
  'declined',
  'paid',
  'verified',
  'rejected',
  'expired',
  'cancelled',
  'refund_decided',
  'refund_made',
  'mail_handed_over',
  'mail_failed',
  'text_handed_over',
  'text_failed',
  'disputed',
  'evidence_submitted',
  'dispute_closed',
] as const

export const AdminOrder = z.object({
  ...ListedOrder.shape,
  credit: z.string(),
  contact: z.object({
    businessName: z.nullable(z.string()),
    cellPhone: z.nullable(z.string()),
    address: z.nullable(z.string()),
    isForgotten: z.boolean(),
  }),
  /** Percent, and the commission left after refunds in dollars. */
  commission: z.nullable(z.object({ rate: z.number(), amount: z.number() })),
  lines: z.array(AdminLine),
  payment: z.nullable(
    z.object({
      id: z.string(),
      state: z.enum(['open', 'promised', 'succeeded', 'cancelled']),
      amount: z.string(),
      createdAt: Instant,
      succeededAt: z.nullable(Instant),
    }),
  ),
  refunds: z.array(z.extend(AdminRefund, { tryAt: z.nullable(Instant) })),
  messages: z.array(AdminMessage),
  request: z.nullable(z.object({ id: z.string(), token: PaymentRequestToken, status: z.string() })),
  dispute: z.nullable(z.object({ id: z.string(), status: z.string() })),
  decision: z.nullable(z.object({ by: z.nullable(z.string()), note: z.nullable(z.string()) })),
  timeline: z.array(z.object({ at: Instant, kind: z.enum(ORDER_STORY_KINDS), detail: z.nullable(z.string()) })),
  refundObstacle: z.nullable(z.enum(REFUND_OBSTACLES)),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const getAdminOrder = defineEndpoint('admin', 'GET', '/api/admin/orders/:orderId', {
  key: 'read',
  summary: 'Everything the store knows about one order: lines, money, emails, history. No card data, no secrets.',
  params: z.object({ orderId: OrderId }),
  reply: AdminOrder,
  refusals: ['order_not_found'],
})

const RefundLine = z.object({
  lineNumber: z.int().check(z.gte(1), z.lte(1000)),
  /** Dollars to refund for it. Absent: everything possible, and the line falls away. */
  amount: z.optional(z.union([z.number(), PlainText(20)])),
  /** Its unit goes on sale again, and it counts as not sold. Ignored if its leads were delivered. */
  isReturned: z.boolean(),
})

export const refundOrder = defineEndpoint('admin', 'POST', '/api/admin/orders/:orderId/refunds', {
  key: 'write',
  summary:
    'Gives money of a paid order back, whole or by line. What stays is priced as if it had been bought alone, so a discount that it had only together with what falls away is taken off what goes back. By card it goes out at once; other money goes back by hand; what store credit paid comes back as credit.',
  params: z.object({ orderId: OrderId }),
  body: z.object({
    attemptId: AttemptId,
    /** For the log; the buyer does not see it. */
    reason: PlainText(500).check(z.minLength(1)),
    /** Absent: all that is left of every line, and each package returned unless its leads were delivered. */
    lines: z.optional(z.array(RefundLine).check(z.minLength(1), z.maxLength(200))),
  }),
  reply: z.object({
    refundId: z.string(),
    /** Dollars as text: this refund, and all refunds of the order. */
    amount: z.string(),
    refundedTotal: z.string(),
    credit: z.string(),
    status: OrderStatus,
    /** By hand: the money did not come by card, so someone has to send it. */
    isByHand: z.boolean(),
  }),
  /** `refund_too_high` has `details: { lineNumber, left }`: how much can be refunded for it, in dollars as text. */
  refusals: [
    'order_not_found',
    'refund_impossible',
    'payment_disputed',
    'refund_too_high',
    'refund_line_unknown',
    'refund_line_returned',
    'price_invalid',
  ],
})
