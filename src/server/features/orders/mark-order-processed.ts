import { isOrderMove } from '#contract/orders/order-states.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { type OrderChange, tellOrderListeners } from './order-listeners.ts'
import { markProcessed } from './queries.ts'

/**
 * Marks a locked, paid order processed, because its buyer has everything that was not given back, and tells who follows it.
 * One that is processed or refunded stays as it is.
 *
 * @param order as it is now
 */
export async function markOrderProcessed(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (!isOrderMove(order.state, 'processed')) return
  await tx.run(markProcessed, { orderId: order.orderId })
  await tellOrderListeners(ctx, tx, { ...order, state: 'processed' })
}
