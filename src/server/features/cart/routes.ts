import { addToCart as addToCartEndpoint, getCart, renewCart } from '#contract/cart.ts'
import { renewHolds } from '#server/features/inventory/renew-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addToCart } from './add-to-cart.ts'
import { type FindPendingOrder, readCart } from './read-cart.ts'

/** @param findPendingOrder comes from a feature that knows carts, see `FindPendingOrder` */
export const cartRoutes = (findPendingOrder: FindPendingOrder) => [
  bind(getCart, (ctx: WebContext) => readCart(ctx, ctx.ownerId, findPendingOrder)),
  bind(addToCartEndpoint, (ctx: WebContext, { body }) =>
    addToCart(ctx, { ...body, ownerId: ctx.ownerId, holdId: body.holdId }),
  ),
  bind(renewCart, async (ctx: WebContext) => {
    const live = ctx.ownerId ? await renewHolds(ctx, ctx.ownerId) : 0
    if (live === 0) throw new Refusal('cart_empty')
    return readCart(ctx, ctx.ownerId, findPendingOrder)
  }),
]
