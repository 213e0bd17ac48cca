import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { areInstructionsMailed, queueCashAppClosed } from '#server/features/messages/queue-message.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { closePromisedOrder, findOverdueOrders } from '#server/features/orders/promise-order.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { endPromise } from './promise-payment.ts'

/**
 * Cancels an order whose money did not come. In one transaction, its units go back on sale and its buyer is told.
 *
 * @param input.note why, in words for the buyer; null if its time was over
 * @returns false if it has ended already: paid, canceled or back in its cart
 */
export async function closeCashAppOrder(
  ctx: Context,
  input: { order: OrderRow; reason: 'expired' | 'rejected'; by: string | null; note: string | null },
): Promise<boolean> {
  const { order, ...decision } = input
  const orderId = order.order_id as OrderId
  const counties = await inTransaction(ctx, async (tx) => {
    if ((await endPromise(ctx, tx, { orderId, ending: 'broken' })) === null) return null
    const changed = await closePromisedOrder(ctx, tx, { orderId, ...decision })
    invariant(changed, 'an order with a promised payment waits for the cash app')
    // A buyer who got no email that the order waits gets none about its end: someone else may have typed the address.
    if (input.by !== null || (await areInstructionsMailed(tx, order))) await queueCashAppClosed(ctx, tx, orderId)
    if (input.by !== null) {
      await writeAudit(ctx, tx, {
        action: 'cash_app_rejected',
        subject: `Order ${order.reference}`,
        after: { status: 'cancelled' },
        note: input.note,
      })
    }
    return changed
  })
  if (counties) announceStockChange(ctx, counties)
  return counties !== null
}

/** How often each node looks. Holds end on time by themselves; the order and the email may follow this much later. */
export const EXPIRE_ORDERS_EVERY_MS = seconds(5)

const ORDERS_AT_ONCE = 50

/**
 * Cancels orders whose time in Cash App is over. Safe on several nodes at once: the first one to reach an order closes
 * it. If one fails, the others are still closed.
 *
 * @returns how many it canceled
 */
export async function expireCashAppOrders(ctx: Context): Promise<number> {
  let cancelled = 0
  for (const orderId of await findOverdueOrders(ctx, ORDERS_AT_ONCE)) {
    try {
      const order = await findOrder(ctx, orderId)
      const decision = { reason: 'expired', by: null, note: null } as const
      if (order && (await closeCashAppOrder(ctx, { order, ...decision }))) cancelled += 1
    } catch (error) {
      ctx.log.error({ orderId, err: error }, 'an order that nobody paid could not be canceled; it is tried again')
    }
  }
  return cancelled
}
