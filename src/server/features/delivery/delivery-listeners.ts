/** Updates deliveries when orders and messages change, in their transactions. */

import { reasonsWith } from '#contract/admin/setting-list.ts'
import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import type { OrderId } from '#contract/values.ts'
import { CHANNELS } from '#server/features/messages/message-composer.ts'
import {
  type FailureListener,
  type MessageFailure,
  setFailedAside,
} from '#server/features/messages/message-failures.ts'
import { markOrderProcessed } from '#server/features/orders/mark-order-paid.ts'
import type { OrderChange, OrderListener } from '#server/features/orders/order-listeners.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { queueLink, setReplacedAside } from './hand-over.ts'
import {
  carryBy,
  countLines,
  endRefunded,
  findHandover,
  recordFailed,
  recordSent as recordSentStatement,
  writeDeliveries,
} from './queries.ts'

/**
 * Marks a locked order processed once none of its lines is waiting and its buyer has at least one.
 *
 * @param order its current state
 */
export async function processWhenDone(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (order.state !== 'paid') return
  const [count] = await tx.run(countLines, { orderId: order.orderId })
  if (count && count.open === 0 && count.handed > 0) await markOrderProcessed(ctx, tx, order)
}

/**
 * Writes the deliveries of paid orders, once. @param orderIds including orders that were written another way, such as
 * the demo's
 */
export function writeDeliveriesOf(ctx: PlatformContext, tx: Transaction, orderIds: readonly string[]): void {
  const { claimDays: days, claimShareBps: shareBps } = ctx.config
  const noteReasons = reasonsWith('note', ctx.config)
  const claimTerms: ClaimTerms = { days, shareBps, noteReasons, fileReasons: reasonsWith('file', ctx.config) }
  tx.send(writeDeliveries, {
    orderIds,
    now: ctx.clock.now(),
    deliveryPromiseMs: DELIVERY_PROMISE_MS,
    claimTerms: JSON.stringify(claimTerms),
  })
}

/**
 * Writes a delivery for each sold line of a paid order, with the job that makes their files. Cancels refunded lines and
 * ends the links to those already delivered. It is called late among the listeners, so refunding an order's only open
 * line marks the order processed.
 */
export const updateDeliveries: OrderListener = async (ctx, tx, orders) => {
  const paidIds = orders.filter(({ state }) => state === 'paid').map(({ orderId }) => orderId)
  if (paidIds.length > 0) writeDeliveriesOf(ctx, tx, paidIds)
  for (const order of orders) {
    if (order.refundedCents === 0 && !order.isMoneyLost) continue
    const [row] = await tx.run(endRefunded, { orderId: order.orderId, now: ctx.clock.now() })
    if (row && row.cancelled > 0) await processWhenDone(ctx, tx, order)
  }
}

/** Why a link reached no one, for the administrator who has to handle it. */
const REASONS: Readonly<Record<MessageFailure['why'], string>> = {
  refused: 'was refused: the address or number is not known there',
  gave_up: 'could not be handed over, however often it was tried',
  undelivered: 'was taken and did not arrive',
  stopped: 'was not sent: the owner of the number wants no texts',
  nothing_to_send: 'could not be sent: the order has no address for it, or its link is over',
}

/** A locked order as its listeners get it. */
export const changeOf = (order: OrderRow): OrderChange => ({
  orderId: order.order_id,
  paymentRequestId: order.payment_request_id,
  state: order.state,
  totalCents: order.total_cents,
  refundedCents: order.refunded_cents,
})

/** After the mail server or the SMS service took a link's message: marks its lines sent, and their order may be done. */
export async function recordSent(
  ctx: PlatformContext,
  tx: Transaction,
  handover: { handoverId: string; orderId: string },
): Promise<void> {
  const order = await lockPaidOrder(tx, handover.orderId as OrderId)
  await tx.run(recordSentStatement, { handoverId: handover.handoverId, now: ctx.clock.now() })
  if (order) await processWhenDone(ctx, tx, changeOf(order))
}

/**
 * Switches to the other channel if a link's message failed for good, once. If that fails too, the lines wait for a
 * person. A link that was replaced by a newer one needs nothing.
 */
export const onDeliveryMessageFailed: FailureListener = async (ctx, tx, failure) => {
  const { kind, detailId: handoverId } = failure
  if (kind !== 'leads_delivered' || handoverId === null) return
  const order = await lockPaidOrder(tx, failure.subjectId as OrderId)
  const [handover] = await tx.run(findHandover, { handoverId })
  if (!order || handover?.message_id !== failure.messageId) return
  if (await setReplacedAside(ctx, tx, [handoverId])) return
  const { noun, other: channel } = CHANNELS[failure.channel]
  // It was meant for the address that an administrator gave. The order's number may be someone else's.
  const mayTry = !handover.has_switched && handover.sent_to === null
  const other = mayTry ? await queueLink(ctx, tx, { handoverId, orderId: order.order_id, channel }) : null
  if (other) {
    await setFailedAside(ctx, tx, [failure.messageId])
    return void (await tx.run(carryBy, { handoverId, messageId: other, hasSwitched: true }))
  }
  const both = handover.has_switched ? ', and before that the other way failed too' : ''
  await tx.run(recordFailed, { handoverId, problem: `The ${noun} ${REASONS[failure.why]}${both}.` })
}
