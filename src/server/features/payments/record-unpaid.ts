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
 * Brings an order in line with its unpaid payment. In progress: its lines are frozen. With ten declined cards, or
 * without hope: the order is closed and its lines return to the cart for a new one.
 * @throws Refusal `provider_unavailable`; the order then stays as it is, and any caller may try again
 */
export async function recordUnpaid(ctx: Context, intent: Intent): Promise<void> {
  const order = await findOrderOfPayment(ctx, intent.paymentId)
  if (order?.state !== 'awaiting_payment') return
  const orderId = order.order_id as OrderId
  if (await countDeclinesOf(ctx, intent)) {
    await closeOrder(ctx, orderId, { sparesChallenge: false })
    return
  }
  // The bank said no after "processing". A new order takes the lines, since this one may already have a successor.
  const hasFailed = intent.state === 'waiting' && order.is_frozen
  const isOfLink = order.payment_request_id !== null
  if (intent.state === 'processing') await freezeOrder(ctx, orderId, intent.revision ?? order.revision)
  else if (hasFailed && isOfLink) await unfreezeOrder(ctx, orderId)
  else if (intent.state === 'cancelled' || hasFailed) await closeOrder(ctx, orderId)
}

/**
 * Counts a webhook's declined card, and after ten closes the payment, at the provider first: nothing outside is asked
 * before, so it waits behind no other job. @throws Refusal `provider_unavailable`; the decline then counts
 */
export async function recordDecline(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const { eventId, paymentId } = event
  const [told] = await ctx.database.run(findDeclineEvent, { eventId })
  if (told) {
    // Without a charge (3-D Secure failed), the event itself is the decline.
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
  // If cards are tried one after another, a pending 3-D Secure check does not keep the payment open.
  if (isOver) await closeOrder(ctx, order.order_id as OrderId, { sparesChallenge: false })
  if (isOver || !order.is_frozen) return
  const settlement = await settlePayment(ctx, { paymentId })
  if (settlement.kind === 'unpaid') await recordUnpaid(ctx, settlement.intent)
}
