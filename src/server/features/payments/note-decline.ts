import type { OrderId } from '#contract/values.ts'
import { requestOfOwner } from '#server/features/orders/link-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { closeOrder } from './close-order.ts'
import { followUnpaid } from './follow-unpaid.ts'
import { countDecline, DECLINES_MAX } from './limit-openings.ts'
import { countDeclines, markEventHandled, noteDecline as noteDeclineStatement } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * What a webhook about a declined card leads to: it is written down, once, and after ten of them the payment is closed, at the
 * provider first. The browser confirms there without us, so nothing else says how many cards were tried. A network that had too
 * many cards declined loses each payment of a cart with its next one; a link, which only a member can send, is spared that.
 *
 * @throws Refusal `provider_unavailable`; the decline counts then, and the rest is tried again
 */
export async function noteDecline(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const { eventId, paymentId } = event
  const settlement = await settlePayment(ctx, { paymentId })
  const intent = settlement.kind === 'unpaid' ? settlement.intent : null
  const reason = intent?.declineText ?? 'Your card was declined.'
  const noted = await ctx.database.run(noteDeclineStatement, [eventId, paymentId, reason])
  const [payment] = await ctx.database.run(countDeclines, [paymentId])
  if (!payment) ctx.log.warn({ paymentId }, 'an event names a payment of no order here')
  else {
    const { owner_id: ownerId, network_key: networkKey, order_id: orderId } = payment
    const isNetworkOver = await countDecline(ctx, { ownerId, networkKey, isNew: noted.length > 0 })
    const isOver = payment.declines >= DECLINES_MAX || (isNetworkOver && requestOfOwner(ownerId) === null)
    // A question of the bank that waits does not keep a payment open whose cards are tried one after the other.
    if (intent && isOver) await closeOrder(ctx, orderId as OrderId, { challengeGraceMs: 0 })
    else if (intent) await followUnpaid(ctx, intent)
  }
  await ctx.database.run(markEventHandled, [eventId, ctx.clock.now()])
}
