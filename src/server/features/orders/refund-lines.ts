import { isOrderMove } from '#contract/orders/order-states.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { changeOf, tellOrderListeners } from './order-listeners.ts'
import type { OrderRow } from './order-row.ts'
import { addRefund, lockAsPaid } from './queries.ts'

/** Locks an order with the lines that were paid, until the transaction ends; null if there is none. */
export const lockPaidOrder = async (tx: Transaction, orderId: OrderId): Promise<OrderRow | null> =>
  (await tx.run(lockAsPaid, { orderId }))[0] ?? null

/** Records a refund of a locked, paid order. It is refunded if all went back and no line remains (`isWhole`). */
export async function recordRefunded(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  { amountCents, isWhole }: { amountCents: Cents; isWhole: boolean },
): Promise<OrderRow> {
  const refundedCents = order.refunded_cents + amountCents
  const state = isWhole && refundedCents === order.total_cents ? 'refunded' : order.state
  invariant(state === order.state || isOrderMove(order.state, state), `${order.state} orders can be refunded`)
  await tx.run(addRefund, { orderId: order.order_id, amountCents, state })
  const refunded = { ...order, state, refunded_cents: refundedCents }
  await tellOrderListeners(ctx, tx, [changeOf(refunded)])
  return refunded
}
