import * as exports from '#contract/admin/order-export.ts'
import * as screen from '#contract/admin/order-screen.ts'
import * as credits from '#contract/credit/credits.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import * as disputes from '#contract/payments/disputes.ts'
import { refundOrder } from '#server/features/payments/refund-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { changeBuyerCredit, showBuyerCredit } from './change-buyer-credit.ts'
import { listDisputes, saveEvidence, showDispute, submitEvidence } from './disputes.ts'
import { countOrders, listOrders } from './list-orders.ts'
import { exportOrders } from './order-file.ts'
import { showAdminOrder } from './show-order.ts'

export const orderScreenRoutes = [
  bindPage(screen.listOrders, (ctx: WebContext, { query }) => listOrders(ctx, query)),
  bind(exports.countOrders, (ctx: WebContext, { query }) => countOrders(ctx, query)),
  bindFile(exports.exportOrders, (ctx: WebContext, { query }) => exportOrders(ctx, query)),
  bind(screen.getAdminOrder, (ctx: WebContext, { params }) => showAdminOrder(ctx, params.orderId)),
  bind(screen.refundOrder, async (ctx: WebContext, { params, body }) => {
    const { refundId, amountCents, creditCents, isByHand, order } = await refundOrder(ctx, params.orderId, body)
    return {
      refundId,
      amount: dollarTextFromCents(amountCents),
      refundedTotal: dollarTextFromCents(toCents(order.refunded_cents)),
      credit: dollarTextFromCents(creditCents),
      status: orderStatusOf(order.state),
      isByHand,
    }
  }),
  bindPage(disputes.listDisputes, (ctx: WebContext, { query }) => listDisputes(ctx, query)),
  bind(disputes.getDispute, (ctx: WebContext, { params }) => showDispute(ctx, params.disputeId)),
  bind(disputes.saveEvidence, (ctx: WebContext, { params, body }) => saveEvidence(ctx, params.disputeId, body)),
  bind(disputes.submitEvidence, (ctx: WebContext, { params, body }) =>
    submitEvidence(ctx, params.disputeId, body.version),
  ),
  bind(credits.getBuyerCredit, (ctx: WebContext, { params }) => showBuyerCredit(ctx, params.orderId)),
  bind(credits.changeCredit, (ctx: WebContext, { params, body }) => changeBuyerCredit(ctx, params.orderId, body)),
]
