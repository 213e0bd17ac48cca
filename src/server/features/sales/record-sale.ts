import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import type { Executor } from '#server/platform/database.ts'
import { recordOrders } from './queries.ts'

/** Writes what an order brought, or what was given back of it, into the ledger, in the transaction that changes the order. */
export const recordSale: OrderListener = async (ctx, tx, { orderId, state, refundedCents }) => {
  // A delivery alone sells nothing; a part given back of a delivered order does change what it brought.
  if (state !== 'processed' || refundedCents > 0)
    await recordSales(tx, [orderId], { timeZone: ctx.config.timeZone, now: ctx.clock.now() })
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
