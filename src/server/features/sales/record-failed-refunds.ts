import type { OrderId } from '#contract/values.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { findFailedBefore } from './queries.ts'
import { recordSales } from './record-sale.ts'

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
