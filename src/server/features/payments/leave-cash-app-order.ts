import type { Cart } from '#contract/orders/cart.ts'
import type { OrderId } from '#contract/values.ts'
import { queueCashAppWithdrawn } from '#server/features/messages/queue-message.ts'
import { readCart } from '#server/features/orders/cart.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOpenCardOrder, findPromisedOrder, returnOrder } from '#server/features/orders/promise-order.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import type { OwnerId } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/database.ts'
import type { Lines } from '#server/platform/limit-concurrency.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { closeCashAppOrder } from './close-cash-app-order.ts'
import { closeOrder } from './close-order.ts'
import { endPromise } from './promise-payment.ts'
import { findPendingOrder, isOver } from './show-pending-order.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /**
     * Calls that let a cart's order wait for Cash App, or bring it back: one at a time for each cart. In parallel, each
     * would make the others start over until some of them give up.
     */
    readonly cashAppCarts: Lines
  }
}

/** Rounds in which another tab may open an order beside the one that comes back. */
const ROUNDS_MAX = 4

/**
 * Puts an order waiting for Cash App back into its cart, with its reference, for whatever way to pay comes next. If
 * another tab opened an order for the card in the meantime, that one is closed. Does nothing if the order has been
 * decided.
 *
 * @param isTold whether to email its buyer; false if it waits again at once
 * @throws Refusal `provider_unavailable` if that other order's payment cannot be closed now
 */
export async function returnToCart(ctx: Context, order: OrderRow, ownerId: OwnerId, isTold: boolean): Promise<void> {
  const orderId = order.order_id as OrderId
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    try {
      await inTransaction(ctx, async (tx) => {
        const revision = await endPromise(ctx, tx, { orderId, ending: 'withdrawn' })
        if (revision === null) return
        await returnOrder(ctx, tx, orderId)
        if (isTold) await queueCashAppWithdrawn(ctx, tx, orderId)
      })
      return
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const inTheWay = await findOpenCardOrder(ctx, ownerId)
      if (inTheWay && inTheWay !== orderId) await closeOrder(ctx, inTheWay)
    }
  }
  throw new Refusal('provider_unavailable')
}

/**
 * Goes back from Cash App: the lines of the caller's waiting order return to the cart and live by its rules. Without
 * such an order it just returns the cart.
 */
export async function leaveCashAppOrder(ctx: WebContext): Promise<Cart> {
  const { ownerId } = ctx
  const leave = async (ownerId: OwnerId) => {
    const order = await findPromisedOrder(ctx, ownerId)
    if (order && isOver(ctx, order)) await closeCashAppOrder(ctx, { order, reason: 'expired', by: null, note: null })
    else if (order) await returnToCart(ctx, order, ownerId, true)
  }
  if (ownerId) await ctx.node.cashAppCarts.run(ownerId, () => leave(ownerId))
  return readCart(ctx, ownerId, findPendingOrder)
}
