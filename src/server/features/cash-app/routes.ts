import {
  leaveCashAppOrder as leaveCashAppOrderEndpoint,
  listCashAppDecisions,
  listCashAppOrders as listCashAppOrdersEndpoint,
  rejectCashAppOrder as rejectCashAppOrderEndpoint,
  startCashAppOrder as startCashAppOrderEndpoint,
  verifyCashAppOrder as verifyCashAppOrderEndpoint,
} from '#contract/cash-app.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { rejectCashAppOrder, verifyCashAppOrder } from './decide-cash-app-order.ts'
import { leaveCashAppOrder } from './leave-cash-app-order.ts'
import { listCashAppOrders } from './list-cash-app-orders.ts'
import { listDecisions, type ReadNames } from './list-decisions.ts'
import { startCashAppOrder } from './start-cash-app-order.ts'

/** @param readNames comes from the feature that keeps the members */
export const cashAppRoutes = (readNames: ReadNames) => [
  bind(startCashAppOrderEndpoint, (ctx: WebContext, { body }) => startCashAppOrder(ctx, body)),
  bind(leaveCashAppOrderEndpoint, (ctx: WebContext) => leaveCashAppOrder(ctx)),
  bind(listCashAppOrdersEndpoint, (ctx: WebContext) => listCashAppOrders(ctx)),
  bindPage(listCashAppDecisions, (ctx: WebContext, { query }) => listDecisions(ctx, query, readNames)),
  bind(verifyCashAppOrderEndpoint, (ctx: WebContext, { params, body }) =>
    verifyCashAppOrder(ctx, { reference: params.reference, note: body.note }),
  ),
  bind(rejectCashAppOrderEndpoint, (ctx: WebContext, { params, body }) =>
    rejectCashAppOrder(ctx, { reference: params.reference, reason: body.reason }),
  ),
]
