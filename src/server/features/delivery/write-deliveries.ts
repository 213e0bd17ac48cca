/** Deliveries come with the payment and go with a refund, in the transaction of either. */

import { markOrderProcessed } from '#server/features/orders/mark-order-processed.ts'
import type { OrderChange, OrderListener } from '#server/features/orders/order-listeners.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { countLines, endRefunded, writeDeliveries } from './queries.ts'

/**
 * Marks a locked order processed once none of its lines waits for anybody and its buyer has at least one.
 *
 * @param order as it is now
 */
export async function processWhenDone(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (order.state !== 'paid') return
  const [count] = await tx.run(countLines, { orderId: order.orderId })
  if (count && count.open === 0 && count.handed > 0) await markOrderProcessed(ctx, tx, order)
}

/** Writes the deliveries of paid orders, once. @param orderIds also of orders that were written some other way, e.g. the demo's */
export async function writeDeliveriesOf(
  ctx: PlatformContext,
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  await tx.run(writeDeliveries, { orderIds, now: ctx.clock.now(), deliveryPromiseMs: DELIVERY_PROMISE_MS })
}

/**
 * Follows orders: one that was paid gets a delivery for each line that was sold, and the job that makes their files; what is
 * given back is not delivered any more, and the link to what its buyer has ends. It comes late among the listeners, because an order whose only
 * open line was given back is processed by that.
 */
export const onOrderOfLinkChanged: OrderListener = async (ctx, tx, order) => {
  if (order.state === 'paid') await writeDeliveriesOf(ctx, tx, [order.orderId])
  if (order.refundedCents === 0 && !order.isMoneyLost) return
  const [row] = await tx.run(endRefunded, { orderId: order.orderId, now: ctx.clock.now() })
  if (row && row.cancelled > 0) await processWhenDone(ctx, tx, order)
}
