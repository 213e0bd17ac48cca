import { DECLINED } from '#contract/payments/decline-reasons.ts'
import type { OrderId } from '#contract/values.ts'
import { freezeOrder } from '#server/features/orders/cancel-order.ts'
import { unfreezeOrder } from '#server/features/orders/link-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { closeOrder } from './close-order.ts'
import { countDeclines, countDeclinesOf } from './count-declines.ts'
import { findDeclineEvent, markEventHandled } from './event-queries.ts'
import { findOrderOfPayment, settlePayment } from './settle-payment.ts'

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

/**
 * What a webhook about a declined card leads to: it is counted, once, and after ten of them the payment is closed, at the
 * provider first. Nothing is asked outside before that cancel, so that it does not wait behind the jobs of other declines.
 *
 * @throws Refusal `provider_unavailable`; the decline counts then, and the rest is tried again
 */
export async function recordDecline(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const { eventId, paymentId } = event
  const [told] = await ctx.database.run(findDeclineEvent, { eventId })
  if (told) {
    // Without a charge (3-D Secure that failed), or stored by an older version: the event itself is the decline.
    const declineId = told.decline?.declineId ?? eventId
    const decline = { declineId, text: told.decline?.text ?? DECLINED, declinedAt: told.received_at }
    const { isOver } = await countDeclines(ctx, paymentId, [decline])
    await followDecline(ctx, paymentId, isOver)
  }
  await ctx.database.run(markEventHandled, { eventId, now: ctx.clock.now() })
}

async function followDecline(ctx: Context, paymentId: string, isOver: boolean): Promise<void> {
  const order = await findOrderOfPayment(ctx, paymentId)
  if (order?.state !== 'awaiting_payment') return
  // A question of the bank that waits does not keep a payment open whose cards are tried one after the other.
  if (isOver) await closeOrder(ctx, order.order_id as OrderId, { challengeGraceMs: 0 })
  if (isOver || !order.is_frozen) return
  const settlement = await settlePayment(ctx, { paymentId })
  if (settlement.kind === 'unpaid') await recordUnpaid(ctx, settlement.intent)
}
