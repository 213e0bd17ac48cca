import type { OrderId } from '#contract/values.ts'
import { queueConfirmations } from '#server/features/messages/queue-message.ts'
import { lockOrder, markOrderPaid } from '#server/features/orders/mark-order-paid.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { inTransaction, readConfirmed } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { claimFreePayment } from './queries.ts'

type FreeOrder = { orderId: OrderId; revision: number; check: (order: OrderRow) => void }

/**
 * Completes, once, an order that needs no card. Fresh holds are only for money that was taken. None was taken here, so
 * a line whose hold expired refuses the order, and the cart is priced again.
 * @throws Refusal `contact_required`; `order_mismatch` if something is to be paid after all, or a hold expired
 */
export async function settleFreeOrder(ctx: Context, input: FreeOrder): Promise<OrderRow> {
  const completed = await completeOrder(ctx, input)
  if (completed) return completed
  const order = await readConfirmed(ctx, (database) => findOrder({ database }, input.orderId))
  if (!order?.paid_at) throw new Refusal('order_mismatch')
  input.check(order)
  return order
}

async function completeOrder(ctx: Context, { orderId, revision, check }: FreeOrder): Promise<OrderRow | null> {
  return inTransaction(ctx, async (tx) => {
    const values = { paymentId: `free_${orderId}`, orderId, revision, now: ctx.clock.now() }
    const [payment] = await tx.run(claimFreePayment, values)
    if (!payment) return null
    const order = await lockOrder(tx, orderId, revision)
    if (order?.state !== 'awaiting_payment' || order.revision !== revision) throw new Refusal('order_mismatch')
    if (order.total_cents !== order.credit_cents) throw new Refusal('order_mismatch')
    if (!order.email || !order.full_name) throw new Refusal('contact_required')
    check(order)
    const paid = await markOrderPaid(ctx, tx, order, { revision, paymentMethod: 'free' })
    const isAsHeld = paid.order.lines.every(
      (line, index) => line.hold_id === order.lines[index]?.hold_id && line.outcome === 'sold',
    )
    if (!isAsHeld) throw new Refusal('order_mismatch')
    queueConfirmations(ctx, tx, [orderId])
    return paid.order
  })
}
