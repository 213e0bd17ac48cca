/** Writes events of webhooks in the transactions of their causes. */
import type { ClaimListener } from '#server/features/claims/claim-listeners.ts'
import type { HandoverListener } from '#server/features/delivery/handover-listeners.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import { newId } from '#server/platform/ids.ts'
import {
  writeClaimsAnswered,
  writeDeliveryReady,
  writeLeadsDelivered,
  writeOrderRefunded,
  writeReplacements,
} from './event-queries.ts'

/** Tells the buyer's webhooks of a delivery, and of each lead in it. */
export const tellOfHandover: HandoverListener = async (ctx, tx, { orderId, handoverId, holdIds }) => {
  const now = ctx.clock.now()
  await tx.run(writeDeliveryReady, { eventId: newId('evt', ctx.clock), orderId, handoverId, now })
  if (holdIds.length > 0)
    await tx.run(writeLeadsDelivered, { eventId: newId('evt', ctx.clock), orderId, handoverId, holdIds, now })
}

/** Tells the buyer's webhooks about refunded money. The same order with the same amount is not news. */
export const tellOfRefunds: OrderListener = async (ctx, tx, orders) => {
  for (const { orderId, refundedCents } of orders) {
    if (refundedCents === 0) continue
    const now = ctx.clock.now()
    await tx.run(writeOrderRefunded, { eventId: newId('evt', ctx.clock), orderId, refundedCents, now })
  }
}

/** Tells the buyer's webhooks of answered claims, and of the leads that replaced theirs. */
export const tellOfClaims: ClaimListener = async (ctx, tx, { orderId, leadIds }) => {
  const now = ctx.clock.now()
  await tx.run(writeClaimsAnswered, { eventId: newId('evt', ctx.clock), orderId, leadIds, now })
  await tx.run(writeReplacements, { eventId: newId('evt', ctx.clock), orderId, leadIds, now })
}
