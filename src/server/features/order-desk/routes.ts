import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { refundOrder as refundOrderEndpoint } from '#contract/order-desk.ts'
import { orderStatusOf } from '#contract/order-states.ts'
import { refundOrder } from '#server/features/payments/refund-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'

export const orderDeskRoutes = [
  bind(refundOrderEndpoint, async (ctx: WebContext, { params, body }) => {
    const { refundId, amountCents, isByHand, order } = await refundOrder(ctx, params.orderId, body)
    return {
      refundId,
      amount: dollarTextFromCents(amountCents),
      refundedTotal: dollarTextFromCents(toCents(order.refunded_cents)),
      status: orderStatusOf(order.state),
      isByHand,
    }
  }),
]
