import { createPaymentIntent } from '#contract/checkout/checkout.ts'
import { recordOrder as recordOrderEndpoint } from '#contract/orders/orders.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { recordOrder } from './record-order.ts'
import { startCheckout } from './start-checkout.ts'

export const checkoutRoutes = [
  bind(createPaymentIntent, (ctx: WebContext, { body }) => startCheckout(ctx, body)),
  bind(recordOrderEndpoint, (ctx: WebContext, { body }) => recordOrder(ctx, body)),
]
