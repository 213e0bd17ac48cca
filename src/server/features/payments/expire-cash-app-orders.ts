import { findOverdueOrders } from '#server/features/orders/promise-order.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import { closeCashAppOrder } from './close-cash-app-order.ts'

/** How often each node looks. The holds end on time by themselves; the order and the mail may follow by this much. */
export const EXPIRE_ORDERS_EVERY_MS = seconds(5)

const ORDERS_AT_ONCE = 50

/**
 * Cancels orders whose time in the cash app is over. Safe on several nodes at once: each order is closed by whoever comes
 * first. One that fails keeps no other waiting.
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
