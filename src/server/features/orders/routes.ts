import { addToCart as addToCartEndpoint, getCart, renewCart } from '#contract/orders/cart.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { renewHolds } from '#server/features/stock/move-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { addToCart, type FindPendingOrder, readCart } from './cart.ts'
import { readOrderByToken } from './show-order.ts'

export const orderRoutes = [
  bind(getOrder, async (ctx: WebContext, { params }) =>
    readOrderByToken(ctx, params.token, ctx.ownerId, await ctx.node.findDeskBuyer(ctx)),
  ),
]

/** @param findPendingOrder from a feature that knows carts */
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
