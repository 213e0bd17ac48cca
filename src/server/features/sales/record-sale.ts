import type { OrderId } from '#contract/values.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database/database.ts'
import { addUp, findFailedBefore, recordOrders } from './queries.ts'

/** Records sales and refunds of orders in the ledger, in the transaction that changes the orders. */
export const recordSale: OrderListener = async (ctx, tx, changes) => {
  // A delivery alone sells nothing. A partial refund of a delivered order does change the sale.
  const sold = changes.filter(({ state, refundedCents }) => state !== 'processed' || refundedCents > 0)
  if (sold.length === 0) return
  const orderIds = sold.map(({ orderId }) => orderId)
  tx.send(recordOrders, { orderIds, timeZone: ctx.config.timeZone, now: ctx.clock.now() })
}

/** Records orders that were written another way, such as the demo's. Repeating it changes nothing. */
export async function recordSales(
  executor: Executor,
  orderIds: readonly string[],
  when: { timeZone: string; now: Date },
): Promise<void> {
  await executor.run(recordOrders, { orderIds, ...when })
}

const ORDERS_AT_ONCE = 500

/**
 * Restores revenue and commission for sales whose refund failed under a version that did not record it, from the
 * refund's state and the ledger. A migration cannot do this, because the day of an entry depends on the store's time
 * zone, which is a setting. If nothing is wrong, it writes nothing. @returns how many orders were corrected
 */
export async function recordFailedRefunds(ctx: PlatformContext): Promise<number> {
  const found = await ctx.database.run(findFailedBefore, { limit: ORDERS_AT_ONCE })
  for (const { order_id: orderId } of found)
    await inTransaction(ctx, async (tx) => {
      // Anyone who sends the refund again waits; the entries follow from its state then.
      await lockPaidOrder(tx, orderId as OrderId)
      await recordSales(tx, [orderId], { timeZone: ctx.config.timeZone, now: ctx.clock.now() })
    })
  if (found.length > 0) ctx.log.warn({ orders: found.length }, 'refunds that had failed count as revenue again')
  return found.length
}

/** Changes of orders per batch, each with ten figures or more. */
const CHANGES_AT_ONCE = 500
/** Batches per run, so a stopping node need not wait for a long backlog; the next run continues. */
const BATCHES_MAX = 40

/** Adds up until nothing is left or the run is long enough. Queries read both. Safe on several nodes at once. */
export async function addUpSales(executor: Executor): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const [row] = await executor.run(addUp, { limit: CHANGES_AT_ONCE })
    if (!row || row.changes < CHANGES_AT_ONCE) return
  }
}
