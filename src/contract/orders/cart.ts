/** The cart as the server knows it: the caller’s live holds with their delivery methods. */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { DeliveryMethod, HoldId, Instant, OrderToken, PlainText } from '#contract/values.ts'
import { OrderLine } from './orders.ts'

export const CART_LINES_MAX = 50

/** Its price is today’s, before offers. */
export const CartLine = z.extend(z.omit(OrderLine, { isRefunded: true }), {
  holdId: HoldId,
  packageId: PackageId,
  description: z.string(),
  addedAt: Instant,
  expiresAt: Instant,
})
export type CartLine = z.infer<typeof CartLine>

/** An order that waits for its buyer’s Cash App transfer. Its lines have left the cart and are held until `expiresAt`. */
export const PendingOrder = z.object({
  kind: z.literal('cash_app'),
  reference: z.string(),
  amount: z.number(),
  /** The recipient, with its `$`; empty once the store stopped offering Cash App. */
  handle: z.string(),
  expiresAt: Instant,
  orderToken: OrderToken,
  /** Whether the details also go to the order’s address. Before anyone has paid, only so many emails go out. */
  isMailed: z.boolean(),
  paymentDetails: z.string(),
})
export type PendingOrder = z.infer<typeof PendingOrder>

export const Cart = z.object({
  lines: z.array(CartLine),
  /** Dollars: the prices, what offers take off them, and what is left to pay. */
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  pendingOrder: z.nullable(PendingOrder),
  /** The server’s clock, so the countdown is right even if the browser's clock is wrong. */
  now: Instant,
})
export type Cart = z.infer<typeof Cart>

export const getCart = defineEndpoint('anyone', 'GET', '/api/cart', {
  key: 'read',
  summary: 'The caller’s cart, oldest line first.',
  reply: Cart,
})

export const addToCart = defineEndpoint('anyone', 'POST', '/api/cart', {
  key: 'write',
  summary: 'Names the delivery method of a held line; without `holdId` the newest hold of the package.',
  body: z.object({ packageId: PlainText(64), deliveryMethod: DeliveryMethod, holdId: z.optional(HoldId) }),
  reply: z.object({ holdId: HoldId, packageId: PackageId, deliveryMethod: DeliveryMethod }),
  refusals: ['unknown_package', 'hold_not_yours'],
})

export const renewCart = defineEndpoint('anyone', 'POST', '/api/cart/renew', {
  key: 'write',
  summary: 'Gives the caller’s held lines a fresh holding time, up to 2 hours after each was placed.',
  reply: Cart,
  refusals: ['cart_empty'],
})
