import { formatCents, toCents } from '#contract/money.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import {
  giveCredit,
  lockCredit,
  type RestOfEarnedCredit,
  TAKE_REST_JOB,
  takeRestOfEarnedCredit,
} from '#server/features/orders/change-credit.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { lockWaitingMail, readSetAside } from './queries.ts'

/**
 * Gives the buyer of a late line store credit, once, and has them told: a share of what was paid for it, rounded down to the
 * cent. Several lines of an order that are late together are one mail. For the 24-hour clock of deliveries, in its transaction.
 *
 * @param late.netCents what was paid for the line and did not go back
 * @param late.buyerEmail null: there is nobody to give it to
 */
export async function creditLateDelivery(
  ctx: PlatformContext,
  tx: Transaction,
  late: { orderId: OrderId; lineNumber: number; netCents: Cents; buyerEmail: string | null },
): Promise<void> {
  const { orderId, lineNumber, netCents, buyerEmail } = late
  const cents = toCents(Math.floor((netCents * ctx.config.lateCreditBps) / 10_000))
  if (cents === 0 || buyerEmail === null) return
  // Looked for before the entry is written, so that the mail is not found that this very line will bring.
  const [waiting] = await tx.run(lockWaitingMail, { orderId })
  const isNew = await giveCredit(ctx, tx, {
    entryId: `late.${orderId}.${lineNumber}`,
    customerKey: customerKeyOf(ctx, buyerEmail),
    orderId,
    lineNumber,
    reason: 'late',
    cents,
  })
  if (!isNew) return
  ctx.log.info({ orderId, lineNumber, credit: formatCents(cents) }, 'a late line brought its buyer store credit')
  if (waiting) return
  const messageId = `credit_late.${orderId}.${lineNumber}`
  await queueMessage(ctx, tx, { messageId, kind: 'credit_late', subjectId: orderId })
}

/** Orders that wait are paid or closed within a day. */
const LOOK_AGAIN_MS = hours(1)

/**
 * Takes back credit that a refunded line had earned and that orders had set aside by then: once they ended, and of what came
 * back from them. What they were paid with is spent, and any other credit of the customer is not touched.
 */
export async function takeRestOnceFree(ctx: PlatformContext, rest: RestOfEarnedCredit): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPaidOrder(tx, rest.orderId)
    // Before it is read what is left, of which another line's rest may be taken at the same moment.
    await lockCredit(tx, rest.customerKey)
    const [setAside] = await tx.run(readSetAside, { customerKey: rest.customerKey, madeAt: rest.refundedAt })
    if (!setAside?.waits) return takeRestOfEarnedCredit(ctx, tx, rest, toCents(Math.max(setAside?.left_cents ?? 0, 0)))
    const runAt = addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS)
    await enqueue(tx, TAKE_REST_JOB, rest, { key: `${TAKE_REST_JOB} ${rest.refundId} ${rest.lineNumber}`, runAt })
  })
}
