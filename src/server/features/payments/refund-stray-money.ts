import type { OrderId } from '#contract/values.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { oweRefund } from './queries.ts'

/**
 * Gives money back, once, that came by a second payment naming an order which has another: an order is sold once, and
 * by its own payment. The order stays as it is. The refund is named after the payment, so deciding it again is the same.
 *
 * @param intent succeeded, and not the payment of its order
 * @returns false when it names no order of this store; another shop may use the same account
 */
export async function refundStrayMoney(ctx: Context, intent: Intent): Promise<boolean> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order || intent.receivedCents === 0) return false
  const { paymentId, receivedCents } = intent
  ctx.log.error({ paymentId, orderId: order.order_id }, 'money of a second payment of an order goes back')
  const values = {
    refundId: `rfd_${paymentId}`,
    paymentId,
    orderId: order.order_id,
    amountCents: receivedCents,
    reason: 'not_ours',
    now: ctx.clock.now(),
  }
  await ctx.database.run(oweRefund, values)
  return true
}
