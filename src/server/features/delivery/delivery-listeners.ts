/** What orders and messages change about deliveries, in their transactions. */

import type { OrderId } from '#contract/values.ts'
import { CHANNELS } from '#server/features/messages/channels.ts'
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
 * Marks a locked order processed once none of its lines waits for anybody and its buyer has at least one.
 *
 * @param order as it is now
 */
export async function processWhenDone(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (order.state !== 'paid') return
  const [count] = await tx.run(countLines, { orderId: order.orderId })
  if (count && count.open === 0 && count.handed > 0) await markOrderProcessed(ctx, tx, order)
}

/** Writes the deliveries of paid orders, once. @param orderIds also of orders that were written some other way, e.g. the demo's */
export function writeDeliveriesOf(ctx: PlatformContext, tx: Transaction, orderIds: readonly string[]): void {
  tx.send(writeDeliveries, { orderIds, now: ctx.clock.now(), deliveryPromiseMs: DELIVERY_PROMISE_MS })
}

/**
 * Writes a delivery for each sold line of an order that was paid, with the job that makes their files. Cancels what is given back,
 * and ends the link to what its buyer has. Comes late among the listeners: an order whose only open line was given back is
 * processed by that.
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

/** Why a link reached nobody, for the administrator who has to see to it. */
const REASONS: Readonly<Record<MessageFailure['why'], string>> = {
  refused: 'was refused: the address or number is not known there',
  gave_up: 'could not be handed over, however often it was tried',
  undelivered: 'was taken and did not arrive',
  stopped: 'was not sent: the owner of the number wants no texts',
  nothing_to_send: 'could not be sent: the order has no address for it, or its link is over',
}

/** A locked order as its listeners are told of it. */
export const changeOf = (order: OrderRow): OrderChange => ({
  orderId: order.order_id,
  paymentRequestId: order.payment_request_id,
  state: order.state,
  totalCents: order.total_cents,
  refundedCents: order.refunded_cents,
})

/** The message of a link was taken by the mail server or the SMS service: its lines are sent, and their order may be done. */
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
 * Takes the other channel when the message of a link has failed for good, once; when that fails too, the lines wait for a
 * person. A link that was replaced by a newer one has nothing to lose.
 */
export const onDeliveryMessageFailed: FailureListener = async (ctx, tx, failure) => {
  const { kind, detailId: handoverId } = failure
  if (kind !== 'leads_delivered' || handoverId === null) return
  const order = await lockPaidOrder(tx, failure.subjectId as OrderId)
  const [handover] = await tx.run(findHandover, { handoverId })
  if (!order || handover?.message_id !== failure.messageId) return
  if (await setReplacedAside(ctx, tx, [handoverId])) return
  const { noun, other: channel } = CHANNELS[failure.channel]
  // An address that an administrator gave is where it was to go: the number of the order may be somebody else's.
  const mayTry = !handover.has_switched && handover.sent_to === null
  const other = mayTry ? await queueLink(ctx, tx, { handoverId, orderId: order.order_id, channel }) : null
  if (other) {
    await setFailedAside(ctx, tx, [failure.messageId])
    return void (await tx.run(carryBy, { handoverId, messageId: other, hasSwitched: true }))
  }
  const both = handover.has_switched ? ', and before that the other way failed too' : ''
  await tx.run(recordFailed, { handoverId, problem: `The ${noun} ${REASONS[failure.why]}${both}.` })
}
