import {
  countOrders as countOrdersEndpoint,
  exportOrders as exportOrdersEndpoint,
} from '#contract/admin/order-export.ts'
import {
  getAdminOrder,
  listOrders as listOrdersEndpoint,
  refundOrder as refundOrderEndpoint,
} from '#contract/admin/order-screen.ts'
import { changeCredit, getBuyerCredit } from '#contract/credit/credits.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import {
  getDispute,
  listDisputes as listDisputesEndpoint,
  saveEvidence as saveEvidenceEndpoint,
  submitEvidence as submitEvidenceEndpoint,
} from '#contract/payments/disputes.ts'
import { refundOrder } from '#server/features/payments/refund-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { changeBuyerCredit, showBuyerCredit } from './change-buyer-credit.ts'
import { listDisputes, saveEvidence, showDispute, submitEvidence } from './disputes.ts'
import { countOrders, listOrders } from './list-orders.ts'
import { exportOrders } from './order-file.ts'
import { showAdminOrder } from './show-order.ts'

export const orderScreenRoutes = [
  bindPage(listOrdersEndpoint, (ctx: WebContext, { query }) => listOrders(ctx, query)),
  bind(countOrdersEndpoint, (ctx: WebContext, { query }) => countOrders(ctx, query)),
  bindFile(exportOrdersEndpoint, (ctx: WebContext, { query }) => exportOrders(ctx, query)),
  bind(getAdminOrder, (ctx: WebContext, { params }) => showAdminOrder(ctx, params.orderId)),
  bind(refundOrderEndpoint, async (ctx: WebContext, { params, body }) => {
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
  bindPage(listDisputesEndpoint, (ctx: WebContext, { query }) => listDisputes(ctx, query)),
  bind(getDispute, (ctx: WebContext, { params }) => showDispute(ctx, params.disputeId)),
  bind(saveEvidenceEndpoint, (ctx: WebContext, { params, body }) => saveEvidence(ctx, params.disputeId, body)),
  bind(submitEvidenceEndpoint, (ctx: WebContext, { params, body }) =>
    submitEvidence(ctx, params.disputeId, body.version),
  ),
  bind(getBuyerCredit, (ctx: WebContext, { params }) => showBuyerCredit(ctx, params.orderId)),
  bind(changeCredit, (ctx: WebContext, { params, body }) => changeBuyerCredit(ctx, params.orderId, body)),
]
