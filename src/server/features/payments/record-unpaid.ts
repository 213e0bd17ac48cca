import type { OrderId } from '#contract/values.ts'
import { freezeOrder } from '#server/features/orders/cancel-order.ts'
import { unfreezeOrder } from '#server/features/orders/link-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { closeOrder } from './close-order.ts'
import { countDeclinesOf } from './count-declines.ts'
import { findOrderOfPayment } from './settle-payment.ts'

/**
 * Brings an order in line with its payment that has not succeeded. One with ten declined cards is closed. While the payment is under way its lines are frozen;
 * once it cannot succeed any more the order is closed, and its lines are in the cart again for a new one.
 *
 * @throws Refusal `provider_unavailable`; the order then stays as it is, and any caller may try again
 */
export async function recordUnpaid(ctx: Context, intent: Intent): Promise<void> {
  const order = await findOrderOfPayment(ctx, intent.paymentId)
  if (order?.state !== 'awaiting_payment') return
  const orderId = order.order_id as OrderId
  if (await countDeclinesOf(ctx, intent)) {
    await closeOrder(ctx, orderId, { challengeGraceMs: 0 })
    return
  }
  // A bank that said no after "processing": a new order takes the lines, since this one may have a follower already.
  const hasFailed = intent.state === 'waiting' && order.is_frozen
  const isOfLink = order.payment_request_id !== null
  if (intent.state === 'processing') await freezeOrder(ctx, orderId, intent.revision ?? order.revision)
  else if (hasFailed && isOfLink) await unfreezeOrder(ctx, orderId)
  else if (intent.state === 'cancelled' || hasFailed) await closeOrder(ctx, orderId)
}
