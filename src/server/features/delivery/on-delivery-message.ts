/** What follows from a delivery's message having been handed over, or from it having failed. */
import type { OrderId } from '#contract/values.ts'
import {
  type FailureListener,
  type MessageFailure,
  setFailedAside,
} from '#server/features/messages/message-failures.ts'
import type { OrderChange } from '#server/features/orders/order-listeners.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { queueLink, setReplacedAside } from './hand-over.ts'
import { carryBy, findHandover, recordSent as noteSentStatement, recordFailed } from './queries.ts'
import { processWhenDone } from './write-deliveries.ts'

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
  await tx.run(noteSentStatement, { handoverId: handover.handoverId, now: ctx.clock.now() })
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
  const channel = failure.channel === 'sms' ? 'email' : 'sms'
  // An address that an administrator gave is where it was to go: the number of the order may be somebody else's.
  const mayTry = !handover.has_switched && handover.sent_to === null
  const other = mayTry ? await queueLink(ctx, tx, { handoverId, orderId: order.order_id, channel }) : null
  if (other) {
    await setFailedAside(ctx, tx, [failure.messageId])
    return void (await tx.run(carryBy, { handoverId, messageId: other, hasSwitched: true }))
  }
  const name = failure.channel === 'sms' ? 'text' : 'mail'
  const both = handover.has_switched ? ', and before that the other way failed too' : ''
  await tx.run(recordFailed, { handoverId, problem: `The ${name} ${REASONS[failure.why]}${both}.` })
}
