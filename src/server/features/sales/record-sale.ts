import type { OrderId } from '#contract/values.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database.ts'
import { addUp, findFailedBefore, recordOrders } from './queries.ts'

/** Writes what orders brought, or what was given back of them, into the ledger, in the transaction that changes the orders. */
export const recordSale: OrderListener = async (ctx, tx, changes) => {
  // A delivery alone sells nothing; a part given back of a delivered order does change what it brought.
  const sold = changes.filter(({ state, refundedCents }) => state !== 'processed' || refundedCents > 0)
  if (sold.length === 0) return
  const orderIds = sold.map(({ orderId }) => orderId)
  tx.send(recordOrders, { orderIds, timeZone: ctx.config.timeZone, now: ctx.clock.now() })
}

/**
 * The same for orders that were written some other way, e.g. those of the demo. Recording twice changes nothing.
 *
 * @param when.timeZone the store's, in which the day of each sale is written and then stays
 */
export async function recordSales(
  executor: Executor,
  orderIds: readonly string[],
  when: { timeZone: string; now: Date },
): Promise<void> {
  await executor.run(recordOrders, { orderIds, timeZone: when.timeZone, now: when.now })
}

/** Orders of one run; the next one continues. */
const ORDERS_AT_ONCE = 500

/**
 * Gives revenue and commission back to sales whose refund failed under a version that left them off. It is decided by what is
 * stored: the refund's state, and what the ledger says of it. A migration cannot do it, because the day of an entry follows
 * from the store's time zone, which is a setting. Where nothing is wrong nothing is written.
 *
 * @returns how many orders were set right
 */
export async function recordFailedRefunds(ctx: PlatformContext): Promise<number> {
  const found = await ctx.database.run(findFailedBefore, { limit: ORDERS_AT_ONCE })
  for (const { order_id: orderId } of found)
    await inTransaction(ctx, async (tx) => {
      // Whoever sends the refund again waits, and what is written follows from how it stands then.
      await lockPaidOrder(tx, orderId as OrderId)
      await recordSales(tx, [orderId], { timeZone: ctx.config.timeZone, now: ctx.clock.now() })
    })
  if (found.length > 0) ctx.log.warn({ orders: found.length }, 'refunds that had failed count as revenue again')
  return found.length
}

/** How often each node looks: what a question reads besides the figures is what was sold in that time. */
export const ADD_UP_EVERY_MS = seconds(2)

/** Changes of orders, each of ten figures or more. */
const CHANGES_AT_ONCE = 500

/** Of one run, so that a node that stops need not wait for a long backlog; the next run goes on. */
const BATCHES_MAX = 40

/**
 * Adds what sales changed to the figures, until nothing is left or a run is long enough. Questions are answered with both, so
 * nobody waits for it: it keeps them fast. Safe on several nodes at once.
 */
export async function addUpSales(executor: Executor): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const [row] = await executor.run(addUp, { limit: CHANGES_AT_ONCE })
    if (!row || row.changes < CHANGES_AT_ONCE) return
  }
}
