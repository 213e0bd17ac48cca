import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { addUp, recordOrders } from './queries.ts'

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
