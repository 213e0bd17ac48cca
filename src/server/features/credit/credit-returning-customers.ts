import { formatCents, toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { giveCredit } from '#server/features/orders/change-credit.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { findReturningOrders, listEarningLines } from './queries.ts'

/** Twice the 24 hours that the pages promise, so no one misses out because the store was down. */
const LOOK_BACK_MS = days(2)
/** Orders per run; the next run continues. */
const ORDERS_AT_ONCE = 500

/**
 * Gives returning customers store credit: a share of what they paid for each line, rounded down to the cent, once per
 * order, with one email. An order counts if an earlier paid order of the same address was not refunded. An order with
 * any refund earns nothing.
 */
export async function creditReturningCustomers(ctx: PlatformContext): Promise<void> {
  const { returningCreditBps } = ctx.config
  const since = addMilliseconds(ctx.clock.now(), -LOOK_BACK_MS)
  const found = await ctx.database.run(findReturningOrders, {
    paidAt: since,
    returningCreditBps,
    limit: ORDERS_AT_ONCE,
  })
  for (const { order_id } of found) {
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
    for (const { line_number: lineNumber, cents } of lines)
      await giveCredit(ctx, tx, {
        entryId: `returning.${orderId}.${lineNumber}`,
        customerKey,
        orderId,
        lineNumber,
        reason: 'returning',
        cents: toCents(cents),
      })
    const messageId = `credit_returning.${orderId}.${first.line_number}`
    await queueMessage(ctx, tx, { messageId, kind: 'credit_returning', subjectId: orderId })
    const credit = formatCents(toCents(lines.reduce((sum, { cents }) => sum + cents, 0)))
    ctx.log.info({ orderId, credit }, 'a returning customer got store credit')
  })
}
