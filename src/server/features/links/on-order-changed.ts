/** A request's status is its order's, written in the same transaction. */
import type { OrderState } from '#contract/orders/order-states.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { recordGivenBack, setRequestState } from './queries.ts'
import type { RequestRow } from './request-row.ts'

/** An order that was refunded was paid: the refund stands beside it. */
const STATUS_OF: Readonly<Partial<Record<OrderState, 'paid' | 'processed'>>> = {
  paid: 'paid',
  refunded: 'paid',
  processed: 'processed',
}

/**
 * Marks the request of each order that was paid, processed or refunded. One that ended unpaid stays as it is, but says what
 * came for it all the same and went back. Orders of carts have none.
 */
export const updateLinkOfOrder: OrderListener = async (ctx, tx, changes) => {
  for (const { orderId, paymentRequestId, state, refundedCents } of changes) {
    if (paymentRequestId === null) continue
    const status = STATUS_OF[state]
    if (status) tx.send(setRequestState, { orderId, status, now: ctx.clock.now(), refundedCents })
    else tx.send(recordGivenBack, { orderId, refundedCents })
  }
}

/** Brings a request in line with its order, should a process without listeners have settled it. */
export async function catchUp(ctx: PlatformContext, row: RequestRow): Promise<void> {
  const order = await findOrder(ctx, row.order_id as OrderId)
  const status = order && STATUS_OF[order.state]
  if (!status) return
  await ctx.database.run(setRequestState, {
    orderId: row.order_id,
    status,
    now: order.paid_at,
    refundedCents: order.refunded_cents,
  })
}
