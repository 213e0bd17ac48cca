/** Store credit, and using it with an emailed code (docs/decisions/0040-store-credit-is-a-ledger.md). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, EmailAddress, Instant, OrderId, OrderToken, PlainText } from '#contract/values.ts'
import { CREDIT_NOTE_MAX, CREDIT_REASONS } from './credit-use.ts'

/** The credit that a cart may use. Dollars. */
export const CartCredit = z.object({
  email: z.string(),
  /** What this cart can use, including what its own waiting order has reserved. */
  available: z.number(),
  /** What other orders of this buyer have reserved while they wait for payment. */
  reserved: z.number(),
  /** Until when it can be used without another code. */
  until: Instant,
})
export type CartCredit = z.infer<typeof CartCredit>

export const sendCreditCode = defineEndpoint('anyone', 'POST', '/api/credit/codes', {
  summary:
    'Mails a code to an address that has store credit, for the caller’s cart; with its desk open in the browser, the cart may use it without a code. The answer is the same for any other address; asking again ends the code before.',
  body: z.object({ email: EmailAddress }),
  reply: z.object({ message: z.string(), isOpen: z.boolean() }),
  refusals: ['cart_empty', 'credit_throttled'],
})

export const openCredit = defineEndpoint('anyone', 'POST', '/api/credit/open', {
  summary: 'Lets the caller’s cart use the store credit of an address for an hour, with the code mailed there.',
  body: z.object({ email: EmailAddress, code: PlainText(20) }),
  reply: CartCredit,
  refusals: ['cart_empty', 'credit_code_wrong', 'credit_throttled'],
})

export const getCartCredit = defineEndpoint('anyone', 'GET', '/api/credit', {
  summary:
    'The store credit that the caller’s cart may use at present; none before a code was typed or a desk proved the address.',
  reply: z.object({ credit: z.nullable(CartCredit) }),
})

export const getOrderCredit = defineEndpoint('anyone', 'GET', '/api/order-credits/:token', {
  key: 'orders:read',
  summary: 'The store credit that the order behind a status link brought its buyer, and what came back of it. Dollars.',
  params: z.object({ token: OrderToken }),
  reply: z.object({
    earned: z.number(),
    returning: z.number(),
    /** What refunds took back of both. */
    takenBack: z.number(),
    /** From administrators, minus what they took back. */
    granted: z.number(),
    /** How much of what credit paid for the order was returned as credit. */
    refunded: z.number(),
  }),
  refusals: ['order_not_found'],
})

export const CREDIT_ENTRIES_SHOWN = 50

/** Dollars. */
export const CreditEntry = z.object({
  id: z.string(),
  at: Instant,
  reason: z.enum(CREDIT_REASONS),
  amount: z.number(),
  reference: z.string(),
})

/** A buyer's credit, for administrators. Dollars. */
export const BuyerCredit = z.object({
  balance: z.number(),
  entries: z.array(
    z.extend(CreditEntry, { orderId: OrderId, note: z.nullable(z.string()), decidedBy: z.nullable(z.string()) }),
  ),
})
export type BuyerCredit = z.infer<typeof BuyerCredit>

export const getBuyerCredit = defineEndpoint('admin', 'GET', '/api/admin/orders/:orderId/credit', {
  key: 'read',
  summary: 'The store credit of an order’s buyer: what they have, and how it came and went.',
  params: z.object({ orderId: OrderId }),
  reply: BuyerCredit,
  refusals: ['order_not_found', 'credit_buyer_unknown'],
})

export const changeCredit = defineEndpoint('admin', 'POST', '/api/admin/orders/:orderId/credit', {
  key: 'write',
  summary: 'Gives an order’s buyer store credit, with an email, or takes some back. The same attempt does it once.',
  params: z.object({ orderId: OrderId }),
  body: z.object({
    attemptId: AttemptId,
    change: z.enum(['grant', 'take']),
    amount: z.union([z.number(), PlainText(20)]),
    /** For the log and the team; the buyer does not see it. */
    reason: PlainText(CREDIT_NOTE_MAX).check(z.minLength(1)),
  }),
  reply: BuyerCredit,
  /** `credit_too_low` has `details: { balance }`, dollars as text. */
  refusals: ['order_not_found', 'credit_buyer_unknown', 'price_invalid', 'credit_too_low'],
})
