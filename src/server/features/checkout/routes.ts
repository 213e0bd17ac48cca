import { createPaymentIntent } from '#contract/checkout/checkout.ts'
import * as sessions from '#contract/checkout/checkout-sessions.ts'
import { recordOrder as recordOrderEndpoint } from '#contract/orders/orders.ts'
import type { FindBonus, FindBuyer } from '#server/features/stock/hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { createSession, openSession, readSession } from './checkout-sessions.ts'
import { recordOrder } from './record-order.ts'
import { startCheckout } from './start-checkout.ts'

/** Both come from features that know who buys and which offers there are. */
export const checkoutRoutes = (findBonus: FindBonus, findBuyer: FindBuyer) => [
  bind(createPaymentIntent, (ctx: WebContext, { body }) => startCheckout(ctx, body)),
  bind(recordOrderEndpoint, (ctx: WebContext, { body }) => recordOrder(ctx, body)),
  bind(sessions.createCheckoutSession, (ctx: WebContext, { body }) => createSession(ctx, body)),
  bind(sessions.getCheckoutSession, (ctx: WebContext, { params }) => readSession(ctx, params.checkoutSessionId)),
  bind(sessions.openCheckoutSession, (ctx: WebContext, { body }) =>
    openSession(ctx, body.token, { findBonus, findBuyer }),
  ),
]
