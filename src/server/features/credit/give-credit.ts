import { toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { RestOfEarnedCredit } from '#server/features/orders/change-credit.ts'
import { giveCredit, lockCredit, TAKE_REST_JOB, takeRestOfEarnedCredit } from '#server/features/orders/change-credit.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { findReturningOrders, listEarningLines, lockWaitingMail, readSetAside } from './queries.ts'

/**
 * Gives the buyer of a late line store credit, once: a share of what was paid for it and not refunded (`netCents`),
 * rounded down. Lines of an order that are late together get one email. Runs in the transaction of the 24-hour check.
 */
export async function creditLateDelivery(
  ctx: PlatformContext,
  tx: Transaction,
  late: { orderId: OrderId; lineNumber: number; netCents: Cents; buyerEmail: string | null },
): Promise<void> {
  const { orderId, lineNumber, netCents, buyerEmail } = late
  const cents = toCents(Math.floor((netCents * ctx.config.lateCreditBps) / 10_000))
  if (cents === 0 || buyerEmail === null) return
  // Look before writing the entry, so it does not find the email of this line.
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

const LOOK_AGAIN_MS = hours(1)

/** Takes back what a refunded line had earned from what orders that had reserved it return; what is spent stays so. */
export async function takeRestOnceFree(ctx: PlatformContext, rest: RestOfEarnedCredit): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPaidOrder(tx, rest.orderId)
    // Lock before reading what is left: another line's rest may be taken at the same moment.
    await lockCredit(tx, rest.customerKey)
    const [setAside] = await tx.run(readSetAside, { customerKey: rest.customerKey, madeAt: rest.refundedAt })
    if (!setAside?.waits) return takeRestOfEarnedCredit(ctx, tx, rest, toCents(Math.max(setAside?.left_cents ?? 0, 0)))
    const runAt = addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS)
    await enqueue(tx, TAKE_REST_JOB, rest, { key: `${TAKE_REST_JOB} ${rest.refundId} ${rest.lineNumber}`, runAt })
  })
}

/** Twice the 24 hours that the pages promise, so no one misses out because the store was down. */
const LOOK_BACK_MS = days(2)
const ORDERS_AT_ONCE = 500

/**
 * Gives returning customers store credit: a share of what they paid for each line, rounded down to the cent, once per
 * order, with one email. An order counts if an earlier paid order of the same address was not refunded. An order with
 * any refund earns nothing.
 */
export async function creditReturningCustomers(ctx: PlatformContext): Promise<void> {
  const { returningCreditBps } = ctx.config
  const earning = { paidAt: addMilliseconds(ctx.clock.now(), -LOOK_BACK_MS), returningCreditBps, limit: ORDERS_AT_ONCE }
  for (const { order_id } of await ctx.database.run(findReturningOrders, earning)) {
    try {
      await creditOrder(ctx, order_id as OrderId, returningCreditBps)
    } catch (error) {
      // The others must not wait for this one. The next run tries it again.
      ctx.log.error({ err: error, orderId: order_id }, 'credit for a returning customer could not be given')
    }
  }
}

async function creditOrder(ctx: PlatformContext, orderId: OrderId, returningCreditBps: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // A refund decided in the meantime counts: the lines are read after its lock.
    const order = await lockPaidOrder(tx, orderId)
    const lines = await tx.run(listEarningLines, { orderId, returningCreditBps })
    const [first] = lines
    if (!order?.email || !first) return
    const customerKey = customerKeyOf(ctx, order.email)
    for (const { line_number: lineNumber, cents } of lines) {
      const entryId = `returning.${orderId}.${lineNumber}`
      const entry = { entryId, customerKey, orderId, lineNumber, reason: 'returning', cents: toCents(cents) } as const
      await giveCredit(ctx, tx, entry)
    }
    const messageId = `credit_returning.${orderId}.${first.line_number}`
    await queueMessage(ctx, tx, { messageId, kind: 'credit_returning', subjectId: orderId })
    const credit = formatCents(toCents(lines.reduce((sum, { cents }) => sum + cents, 0)))
    ctx.log.info({ orderId, credit }, 'a returning customer got store credit')
  })
}
