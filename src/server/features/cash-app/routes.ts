import {
  leaveCashAppOrder as leaveCashAppOrderEndpoint,
  listCashAppOrders as listCashAppOrdersEndpoint,
  rejectCashAppOrder as rejectCashAppOrderEndpoint,
  startCashAppOrder as startCashAppOrderEndpoint,
  verifyCashAppOrder as verifyCashAppOrderEndpoint,
} from '#contract/cash-app.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { rejectCashAppOrder, verifyCashAppOrder } from './decide-cash-app-order.ts'
import { leaveCashAppOrder } from './leave-cash-app-order.ts'
import { listCashAppOrders } from './list-cash-app-orders.ts'
import { startCashAppOrder } from './start-cash-app-order.ts'

export const cashAppRoutes = [
  bind(startCashAppOrderEndpoint, (ctx: WebContext, { body }) => startCashAppOrder(ctx, body)),
  bind(leaveCashAppOrderEndpoint, (ctx: WebContext) => leaveCashAppOrder(ctx)),
  bind(listCashAppOrdersEndpoint, (ctx: WebContext) => listCashAppOrders(ctx)),
  bind(verifyCashAppOrderEndpoint, (ctx: WebContext, { params, body }) =>
    verifyCashAppOrder(ctx, { reference: params.reference, note: body.note }),
  ),
  bind(rejectCashAppOrderEndpoint, (ctx: WebContext, { params, body }) =>
    rejectCashAppOrder(ctx, { reference: params.reference, reason: body.reason }),
  ),
]
