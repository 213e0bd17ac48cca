import { reasonsWith } from '#contract/admin/setting-list.ts'
import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import type { OrderId } from '#contract/values.ts'
import { CHANNELS } from '#server/features/messages/message-composer.ts'
import * as messageFailures from '#server/features/messages/message-failures.ts'
import { queueConfirmations } from '#server/features/messages/queue-message.ts'
import { markOrderProcessed } from '#server/features/orders/mark-order-paid.ts'
import type { OrderChange, OrderListener } from '#server/features/orders/order-listeners.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { queueLink, setReplacedAside } from './hand-over.ts'
import * as queries from './queries.ts'

/** Marks a locked order processed once none of its lines is waiting and its buyer has at least one. */
export async function processWhenDone(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (order.state !== 'paid') return
  const [count] = await tx.run(queries.countLines, { orderId: order.orderId })
  if (count && count.open === 0 && count.handed > 0) await markOrderProcessed(ctx, tx, order)
}

/** Writes the deliveries of paid orders, once, also for orders that were written another way, such as the demo's. */
export function writeDeliveriesOf(ctx: PlatformContext, tx: Transaction, orderIds: readonly string[]): void {
  const { claimDays: days, claimShareBps: shareBps } = ctx.config
  const reasons = { noteReasons: reasonsWith('note', ctx.config), fileReasons: reasonsWith('file', ctx.config) }
  const claimTerms = JSON.stringify({ days, shareBps, ...reasons } satisfies ClaimTerms)
  tx.send(queries.writeDeliveries, {
    orderIds,
    now: ctx.clock.now(),
    deliveryPromiseMs: DELIVERY_PROMISE_MS,
    claimTerms,
  })
}

/** Called late among the listeners, so that refunding an order's only open line marks the order processed. */
export const updateDeliveries: OrderListener = async (ctx, tx, orders) => {
  const paidIds = orders.filter(({ state }) => state === 'paid').map(({ orderId }) => orderId)
  if (paidIds.length > 0) writeDeliveriesOf(ctx, tx, paidIds)
  for (const order of orders) {
    if (order.refundedCents === 0 && !order.isMoneyLost) continue
    const [row] = await tx.run(queries.endRefunded, { orderId: order.orderId, now: ctx.clock.now() })
    if (row && row.cancelled > 0) await processWhenDone(ctx, tx, order)
  }
}

const REASONS: Readonly<Record<messageFailures.MessageFailure['why'], string>> = {
  refused: 'was refused: the address or number is not known there',
  gave_up: 'could not be handed over, however often it was tried',
  undelivered: 'was taken and did not arrive',
  stopped: 'was not sent: the owner of the number wants no texts',
  nothing_to_send: 'could not be sent: the order has no address for it, or its link is over',
}

export const changeOf = (order: OrderRow): OrderChange => ({
  ...shownOf(order, 'order_id', 'payment_request_id', 'state', 'total_cents', 'refunded_cents'),
})

/** Once the mail server or the SMS service took a link's message: its lines are sent, and their order may be done. */
export async function recordSent(
  ctx: PlatformContext,
  tx: Transaction,
  { handoverId, orderId }: { handoverId: string; orderId: string },
) {
  const order = await lockPaidOrder(tx, orderId as OrderId)
  await tx.run(queries.recordSent, { handoverId, now: ctx.clock.now() })
  if (order) await processWhenDone(ctx, tx, changeOf(order))
}

/**
 * Switches to the other channel if a link's message failed for good, once; then the lines wait for a person. An order
 * that it was to confirm gets its usual confirmation, also if a newer link took its place.
 */
export const onDeliveryMessageFailed: messageFailures.FailureListener = async (ctx, tx, failure) => {
  const { kind, detailId: handoverId } = failure
  if (kind !== 'leads_delivered' || handoverId === null) return
  const order = await lockPaidOrder(tx, failure.subjectId as OrderId)
  const [handover] = await tx.run(queries.findHandover, { handoverId })
  const [unconfirmed] = failure.channel === 'email' ? await tx.run(queries.stopConfirming, { handoverId }) : []
  if (unconfirmed) queueConfirmations(ctx, tx, [unconfirmed.order_id as OrderId], 0)
  if (!order || handover?.message_id !== failure.messageId) return
  if (await setReplacedAside(ctx, tx, [handoverId])) return
  const { noun, other: channel } = CHANNELS[failure.channel]
  // It was meant for the address that an administrator gave. The order's number may be someone else's.
  const mayTry = !handover.has_switched && handover.sent_to === null
  const other = mayTry ? await queueLink(ctx, tx, { handoverId, orderId: order.order_id, channel }) : null
  if (other) {
    await messageFailures.setFailedAside(ctx, tx, [failure.messageId])
    return void (await tx.run(queries.carryBy, { handoverId, messageId: other, hasSwitched: true }))
  }
  const both = handover.has_switched ? ', and before that the other way failed too' : ''
  await tx.run(queries.recordFailed, { handoverId, problem: `The ${noun} ${REASONS[failure.why]}${both}.` })
}
