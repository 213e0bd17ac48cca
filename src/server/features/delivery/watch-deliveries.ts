/** The 24-hour clock: warns administrators in time and finds late lines, each once. */

import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { listAdministratorIds } from '#server/features/members/administrators.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Statement } from '#server/platform/statement.ts'
import { findLate, gatherFirstWarnings, gatherLastWarnings, markLate, requeueLost } from './watch-queries.ts'

/** A line that was not sent within its 24 hours. */
export interface LateDelivery {
  orderId: OrderId
  /** Counted from 1 in the order as paid. */
  lineNumber: number
  /** What was paid for it and not refunded, nor given as credit for claimed leads. */
  netCents: Cents
  buyerEmail: string | null
}

/**
 * Decides what follows from a late line, once, in the transaction that marks it late. If it throws, both roll back
 * until the next check.
 */
export type OnLateDelivery = (ctx: PlatformContext, tx: Transaction, late: LateDelivery) => Promise<void>

/** A job takes seconds; a line that waits longer has lost its job. */
const LOST_AFTER_MS = minutes(5)
const REQUEUED_AT_ONCE = 500
/** Late lines per check: the next one, a minute later, finds more. */
const LATE_AT_ONCE = 500

/** Queues one email per administrator about all lines that came into danger since the last check. */
async function warn(
  ctx: PlatformContext,
  gather: Statement<{ warningId: string; dueBefore: Date }, { lines: number }>,
  hoursGone: number,
): Promise<void> {
  const dueBefore = addMilliseconds(ctx.clock.now(), hours(DELIVERY_HOURS.promised - hoursGone))
  await inTransaction(ctx, async (tx) => {
    const warningId = newId('dlw', ctx.clock)
    const [gathered] = await tx.run(gather, { warningId, dueBefore })
    if (!gathered?.lines) return
    for (const userId of await listAdministratorIds(tx))
      await queueMessage(ctx, tx, {
        messageId: `delivery_warning.${warningId}.${userId}`,
        kind: 'delivery_warning',
        subjectId: `${warningId} ${userId}`,
      })
  })
}

async function findLateLines(ctx: PlatformContext, onLateDelivery: OnLateDelivery): Promise<void> {
  const now = ctx.clock.now()
  for (const { order_id, line_number: lineNumber } of await ctx.database.run(findLate, { now, limit: LATE_AT_ONCE })) {
    const orderId = order_id as OrderId
    try {
      await inTransaction(ctx, async (tx) => {
        await lockPaidOrder(tx, orderId)
        const [late] = await tx.run(markLate, { orderId, lineNumber, now })
        if (!late) return
        const netCents = Math.max(0, late.net_cents) as Cents
        await onLateDelivery(ctx, tx, { orderId, lineNumber, netCents, buyerEmail: late.email })
      })
    } catch (error) {
      // The others must not wait for this one. The next check tries it again.
      ctx.log.error({ err: error, orderId, lineNumber }, 'a late delivery could not be noted')
    }
  }
}

/**
 * Checks every open line once a minute, on one node: warns administrators 12 and 20 hours after the payment and marks
 * lines late that are not sent after 24, each once. The last warning comes first, so a line that was not checked for a
 * long time gets one email, not two. Lost jobs are queued again.
 */
export async function watchDeliveries(ctx: PlatformContext, onLateDelivery: OnLateDelivery): Promise<void> {
  await ctx.database.run(requeueLost, {
    createdAt: addMilliseconds(ctx.clock.now(), -LOST_AFTER_MS),
    limit: REQUEUED_AT_ONCE,
  })
  await warn(ctx, gatherLastWarnings, DELIVERY_HOURS.lastWarning)
  await warn(ctx, gatherFirstWarnings, DELIVERY_HOURS.firstWarning)
  await findLateLines(ctx, onLateDelivery)
}
