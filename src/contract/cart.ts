/** The cart as the server knows it: the caller’s live holds with their delivery methods. */
import * as z from 'zod/mini'
import { LeadType, PackageId, Tier } from './catalogue.ts'
import { defineEndpoint } from './endpoint.ts'
import { DeliveryMethod, HoldId, Instant, PlainText } from './values.ts'

/** Lines one cart may hold. */
export const CART_LINES_MAX = 50

export const CartLine = z.object({
  holdId: HoldId,
  packageId: PackageId,
  deliveryMethod: DeliveryMethod,
  tier: Tier,
  leadType: LeadType,
  leadTypeName: z.string(),
  size: z.number(),
  sizeName: z.string(),
  /** Dollars, at today’s price. */
  price: z.number(),
  description: z.string(),
  state: z.string(),
  county: z.string(),
  addedAt: Instant,
  expiresAt: Instant,
})
export type CartLine = z.infer<typeof CartLine>

export const Cart = z.object({
  lines: z.array(CartLine),
  /** Dollars. */
  total: z.number(),
  /** The server’s clock, so that a browser whose clock is wrong still counts down right. */
  now: Instant,
})
export type Cart = z.infer<typeof Cart>

export const getCart = defineEndpoint({
  name: 'getCart',
  method: 'GET',
  path: '/api/cart',
  access: 'anyone',
  summary: 'The caller’s cart, oldest line first.',
  reply: Cart,
  refusals: [],
})

export const addToCart = defineEndpoint({
  name: 'addToCart',
  method: 'POST',
  path: '/api/cart',
  access: 'anyone',
  summary: 'Names the delivery method of a held line; without `holdId` the newest hold of the package.',
  body: z.object({
    packageId: PlainText(64),
    deliveryMethod: DeliveryMethod,
    holdId: z.optional(HoldId),
  }),
  reply: z.object({ holdId: HoldId, packageId: PackageId, deliveryMethod: DeliveryMethod }),
  refusals: ['unknown_package', 'hold_not_yours'],
})

export const renewCart = defineEndpoint({
  name: 'renewCart',
  method: 'POST',
  path: '/api/cart/renew',
  access: 'anyone',
  summary: 'Gives the caller’s held lines a fresh holding time, up to 2 hours after each was placed.',
  reply: Cart,
  refusals: ['cart_empty'],
})
