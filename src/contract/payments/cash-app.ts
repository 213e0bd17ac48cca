/** Paying with Cash App: sent by hand, and checked by hand (docs/product.md#paying). */
import * as z from 'zod/mini'
import { ContactInfo, STATED_LINES_MAX, StatedLine } from '#contract/checkout/checkout.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Cart, PendingOrder } from '#contract/orders/cart.ts'
import { Order, OrderLine } from '#contract/orders/orders.ts'
import { Instant, PlainText } from '#contract/values.ts'

export const startCashAppOrder = defineEndpoint('anyone', 'POST', '/api/cash-app-orders', {
  summary: 'Turns the caller’s cart into an order that waits for Cash App, or updates the waiting one.',
  body: z.object({
    /** Dollars the buyer saw, including the waiting order; compared with the server’s total. */
    amount: z.number(),
    contactInfo: z.optional(z.partial(ContactInfo)),
    cartItems: z.optional(z.array(StatedLine).check(z.maxLength(STATED_LINES_MAX))),
  }),
  reply: PendingOrder,
  /** `amount_changed` has `details: { total }`, dollars as text; `order_already_paid` has `{ orderToken }`. */
  refusals: [
    'cash_app_unavailable',
    'contact_required',
    'cart_empty',
    'too_few_unseen',
    'amount_changed',
    'total_too_high',
    'payment_throttled',
    'too_many_cash_app_orders',
    'nothing_to_pay',
    'order_already_paid',
    'payment_pending',
    'payments_unavailable',
    'provider_unavailable',
  ],
})

export const leaveCashAppOrder = defineEndpoint('anyone', 'DELETE', '/api/cash-app-orders', {
  summary: 'Puts the lines of the caller’s waiting order back into the cart; the order is used again at the next try.',
  reply: Cart,
  refusals: ['payments_unavailable', 'provider_unavailable'],
})

export const CASH_APP_QUEUE_MAX = 200

export const CashAppQueueEntry = z.object({
  reference: z.string(),
  amount: z.number(),
  chosenAt: Instant,
  expiresAt: Instant,
  fullName: z.string(),
  email: z.string(),
  cellPhone: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  lines: z.array(OrderLine),
})
export type CashAppQueueEntry = z.infer<typeof CashAppQueueEntry>

export const listCashAppOrders = defineEndpoint('admin', 'GET', '/api/admin/cash-app-orders', {
  key: 'read',
  summary: 'Orders that wait for a Cash App check, soonest end first.',
  reply: z.object({ orders: z.array(CashAppQueueEntry), waiting: z.int(), now: Instant }),
})

/** The order without its buyer’s link, which opens what they bought. */
const DecidedOrder = z.omit(Order, { token: true })

/** As people type it from an email or a phone call; case does not matter. */
const ReferenceParams = z.object({ reference: PlainText(20) })

export const verifyCashAppOrder = defineEndpoint('admin', 'POST', '/api/admin/cash-app-orders/:reference/verify', {
  key: 'write',
  summary: 'Records that the money has arrived: the order is paid, once. Repeating it changes nothing.',
  params: ReferenceParams,
  body: z.object({
    /** The transfer’s id in Cash App, or anything else that helps to find it again. */
    note: z.optional(PlainText(200)),
  }),
  reply: DecidedOrder,
  refusals: ['order_not_found', 'order_already_paid', 'order_cancelled', 'order_out_of_stock'],
})

export const rejectCashAppOrder = defineEndpoint('admin', 'POST', '/api/admin/cash-app-orders/:reference/reject', {
  key: 'write',
  summary: 'Records that no money came: the order is canceled, its units go back on sale, and the buyer is told why.',
  params: ReferenceParams,
  body: z.object({ reason: PlainText(200).check(z.minLength(1)) }),
  reply: DecidedOrder,
  refusals: ['order_not_found', 'order_already_paid', 'order_cancelled'],
})
